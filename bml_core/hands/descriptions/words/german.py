"""German words, for those of the phrases."""

from __future__ import annotations

from bml_core.hands.descriptions.words.vocabulary import Translation

GERMAN = Translation(
    same={
        "1": "eins, einer von",
        "2": "zwei",
        "3": "drei",
        "4": "vier",
        "5": "fünf",
        "6": "sechs",
        "7": "sieben",
        "8": "acht",
        "hcp": "fp, punkte, punkten, pkt, pkte, pkt ., figurenpunkte, figurenpunkten, honneurpunkte",
        "≥": "mindestens, mind, mind ., wenigstens, ab, nicht weniger als, nicht unter",
        "≤": "höchstens, höchst, maximal, bis zu, nicht mehr als, nicht über",
        ">": "mehr als, über",
        "<": "weniger als, unter",
        "exactly": "genau, exakt",
        "between": "zwischen",
        "to": "bis",
        "or+": "oder mehr, und mehr, oder länger, oder besser, oder stärker, oder höher",
        "or-": "oder weniger, oder kürzer, oder schwächer",
        "or": "oder, bzw, bzw .",
        "and": "und, sowie",
        "with": "mit",
        "no": "kein, keine, keinen, keiner, ohne, verneint, nie, niemals",
        "not": "nicht",
        "in": "im",
        "of": "von, der, des",
        "a": "ein, eine, einen, einer, einem, eines",
        "the": "die, das, den, dem",
        "both": "beide, beiden",
        "hand": "blatt, hände, blätter, verteilung",
        "showing": "zeigt, verspricht, hat",
        "some": "etwas",
        "unknown": ("unbekannt, unbekannte, unbekannter, unbekanntes, unbestimmt, unbestimmte, unbestimmtes"),
        "somewhere": "irgendwo",
        "any": "beliebig, beliebige, beliebiger, beliebiges, irgendein, irgendeine",
        "balanced": (
            "ausgeglichen, ausgeglichene, ausgeglichener, ausgeglichenes, ausgegl, ausgegl .,"
            " gleichmäßig, gleichmäßige, gleichmäßiges, gleichmäßiger, gleichmässig, gleichmässige,"
            " gleichm, gleichm ., sa verteilung, gleichmäßig verteilt"
        ),
        "unbalanced": (
            "unausgeglichen, unausgeglichene, unausgeglichenes, ungleichmäßig, ungleichmäßige,"
            " ungleichmässig, unausgegl, unausgegl ."
        ),
        "card": "er, karten lang, kartig, kartige",
        "card suit": "er länge, er farbe, kartenlänge, karten länge",
        "4 card": "vierer",
        "5 card": "fünfer",
        "6 card": "sechser",
        "4 card suit": "viererlänge, vierer länge",
        "5 card suit": "fünferlänge, fünfer länge",
        "6 card suit": "sechserlänge, sechser länge",
        "cards": "karten, karte",
        "suit": "farbe",
        "major": "oberfarbe, edelfarbe, hochfarbe",
        "minor": "unterfarbe",
        "majors": "oberfarben, edelfarben",
        "minors": "unterfarben",
        "support": "anschluss, anschluß, unterstützung, trümpfe, trumpfanschluss",
        "fit": "fit",
        "singleton": "single, singles, einzelkarte",
        "void": "chicane, chicanes",
        "doubleton": "doubletons, zweierlänge",
        "shortness": "kürze, kürzen",
        "short": "kurz, kurze, kurzes",
        "stopper": "stopper, halt, hält, stop",
        "ace": "as, ass, asse",
        "king": "könig, könige",
        "queen": "dame, damen",
        "jack": "bube, buben",
        "honours": "figuren, honneurs",
        "good ♠": "gutes pik, gute piks",
        "good ♥": "gutes coeur, gute coeurs, gutes herz",
        "good ♦": "gutes karo, gute karos",
        "good ♣": "gutes treff, gute treffs",
        "game forcing": (
            "partieforcierend, partieforcing, partieforce, partie forcing, partieforcierung,"
            " forcierend bis zur partie, forcing bis zur partie, forciert zur partie,"
            " partieforcierende hand, vollspielforcierend, pf, forcierend zur partie"
        ),
        "forcing": "forcierend, forciert",
        "forcing 1 round": (
            "rundenforcierend, rundenforcing, forcierend für eine runde, forcing für eine runde,"
            " eine runde forcierend, rf"
        ),
        "non forcing": "nicht forcierend, nicht forcing, nonforcing, unforcierend",
        "invitational": (
            "einladend, einladung, lädt ein, partieeinladend, partieeinladung, einladend zur partie"
        ),
        "invitational or+": "mindestens einladend, einladend oder besser, einladend oder stärker",
        "to play": "zum spielen, zu spielen, abschluss, abschließend, schlussgebot, abschlussgebot, spielt",
        "sign off": "absteigend, abwinken, stoppgebot",
        "transfer": "transfergebot, transfer gebot",
        "transfer to": "transfer auf, transfer nach, transfer für, transfer zu",
        "completes transfer": (
            "führt transfer aus, nimmt transfer an, führt den transfer aus, nimmt den transfer an,"
            " transferausführung, transfer ausgeführt"
        ),
        "forced": "erzwungen, gezwungen, zwangsgebot, automatisch",
        "natural": "natürlich, natürliche, natürliches, naturell, nat",
        "artificial": "künstlich, künstliches, künstliche, konventionell",
        "weak": "schwach, schwache, schwaches, schwacher",
        "weak 2": "weak two, schwache zwei, schwaches zweierspiel",
        "preemptive": "sperrend, sperrgebot, sperransage, sperre, sperreröffnung, barrage",
        "strong": "stark, starke, starkes, starker",
        "positive": "positiv, positive",
        "negative": "negativ, negative",
        "minimum": "minimal, minimum, minimale, minimales",
        "maximum": "maximum",
        "constructive": "konstruktiv",
        "limited": "limitiert",
        "unlimited": "unlimitiert, unbegrenzt",
        "waiting": "abwartend, wartegebot, warten, abwarten",
        "relay": "relais",
        "slam try": "schlemmversuch, schlemmeinladung, schlemm versuch",
        "slam interest": "schlemminteresse, schlemm interesse",
        "game try": "partieversuch, partie versuch",
        "quantitative": "quantitativ",
        "pass or correct": (
            "passen oder ausbessern, pass oder ausbessern, passen oder korrigieren, pass oder korrigieren"
        ),
        "penalty": "strafkontra, strafe, zur strafe",
        "takeout double": "informationskontra, takeout kontra, infokontra, info kontra, aufforderungskontra",
        "negative double": "negativkontra, negatives kontra",
        "raise": "hebung, hebt, einfache hebung",
        "cue bid": "überruf, cuebid",
        "overcall": "gegenreizung, zwischenreizung, zwischengebot",
        "jump shift": "farbwechsel im sprung, sprung in neue farbe",
        "rebid": "wiedergebot, wiederholung",
        "any strength": "beliebige stärke, jede stärke",
        "any shape": "beliebige verteilung, jede verteilung",
        "steps": "stufen, stufe, schritten, schritte",
        "answers": "antworten, antwort",
        "absolutely": "absolut, unbedingt",
        "ask": "fragt, frage, fragt nach, frage nach, erfragt, abfrage, assfrage, asfrage",
        "may have": "kann haben, darf haben, kann enthalten",
        "maybe": "evtl, evtl ., eventuell, vielleicht, möglicherweise, möglich, ggf, ggf .",
        "usually": (
            "meist, meistens, normalerweise, gewöhnlich, üblicherweise, oft, häufig, manchmal, selten,"
            " gelegentlich, in der regel, idr, i . d . r ."
        ),
        "about": "ca, ca ., etwa, ungefähr, circa, rund, fast, knapp, gut",
        "may": "kann, können, darf, könnte",
        "if": "wenn, falls, sofern, sobald",
        "unless": "außer, ausser, es sei denn, ausgenommen",
        "otherwise": "sonst, ansonsten, andernfalls",
        "any other": "alle anderen, alles andere, jede andere, alle anderen hände, jede andere hand",
        "only": "nur, lediglich",
        "but": "aber, jedoch, sondern, obwohl, doch",
        "after": "nach",
        "before": "vor",
        "also": "auch",
        "vul": "in gefahr, gefahr",
        "nonvul": "nicht in gefahr, außer gefahr",
        "partner": "partners, partnerin",
        "opener": "eröffner, eröffners",
        "responder": "antwortender, antwortenden, antworter, responder",
        "opponents": "gegner, gegners, gegnern, gegnerisch, gegnerische, gegnerischen",
        "longer than": "länger als",
        "notrump": "sa, sans atout, ohne trumpf",
    },
    suits={
        "♠": "pik, piks, pique",
        "♥": "coeur, coeurs, cœur, cœurs, herz, herzen, cör",
        "♦": "karo, karos",
        "♣": "treff, treffs, trèfle, kreuz",
    },
    roles={
        "own": "eigene farbe, eigenfarbe",
        "partner": "partners farbe, partnerfarbe, farbe des partners",
        "their": (
            "gegnerfarbe, gegnerische farbe, gegnerischen farbe, farbe des gegners, farbe der gegner,"
            " in gegnerfarbe"
        ),
        "other major": "andere oberfarbe, die andere oberfarbe, anderen oberfarbe, der anderen oberfarbe",
        "other minor": "andere unterfarbe, die andere unterfarbe, anderen unterfarbe, der anderen unterfarbe",
        "fourth": "vierte farbe, 4 . farbe, die vierte farbe",
    },
    exact={"OF": "major", "UF": "minor", "OFs": "majors", "UFs": "minors"},
    letters={"P": "♠", "K": "♦", "T": "♣", "C": ""},
)
