"""Polish words, for those of the phrases."""

from __future__ import annotations

from bml_core.hands.descriptions.words.vocabulary import Translation

POLISH = Translation(
    same={
        "2": "dwa, dwie, dwóch, dwu",
        "3": "trzy, trzech",
        "4": "cztery, czterech",
        "5": "pięć, pięciu",
        "6": "sześć, sześciu",
        "7": "siedem, siedmiu",
        "8": "osiem, ośmiu",
        "hcp": "pc, pkt, pkt ., punktów, punkty, punkt, pch, pkt pc, punktów honorowych, ph",
        "≥": "co najmniej, przynajmniej, minimalnie, od, nie mniej niż",
        "≤": "co najwyżej, najwyżej, maksymalnie, maks, maks ., nie więcej niż",
        ">": "więcej niż, ponad, powyżej",
        "<": "mniej niż, poniżej",
        "exactly": "dokładnie, równo",
        "between": "między, pomiędzy",
        "to": "do",
        "or+": (
            "lub więcej, i więcej, albo więcej, lub dłuższy, lub dłuższe, lub lepiej, lub lepszy, wzwyż,"
            " i wyżej"
        ),
        "or-": "lub mniej, i mniej, albo mniej, lub krócej, lub krótszy",
        "or": "lub, albo, bądź",
        "and": "i, oraz",
        "with": "z, ze",
        "and no": "ani",
        "no": "ani, bez, brak, nie ma, neguje, wyklucza, zaprzecza, przeczy, żaden, żadnej, żadnego, nigdy",
        "not": "nie",
        "in": "w, we",
        "both": "oba, obie, obydwa, obu",
        "hand": "ręka, ręką, rękę, ręki, skład, układ, składzie, układzie, w składzie, w układzie",
        "showing": "pokazuje, wskazuje, obiecuje, gwarantuje",
        "unknown": "nieznany, nieznana, nieznane, nieokreślony, nieokreślona, nieokreślone",
        "somewhere": "gdzieś",
        "any": "dowolny, dowolna, dowolne, dowolnym, jakikolwiek, jakakolwiek",
        "balanced": (
            "zrównoważony, zrównoważona, zrównoważone, zrównoważoną, zrównoważonej, zrównoważonego,"
            " zrównow, zrównow ., zrówn, zrówn ., równy skład, skład zrównoważony, układ zrównoważony,"
            " ręka zrównoważona"
        ),
        "unbalanced": (
            "niezrównoważony, niezrównoważona, niezrównoważone, niezrówn, niezrówn ., nierówny skład,"
            " skład niezrównoważony, układ niezrównoważony"
        ),
        "cards": "karty, kart, karta",
        "card": "kartowy, kartowe, kartowa, kartowego, kartowej",
        "suit": "kolor, koloru, kolorze",
        "suits": "kolory, kolorów",
        "major": (
            "starszy, kolor starszy, starszy kolor, starszego, starszego koloru, starszym,"
            " starszym kolorze, kolorze starszym, starszej, starsza"
        ),
        "minor": (
            "młodszy, kolor młodszy, młodszy kolor, młodszego, młodszego koloru, młodszym,"
            " młodszym kolorze, kolorze młodszym, młodszej, młodsza"
        ),
        "majors": (
            "starsze, kolory starsze, starsze kolory, kolorów starszych, starszych, starszych kolorów,"
            " starszych kolorach"
        ),
        "minors": (
            "młodsze, kolory młodsze, młodsze kolory, kolorów młodszych, młodszych, młodszych kolorów,"
            " młodszych kolorach"
        ),
        "4 card major": (
            "starsza czwórka, starszą czwórkę, czwórka starsza, czwórki starszej, starszej czwórki,"
            " czwórkę starszą"
        ),
        "5 card major": (
            "starsza piątka, starszą piątkę, piątka starsza, piątki starszej, starszej piątki, piątkę starszą"
        ),
        "4 card suit": "kolor czterokartowy, koloru czterokartowego",
        "5 card suit": "kolor pięciokartowy, koloru pięciokartowego",
        "6 card suit": "kolor sześciokartowy, koloru sześciokartowego",
        "4 card": "czwórka, czwórkę, czwórki, czterokartowy, czterokartowa",
        "3 card": "trójka, trójkę, trójki, trzykartowy",
        "5 card": "piątka, piątkę, piątki, pięciokartowy, pięciokartowa",
        "6 card": "szóstka, szóstkę, szóstki, sześciokartowy, sześciokartowa",
        "support": "poparcie, poparcia, poparciem",
        "cards support": "atuty, atutów",
        "fit": "fit, z fitem, fitem, fitu, uzgodnienie",
        "singleton": "singiel, singla, singlem, singleton, singletona, singletonem",
        "void": "renons, renonsu, renonsem",
        "doubleton": "dubel, dubla, dubleton, dubletona",
        "shortness": "krótkość, krótkości, krótki kolor, krótkością",
        "stopper": (
            "zatrzymanie, zatrzymania, zatrzymaniem, trzymanie, trzymania, trzymaniem, stoper, stopera"
        ),
        "ace": "as, asa, asy, asów",
        "king": "król, króla, króle, króli",
        "queen": "dama, damy, damę, dam",
        "jack": "walet, waleta, walety",
        "honours": "honory, honorów, figury, figur",
        "of": "spośród",
        "good ♠": "dobre piki, dobry pik",
        "good ♥": "dobre kiery, dobry kier",
        "good ♦": "dobre kara, dobre karo",
        "good ♣": "dobre trefle, dobry trefl",
        "game forcing": (
            "forsuje do dogranej, forsujące do dogranej, forsing do dogranej, forsujący do dogranej,"
            " forsuje do końcówki, forsujące do końcówki, forsing do końcówki, forsujący do końcówki,"
            " do dogranej, fd, sforsowane do dogranej, forsująca do dogranej"
        ),
        "forcing": "forsujące, forsujący, forsująca, forsuje, forsing",
        "forcing 1 round": (
            "forsujące na jedno okrążenie, forsing na jedno okrążenie, forsuje na jedno okrążenie,"
            " forsuje jedno okrążenie, forsujące na okrążenie, forsuje na okrążenie, na jedno okrążenie"
        ),
        "non forcing": "nieforsujące, nieforsujący, nieforsująca, nie forsuje, nie forsujące",
        "invitational": (
            "inwit, inwitujące, inwitujący, inwitująca, inwituje, inwitem, zaproszenie, inwit do dogranej"
        ),
        "invitational or+": "inwit lub lepiej, inwit lub więcej, co najmniej inwit, inwit plus, inwit +",
        "to play": "do gry, do grania, propozycja kontraktu, ostateczne",
        "sign off": "zamknięcie, odzywka kończąca, kończące, sign off, zamyka licytację",
        "transfer": "transfer",
        "transfer to": "transfer na",
        "completes the transfer": (
            "realizuje transfer, wykonuje transfer, przyjmuje transfer, realizacja transferu,"
            " wykonanie transferu, przyjęcie transferu"
        ),
        "forced": "wymuszone, obowiązkowe, wymuszony, automatyczne, automat",
        "natural": "naturalne, naturalny, naturalna, naturalnie",
        "artificial": "sztuczne, sztuczny, sztuczna, konwencyjne, konwencyjny, konwencyjna",
        "weak": "słabe, słaby, słaba, słabo",
        "weak 2": "słabe dwa, słabe 2",
        "preemptive": "blok, blokujące, blokująca, blokujący, blokiem, zaporowe, zaporowy",
        "strong": "silne, silny, silna, mocne, mocny, mocna",
        "positive": "pozytyw, pozytywne, pozytywny, pozytywna",
        "negative": "negat, negatywne, negatywny, negatywna",
        "minimum": "minimalne, minimalna, minimalny",
        "maximum": "maksimum, maksymalne, maksymalna, maksymalny",
        "constructive": "konstruktywne, konstruktywny, konstruktywna",
        "limited": "ograniczone, ograniczony, ograniczona, limitujące",
        "unlimited": "nieograniczone, nieograniczony, nieograniczona",
        "waiting": "wyczekujące, czekanie, odzywka wyczekująca, wyczekujący",
        "relay": "relay, rele, relais, pytający relay",
        "slam try": "próba szlemikowa, inwit szlemikowy, inwit do szlemika",
        "slam interest": (
            "zainteresowanie szlemikiem, szlemikowe, zainteresowanie szlemikowe, nadzieje szlemikowe"
        ),
        "game try": "próba dogranej, próba końcówki",
        "quantitative": "ilościowe, ilościowy, inwit ilościowy",
        "pass or correct": (
            "pas lub poprawka, pas lub popraw, pasuj lub popraw, do pasa lub korekty, do koloru partnera,"
            " pas albo popraw, pas lub korekta"
        ),
        "penalty": "karna, karne, karny, kontra karna",
        "takeout": "wywoławcza, wywoławcze, wywołująca",
        "takeout double": "kontra wywoławcza, wywoławcza kontra",
        "negative double": "kontra negatywna, kontra sputnik, negatywna kontra",
        "raise": "podniesienie, podnosi, podniesienie koloru",
        "cue bid": "cue bid, cuebid",
        "overcall": "wejście, wejście kolorem",
        "rebid": "rebid, powtórzenie",
        "jump shift": "skok w nowy kolor, przeskok kolorem",
        "any strength": "dowolna siła, dowolnej sile, dowolną siłę",
        "any shape": "dowolny skład, dowolny układ, dowolnym składzie, dowolnym układzie",
        "steps": "stopniach, stopnie, stopni, szczeblach, szczeble, krokach, kroki",
        "answers": "odpowiedzi, odpowiedź",
        "absolutely": "absolutnie, bezwzględnie, zawsze",
        "ask": "pyta, pytanie, pyta o, pytanie o, zapytanie",
        "may have": "może mieć, może zawierać, może posiadać",
        "maybe": "możliwe, możliwy, możliwa, ewentualnie, ew, ew ., być może",
        "usually": (
            "zwykle, zazwyczaj, przeważnie, często, czasem, czasami, niekiedy, najczęściej, rzadko, raczej"
        ),
        "about": "około, ok, ok ., mniej więcej, prawie",
        "may": "może, mogą, mógłby",
        "if": "jeśli, jeżeli, gdy, kiedy, o ile",
        "unless": "chyba że, oprócz, z wyjątkiem, poza",
        "otherwise": "inaczej, w przeciwnym razie",
        "any other": "wszystkie inne, każda inna, wszystko inne, wszystkie inne ręce, każda inna ręka",
        "this": "ten, ta, te, tego, tej",
        "they": "oni, ich, im",
        "only": "tylko, wyłącznie, jedynie",
        "but": "ale, lecz, jednak, choć",
        "after": "po",
        "before": "przed",
        "over": "na",
        "also": "też, także, również",
        "vul": "po partii, w partii",
        "nonvul": "przed partią",
        "partner": "partnera, partner, partnerem",
        "opener": "otwierający, otwierającego",
        "responder": "odpowiadający, odpowiadającego",
        "opponents": "przeciwnik, przeciwnika, przeciwnicy, przeciwników",
        "longer than": "dłuższy niż, dłuższe niż, dłuższy od",
        "notrump": "ba, bez atu",
    },
    suits={
        "♠": "pik, piki, pików, pikach, pikami, pika, pikowy, pikowe",
        "♥": "kier, kiery, kierów, kierach, kierami, kiera, kierowy, kierowe",
        "♦": "karo, kara, kar, karach, karami, karowy, karowe",
        "♣": "trefl, trefle, trefli, treflach, treflami, trefla, treflowy, treflowe",
    },
    roles={
        "own": "własny kolor, własnym kolorze, własnego koloru",
        "partner": "kolor partnera, kolorze partnera, koloru partnera",
        "their": (
            "kolor przeciwnika, kolorze przeciwnika, kolorze przeciwników, kolor przeciwników,"
            " koloru przeciwnika"
        ),
        "other major": "drugi starszy, drugim starszym, drugi kolor starszy, drugiego starszego",
        "other minor": "drugi młodszy, drugim młodszym, drugi kolor młodszy, drugiego młodszego",
        "fourth": "czwarty kolor, 4 kolor, czwartym kolorze",
    },
    letters={"P": "♠", "T": "♣", "C": "", "K": "", "H": "♥"},
)
