"""French words, for those of the phrases."""

from __future__ import annotations

from bml_core.hands.descriptions.words.vocabulary import Translation

FRENCH = Translation(
    same={
        "2": "deux",
        "3": "trois",
        "4": "quatre",
        "5": "cinq",
        "7": "sept",
        "8": "huit",
        "hcp": (
            "ph, points h, point h, pts h, points d'honneurs, points d'honneur, pts d'honneurs, points,"
            " pts, pts ., points honneurs"
        ),
        "≥": "au moins, minimum de, à partir de, pas moins de",
        "≤": "au plus, au maximum, jusqu'à, pas plus de, maximum de, limité à, limitée à",
        ">": "plus de",
        "<": "moins de",
        "exactly": "exactement",
        "between": "entre",
        "to": "à",
        "or+": "ou plus, et plus, ou mieux, et mieux, ou davantage",
        "or-": "ou moins, et moins",
        "or": "ou, ou bien, soit",
        "and": "et",
        "with": "avec",
        "no": "sans, pas de, dénie, nie, aucun, aucune, ne promet pas",
        "not": "pas, non",
        "in": "en, dans, dans les, dans la",
        "of": "de, des, du",
        "a": "un, une, l'un, l'une",
        "the": "le, la, les",
        "both": "les deux",
        "hand": "main, mains, jeu, jeux",
        "showing": "montre, promet, indique, garantit",
        "any": "quelconque, n'importe quel, n'importe quelle, toute, tout",
        "balanced": "régulier, régulière, réguliers, régulières, main régulière, jeu régulier, rég, reg",
        "unbalanced": "irrégulier, irrégulière, irréguliers, irrégulières, irrég, excentré, excentrée",
        "semi-balanced": "semi régulier, semi régulière",
        "cards": "cartes, carte",
        "in ♠": "à pique, à piques, dans les piques",
        "in ♥": "à coeur, à cœur, à coeurs, à cœurs, dans les coeurs, dans les cœurs",
        "in ♦": "à carreau, à carreaux, dans les carreaux",
        "in ♣": "à trèfle, à trèfles, dans les trèfles",
        "suit": "couleur",
        "suits": "couleurs",
        "major": "majeure",
        "minor": "mineure",
        "majors": "majeures",
        "minors": "mineures",
        "support": "soutien, de soutien, d'atout, d'atouts, atouts, atout",
        "fit": "fitté, fittée, fit",
        "singleton": "singletons, singl, single",
        "void": "chicane, chicanes",
        "shortness": "courte, courtes, couleur courte",
        "stopper": "arrêt, arrêts, tenue, tenues, garde",
        "no stopper": "pas d'arrêt, sans arrêt, pas de tenue, sans tenue",
        "stopped": "arrêté, arrêtée, gardé, gardée",
        "ace": "as",
        "king": "roi, rois",
        "queen": "dame, dames",
        "jack": "valet, valets",
        "honours": "honneurs, gros honneurs",
        "good ♠": "beaux piques, bons piques",
        "good ♥": "beaux coeurs, beaux cœurs, bons coeurs",
        "good ♦": "beaux carreaux, bons carreaux",
        "good ♣": "beaux trèfles, bons trèfles",
        "game forcing": "forcing de manche, forcing manche, fm, auto forcing, forcing jusqu'à la manche",
        "forcing": "impératif, impérative",
        "forcing 1 round": "forcing un tour, forcing 1 tour, forcing pour un tour, impératif un tour",
        "non forcing": "non forcing, pas forcing, non forcée",
        "invitational": (
            "propositionnel, propositionnelle, proposition, proposition de manche, invite, invitation,"
            " invitatif, invitant"
        ),
        "invitational or+": "propositionnel ou mieux, proposition ou mieux, au moins propositionnel",
        "to play": "pour jouer, à jouer, conclusion, conclut, pour les jouer",
        "sign off": "arrêt absolu, arrêt au palier, enchère d'arrêt",
        "transfer": "transfert, texas",
        "transfer to": (
            "transfert pour les, transfert pour, transfert vers, transfert à, texas pour les, texas pour,"
            " texas vers, texas à, transfert vers les"
        ),
        "completes the transfer": (
            "rectification, rectifie, rectification du texas, rectifie le texas, transfert rectifié,"
            " accepte le transfert"
        ),
        "forced": "forcé, forcée, obligatoire",
        "natural": "naturel, naturelle",
        "artificial": "artificiel, artificielle, conventionnel, conventionnelle",
        "weak": "faible, faibles",
        "weak 2": "2 faible, deux faible",
        "preemptive": "barrage, de barrage, préemptif, préemptive",
        "strong": "fort, forte, forts, fortes",
        "positive": "positif, positive",
        "negative": "négatif, négative",
        "minimum": "minimum, minimal, minimale, mini",
        "maximum": "maximum, maxi, maximal, maximale",
        "constructive": "constructif, constructive",
        "limited": "limité, limitée",
        "unlimited": "illimité, illimitée",
        "waiting": "attente, enchère d'attente, d'attente",
        "relay": "relais",
        "slam try": "essai de chelem, tentative de chelem",
        "slam interest": "espoir de chelem, intérêt de chelem, ambition de chelem, chelem possible",
        "game try": "essai, enchère d'essai, essai de manche",
        "quantitative": "quantitatif, quantitative",
        "pass or correct": (
            "passe ou corrige, passer ou corriger, passe ou rectifie, pour passer ou corriger,"
            " passe / corrige"
        ),
        "penalty": "punitif, punitive, de pénalité, pour pénaliser, pénalité",
        "takeout": "d'appel, appel",
        "takeout double": "contre d'appel",
        "negative double": "contre négatif, contre spoutnik, spoutnik",
        "raise": "soutien simple, soutien direct",
        "cue bid": "cue bid, cuebid",
        "overcall": "intervention",
        "rebid": "redemande, répétition",
        "jump shift": "saut dans une couleur, changement de couleur à saut",
        "any strength": "toute force, force quelconque",
        "any shape": "toute distribution, distribution quelconque, toutes distributions",
        "ask": (
            "question, interroge, interrogative, demande les, demande des, demande la, demande le,"
            " demande un, demande une, demande de, demande si, interrogation, pose la question"
        ),
        "may have": "peut avoir, peut contenir, peut posséder",
        "maybe": "peut être, éventuellement, parfois, possible, éventuel, éventuelle",
        "usually": (
            "souvent, généralement, normalement, habituellement, rarement, en général, en principe,"
            " presque toujours"
        ),
        "about": "environ, presque, autour de, à peu près",
        "may": "peut, peuvent, pourrait",
        "if": "si, s'il, s'ils, lorsque, quand",
        "unless": "sauf, sauf si, à moins que, excepté, hormis",
        "otherwise": "sinon, autrement",
        "only": "seulement, uniquement, ne que",
        "but": "mais",
        "after": "après",
        "before": "avant",
        "over": "sur",
        "also": "aussi, également",
        "vul": "vulnérable, vulnérables, vuln",
        "partner": "partenaire, du partenaire",
        "opener": "ouvreur, l'ouvreur, de l'ouvreur",
        "responder": "répondant, du répondant",
        "opponents": "adverse, adverses, adversaire, adversaires, l'adversaire, camp adverse",
        "longer than": "plus long que, plus longue que, plus longs que",
        "notrump": "sa, sans atout",
    },
    suits={
        "♠": "pique, piques",
        "♥": "coeur, coeurs, cœur, cœurs",
        "♦": "carreau, carreaux",
        "♣": "trèfle, trèfles",
    },
    roles={
        "own": "couleur propre, sa propre couleur",
        "partner": "couleur du partenaire, la couleur du partenaire",
        "their": "couleur adverse, la couleur adverse, couleur de l'adversaire",
        "other major": "autre majeure, l'autre majeure",
        "other minor": "autre mineure, l'autre mineure",
        "fourth": (
            "quatrième couleur, la quatrième couleur, 4ème couleur, 4 ème couleur, 4e couleur, 4 e couleur"
        ),
    },
    exact={"H": "hcp"},
    letters={"P": "♠", "K": "♦", "T": "♣", "C": "", "H": ""},
)
