// The words of the page in the languages that the pages of notes have.
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", nl: "Nederlands" };

const TABLE = {
  open: ["Open …", "Öffnen …", "Ouvrir …", "Openen …"],
  fresh: ["New", "Neu", "Nouveau", "Nieuw"],
  empty: ["Empty notes", "Leeres System", "Notes vides", "Lege notities"],
  starter: ["A start to go on from", "Ein Anfang zum Weiterschreiben", "Un début à compléter", "Een begin om af te maken"],
  club: ["Example: a whole system", "Beispiel: ein ganzes System", "Exemple : un système entier", "Voorbeeld: een heel systeem"],
  notrump: ["Example: one notrump", "Beispiel: 1 Ohne", "Exemple : 1 sans-atout", "Voorbeeld: 1 sans-atout"],
  save: ["Save", "Speichern", "Enregistrer", "Opslaan"],
  saveBml: ["These notes (.bml)", "Diese Notizen (.bml)", "Ces notes (.bml)", "Deze notities (.bml)"],
  saveBss: ["Full Disclosure (.bss)", "Full Disclosure (.bss)", "Full Disclosure (.bss)", "Full Disclosure (.bss)"],
  saveBboalert: ["BBOalert", "BBOalert", "BBOalert", "BBOalert"],
  savePage: ["Web page", "Webseite", "Page web", "Webpagina"],
  saveBox: ["Bidding box in one file", "Bietkasten in einer Datei", "Boîte à enchères en un fichier", "Biedbox in één bestand"],
  savePractice: ["Practice deals (.zip)", "Übungsverteilungen (.zip)", "Donnes d’entraînement (.zip)", "Oefenspellen (.zip)"],
  practiceAsk: ["Which auction, such as 1N-2C?", "Welche Reizung, etwa 1N-2C?", "Quelle séquence, par exemple 1N-2C ?", "Welk biedverloop, zoals 1N-2C?"],
  link: ["Link", "Link", "Lien", "Link"],
  linkMade: ["This link holds the notes; it is copied. Whoever has it can read them.", "Dieser Link enthält die Notizen und ist kopiert. Wer ihn hat, kann sie lesen.", "Ce lien contient les notes ; il est copié. Qui l’a peut les lire.", "Deze link bevat de notities en is gekopieerd. Wie hem heeft, kan ze lezen."],
  linkLong: ["A link holds 8 KB, and these notes need {size} KB packed. Save them as a file instead.", "Ein Link fasst 8 KB, diese Notizen brauchen gepackt {size} KB. Speichern Sie sie als Datei.", "Un lien contient 8 Ko, ces notes en demandent {size} une fois compressées. Enregistrez un fichier.", "Een link bevat 8 KB en deze notities hebben ingepakt {size} KB nodig. Sla ze op als bestand."],
  linkBad: ["The notes in this link cannot be read.", "Die Notizen in diesem Link sind nicht lesbar.", "Les notes de ce lien sont illisibles.", "De notities in deze link zijn onleesbaar."],
  forget: ["Forget all", "Alles vergessen", "Tout oublier", "Alles vergeten"],
  forgetAsk: ["Delete all notes that this browser keeps here? Save them first if you need them.", "Alle Notizen löschen, die dieser Browser hier aufhebt? Speichern Sie vorher, was Sie brauchen.", "Effacer toutes les notes que ce navigateur garde ici ? Enregistrez d’abord ce qui doit rester.", "Alle notities wissen die deze browser hier bewaart? Sla eerst op wat u nodig hebt."],
  local: ["Nothing leaves your computer.", "Nichts verlässt Ihren Computer.", "Rien ne quitte votre ordinateur.", "Niets verlaat uw computer."],
  language: ["Language", "Sprache", "Langue", "Taal"],
  files: ["Files", "Dateien", "Fichiers", "Bestanden"],
  closeAsk: ["Close {name}? Its text is kept nowhere else here.", "{name} schließen? Der Text bleibt hier sonst nirgends erhalten.", "Fermer {name} ? Son texte n’est gardé nulle part ailleurs ici.", "{name} sluiten? De tekst blijft hier nergens anders bewaard."],
  notes: ["Notes", "Notizen", "Notes", "Notities"],
  page: ["Page", "Seite", "Page", "Pagina"],
  findings: ["Findings", "Befunde", "Constats", "Bevindingen"],
  box: ["Bidding box", "Bietkasten", "Boîte à enchères", "Biedbox"],
  bid: ["Bid a hand", "Hand reizen", "Enchérir une main", "Hand bieden"],
  often: ["How often", "Wie oft", "Fréquences", "Hoe vaak"],
  sample: ["Hands", "Hände", "Mains", "Handen"],
  unread: ["Not understood", "Nicht verstanden", "Non compris", "Niet begrepen"],
  loading: ["Getting ready …", "Wird vorbereitet …", "Préparation …", "Wordt voorbereid …"],
  ready: ["Ready", "Bereit", "Prêt", "Klaar"],
  working: ["Working …", "Arbeitet …", "En cours …", "Bezig …"],
  late: ["This took longer than {seconds} s, so it was stopped. The notes are as they were.", "Das dauerte länger als {seconds} s und wurde beendet. Die Notizen sind unverändert.", "Cela a dépassé {seconds} s et a été arrêté. Les notes sont intactes.", "Dit duurde langer dan {seconds} s en is gestopt. De notities zijn onveranderd."],
  crashed: ["The program behind this page stopped and was started again. The notes are as they were.", "Das Programm hinter dieser Seite brach ab und wurde neu gestartet. Die Notizen sind unverändert.", "Le programme de cette page s’est arrêté et a redémarré. Les notes sont intactes.", "Het programma achter deze pagina stopte en is opnieuw gestart. De notities zijn onveranderd."],
  failed: ["The program behind this page does not start. You can write and save notes; load the page again for the rest.", "Das Programm hinter dieser Seite startet nicht. Schreiben und Speichern geht; laden Sie die Seite neu.", "Le programme de cette page ne démarre pas. Vous pouvez écrire et enregistrer ; rechargez la page.", "Het programma achter deze pagina start niet. Schrijven en opslaan kan; laad de pagina opnieuw."],
  noWasm: ["This browser has no WebAssembly, so notes can be written and saved here, but not read.", "Dieser Browser hat kein WebAssembly: Notizen lassen sich schreiben und speichern, aber nicht auswerten.", "Ce navigateur n’a pas WebAssembly : on peut écrire et enregistrer, mais pas analyser.", "Deze browser heeft geen WebAssembly: schrijven en opslaan kan, uitwerken niet."],
  noStorage: ["This browser keeps nothing here: save the notes as a file before you leave.", "Dieser Browser hebt hier nichts auf: Speichern Sie die Notizen als Datei, bevor Sie gehen.", "Ce navigateur ne garde rien ici : enregistrez un fichier avant de partir.", "Deze browser bewaart hier niets: sla de notities op voordat u weggaat."],
  fullStorage: ["The storage of this browser is full, so the last changes are not kept: save the notes as a file.", "Der Speicher dieses Browsers ist voll, die letzten Änderungen sind nicht gesichert: Speichern Sie eine Datei.", "Le stockage du navigateur est plein, les derniers changements ne sont pas gardés : enregistrez un fichier.", "De opslag van deze browser is vol, de laatste wijzigingen zijn niet bewaard: sla een bestand op."],
  otherTab: ["These notes are open in another tab, which keeps them. What you write here is not kept: save it as a file.", "Diese Notizen sind in einem anderen Tab offen, der sie aufhebt. Was Sie hier schreiben, wird nicht aufgehoben: Speichern Sie es.", "Ces notes sont ouvertes dans un autre onglet, qui les garde. Ce que vous écrivez ici n’est pas gardé : enregistrez-le.", "Deze notities staan open in een ander tabblad, dat ze bewaart. Wat u hier schrijft, wordt niet bewaard: sla het op."],
  tooLarge: ["{name} has {size} MB; files of up to {most} MB are opened.", "{name} hat {size} MB; geöffnet werden Dateien bis {most} MB.", "{name} fait {size} Mo ; la limite est de {most} Mo.", "{name} is {size} MB; bestanden tot {most} MB worden geopend."],
  tooMany: ["Only {most} files are opened at once.", "Es werden höchstens {most} Dateien geöffnet.", "{most} fichiers au plus sont ouverts.", "Er worden hoogstens {most} bestanden geopend."],
  binary: ["{name} is not text, so it was not opened.", "{name} ist kein Text und wurde nicht geöffnet.", "{name} n’est pas du texte et n’a pas été ouvert.", "{name} is geen tekst en is niet geopend."],
  nothingRead: ["Nothing in {name} could be read: {why}", "In {name} war nichts zu lesen: {why}", "Rien n’a pu être lu dans {name} : {why}", "In {name} was niets te lezen: {why}"],
  dropHere: ["Drop files here", "Dateien hier ablegen", "Déposez les fichiers ici", "Laat bestanden hier los"],
  nothing: ["Nothing was found.", "Nichts gefunden.", "Rien à signaler.", "Niets gevonden."],
  found: ["{count} findings", "{count} Befunde", "{count} constats", "{count} bevindingen"],
  oneFound: ["1 finding", "1 Befund", "1 constat", "1 bevinding"],
  line: ["line {line}", "Zeile {line}", "ligne {line}", "regel {line}"],
  fix: ["Fix", "Beheben", "Corriger", "Herstellen"],
  fixAll: ["Fix all that is sure", "Alles Sichere beheben", "Corriger tout ce qui est sûr", "Alles herstellen wat zeker is"],
  error: ["Error", "Fehler", "Erreur", "Fout"],
  warning: ["Warning", "Warnung", "Avertissement", "Waarschuwing"],
  info: ["Note", "Hinweis", "Remarque", "Opmerking"],
  hand: ["Hand", "Hand", "Main", "Hand"],
  handHelp: ["Spades first: AK843 Q5 KJ4 982", "Pik zuerst: AK843 Q5 KJ4 982", "Piques d’abord : AK843 Q5 KJ4 982", "Schoppen eerst: AK843 Q5 KJ4 982"],
  deal: ["Deal a hand", "Hand austeilen", "Donner une main", "Hand delen"],
  auction: ["Auction so far", "Reizung bisher", "Séquence", "Biedverloop"],
  auctionHelp: ["Empty for an opening; 1N-P, (1H)-P", "Leer für eine Eröffnung; 1N-P, (1H)-P", "Vide pour une ouverture ; 1N-P, (1H)-P", "Leeg voor een opening; 1N-P, (1H)-P"],
  vulnerable: ["Vulnerable", "In Gefahr", "Vulnérable", "Kwetsbaar"],
  none: ["nobody", "niemand", "personne", "niemand"],
  we: ["we", "wir", "nous", "wij"],
  they: ["they", "sie", "eux", "zij"],
  both: ["both", "beide", "tous", "beide"],
  ask: ["What do the notes bid?", "Was reizt das System?", "Que dit le système ?", "Wat bieden de notities?"],
  probably: ["probably", "wahrscheinlich", "probablement", "waarschijnlijk"],
  notKnown: ["not known", "nicht bekannt", "inconnu", "niet bekend"],
  readAs: ["read as", "gelesen als", "lu comme", "gelezen als"],
  fitsToo: ["The hand also fits", "Die Hand passt auch zu", "La main convient aussi à", "De hand past ook bij"],
  inTheWay: ["Rows in the way, which are not understood in full", "Zeilen im Weg, die nicht ganz verstanden sind", "Lignes incomprises qui font obstacle", "Regels in de weg die niet geheel begrepen zijn"],
  after: ["After", "Nach", "Après", "Na"],
  afterHelp: ["Empty for openings; 1N, 1N-2C", "Leer für Eröffnungen; 1N, 1N-2C", "Vide pour les ouvertures ; 1N, 1N-2C", "Leeg voor openingen; 1N, 1N-2C"],
  count: ["Count", "Zählen", "Compter", "Tellen"],
  call: ["Call", "Gebot", "Enchère", "Bod"],
  share: ["Share", "Anteil", "Part", "Aandeel"],
  meaning: ["Meaning", "Bedeutung", "Signification", "Betekenis"],
  passing: ["fits no row, passes", "passt zu keiner Zeile, passt", "ne convient à aucune ligne, passe", "past bij geen regel, past"],
  unknown: ["not known", "nicht bekannt", "inconnu", "niet bekend"],
  estimated: ["Estimated from {count} random hands.", "Geschätzt aus {count} zufälligen Händen.", "Estimé d’après {count} mains tirées au hasard.", "Geschat uit {count} willekeurige handen."],
  sampleAuction: ["Auction", "Reizung", "Séquence", "Biedverloop"],
  sampleHelp: ["1N-2C, (1H)-2C", "1N-2C, (1H)-2C", "1N-2C, (1H)-2C", "1N-2C, (1H)-2C"],
  dealHands: ["Deal hands", "Hände austeilen", "Donner des mains", "Handen delen"],
  allRead: ["Every row is understood.", "Jede Zeile ist verstanden.", "Chaque ligne est comprise.", "Elke regel is begrepen."],
  lacks: ["does not say: {what}", "sagt nichts über: {what}", "ne dit pas : {what}", "zegt niets over: {what}"],
  left: ["not understood: {what}", "nicht verstanden: {what}", "non compris : {what}", "niet begrepen: {what}"],
  write: ["Write {braces} there", "Dort {braces} schreiben", "Y écrire {braces}", "Daar {braces} schrijven"],
  ifSo: ["If this is what you play:", "Wenn Sie es so spielen:", "Si c’est ce que vous jouez :", "Als u dit zo speelt:"],
  again: ["Show again", "Neu zeigen", "Actualiser", "Opnieuw tonen"],
  stale: ["The notes have changed.", "Die Notizen haben sich geändert.", "Les notes ont changé.", "De notities zijn veranderd."],
  views: ["Views", "Ansichten", "Vues", "Weergaven"],
  editor: ["Text of the notes", "Text der Notizen", "Texte des notes", "Tekst van de notities"],
  // The words of the editor's search, by what the editor calls them.
  Find: ["Find", "Suchen", "Chercher", "Zoeken"],
  Replace: ["Replace", "Ersetzen", "Remplacer", "Vervangen"],
  next: ["next", "weiter", "suivant", "volgende"],
  previous: ["previous", "zurück", "précédent", "vorige"],
  all: ["all", "alle", "tout", "alle"],
  "match case": ["match case", "Groß und klein", "casse", "hoofdletters"],
  regexp: ["pattern", "Muster", "motif", "patroon"],
  "by word": ["by word", "ganze Wörter", "mots entiers", "hele woorden"],
  replace: ["replace", "ersetzen", "remplacer", "vervang"],
  "replace all": ["replace all", "alle ersetzen", "tout remplacer", "vervang alle"],
  close: ["Close {name}", "{name} schließen", "Fermer {name}", "{name} sluiten"],
};
Object.freeze(TABLE);

let at = 0;
export let language = "en";

export const SEARCH = ["Find", "Replace", "next", "previous", "all", "match case", "regexp", "by word", "replace", "replace all"];

export const choose = (name) => {
  language = name in LANGUAGES ? name : "en";
  at = Object.keys(LANGUAGES).indexOf(language);
  document.documentElement.lang = language;
};

export const say = (key, values = {}) => TABLE[key][at].replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

// Every word for the element that names it, its text or one of its attributes.
export const translate = (root = document) => {
  for (const element of root.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of root.querySelectorAll("[data-say-label]")) element.setAttribute("aria-label", say(element.dataset.sayLabel));
  for (const element of root.querySelectorAll("[data-say-placeholder]")) element.placeholder = say(element.dataset.sayPlaceholder);
};
