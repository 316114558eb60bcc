"""English words."""

from __future__ import annotations

from bml_core.hands.descriptions.words.vocabulary import Need, Obligation, Vocabulary

_NUMBERS = (
    "zero one two three four five six seven eight nine _ eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen twenty"
)

_SIDES = ((4, 4, "four", "four"), (5, 4, "five", "four"), (5, 5, "five", "five"), (6, 4, "six", "four"))
_SAME = {
    # Ten is a card, too.
    **{str(number): word for number, word in enumerate(_NUMBERS.split()) if word != "_"},
    **{str(20 + number): f"twenty {word}" for number, word in enumerate(_NUMBERS.split()[1:8], 1)},
    **{f"{long} - {short}": f"{one} {two}" for long, short, one, two in _SIDES},
    "hcp": "hcps, points, point, pts, high card points, high card point",
    "≥": "at least, minimum of, no less than, not less than, no fewer than, not fewer than",
    "≤": "at most, up to, maximum of, no more than, not more than",
    ">": "more than",
    "<": "fewer than, less than",
    "or+": "or more, or better, or longer, or higher, or stronger",
    "or-": "or less, or fewer, or shorter, or weaker",
    "balanced": "bal",
    "unbalanced": "unbal",
    "limit": "lim",
    "=": "= >, - >",
    "2 way": "2 - way",
    "semi-balanced": (
        "semi balanced, semi bal, semibalanced, semibal, ( semi ) balanced, ( semi ) bal, balanced or semi"
        " balanced, bal or semi bal"
    ),
    "singleton": "singletons, stiff, sing",
    "void": "voids",
    "doubleton": "doubletons",
    "shortness": "shortage, shortages, short suit",
    "card": "carder, carders, crd",
    "cards": "crds",
    "stopper": "stop, stops, stoppers",
    "stopped": "is stopped, are stopped",
    "keycard": "keycards, key card, key cards",
    "control": "controls, ctrls",
    "honours": "honors",
    **{rank: f"{rank}s" for rank in ("ace", "king", "queen", "jack", "ten")},
    "support": "trump support, sup, supp",
    "card support": "card fit",
    # Perhaps two cards.
    "tolerance": "some support, some fit",
    "limit raise": "lr",
    "cards support": "trumps, trump",
    "majors": "major suits",
    "minors": "minor suits",
    "both majors": "both majs",
    "both minors": "both mins",
    "any shortness": (
        "any splinter, some splinter, unknown splinter, unspecified splinter, undisclosed splinter,"
        " unidentified splinter"
    ),
    "somewhere": "anywhere",
    "negative double": "neg x, negative x, neg dbl, negative dbl",
    "support double": "support x, support dbl, sx",
    "transfer": "xfer",
    "lebensohl": "leb",
    "ask": "asks, asking, asked, inquiry, enquiry, inquires, enquires, question, query, queries",
    "steps": "step",
    "no": (
        "without, denies, denying, deny, denied, never, neither, has no, lacking, lacks, w / o, w o,"
        " does not have, doesn't have, does not hold, doesn't hold, do not have, don't have"
    ),
    "and no": "nor, but no, but not, but without, but denies",
    "exactly": "precisely, exactly a, exactly an, precisely a",
    "promises": "promising, guarantees, guaranteeing",
    "and": "&",
    "or": "- or",
    "with": "w /, w",
    "vs": "v.s., versus, against",
    "partner": "pd, partner's",
}

_SUITS = {
    "♠": "spades, spade, spds, !s, !ss, !s ' s, !♠, ♠s",
    "♥": "hearts, heart, hts, !h, !hs, !h ' s, !♥, ♥s",
    "♦": "diamonds, diamond, dia, dias, !d, !ds, !d ' s, !♦, ♦s",
    "♣": "clubs, club, !c, !cs, !c ' s, !♣, ♣s",
}

_ROLES = {
    "bid": "suit bid, bid suit, the suit bid, rebid suit",
    "own": "own suit, first suit",
    "partner": "partner's suit, partners suit, partner's major, partner's minor",
    "their": "their suit, their major, their minor, opponents' suit, opponent's suit, enemy suit",
    "other major": "other major, the other major, om",
    "other minor": "other minor, the other minor",
    "fourth": "fourth suit, the fourth suit, 4th suit",
}

_CALLS = "bid|call|response|rebid|reply|answer|acceptance|completion|relay"
_OBLIGATIONS = {
    # These are all that a clause says.
    Obligation.FORCED: f"""
        simply|just|always? completes|complete|completing|accepts|accept|obeys partner's?
        transfer|puppet|relay|marionette|request|order?,
        completion of? transfer|puppet|relay?, is? forced {_CALLS}?,
        compulsory|obligatory|mandatory|automatic {_CALLS}?, waiting bid|relay|response?, bid as asked
    """,
    Obligation.REST: "any|all|everything|anything else|other, otherwise",
    Obligation.CALLED_FORCING: """
        absolutely|always|natural|artificial|strong|conventional? and? game? forcing for? 1? round? !?,
        AMOUNT hcp? and? game? forcing, 100 % game? forcing, absolutely? forcing to game, 1 rf,
        game forcing relay|raise|hand|response|inquiry|checkback|stayman|jump|shift|with? SUIT?,
        game|general? force, 1 round force|forcing, forces for? 1? round?, force|forces to game
    """,
    Obligation.TO_PLAY: "natural|weak? to play, natural|weak? sign|signs|signing off, signoff, drop dead",
    # These may be anywhere in the text.
    Obligation.REQUEST: "transfer|transfers|xfer|puppet|relay|relays|marionette, t / f",
    Obligation.TO_GAME: """
        game force|forces|forced|forcing, force|forces|forced|forcing to game, forcing game, g / f,
        fg|gf
    """,
    Obligation.PASSABLE: """
        non|not|semi forcing, nonforcing, n / f, to play, sign|signs|signing off, signoff, drop dead,
        invitational|invitation|invites|invite|inviting, passable, may be passed,
        pass or correct, pass correct, pass / correct
    """,
    Obligation.FORCING: """
        forcing|ask|stayman|blackwood|gerber|keycard|splinter|checkback|drury|jacoby|lebensohl|waiting,
        artificial|cuebid, cue bid, 1 rf, slam try, fourth suit
    """,
    Obligation.TAKEOUT: "takeout, take out, negative|neg|responsive, t / o",
}

_BY_NEED = {
    # Intentions, and questions: how the auction goes on, not what is held.
    Need.NOTHING: """
        gf, game force, game forcing, forcing game, game forcing relay, forcing to game,
        f, nf, f1, force, general force, forcing, semi forcing, semi f, semi forced, non forcing, nonforcing,
        not forcing, forcing one round, forcing for one round, forcing for a round, one round force,
        one round forcing,
        inv, invitational, invites, invitation, invite, inviting, invitational or better,
        invite or better, inv+,
        invite+, invitational plus, invite plus, inv plus, constructive or better, game try,
        game tries, game invitation, game interest, to play, for play, to play opposite nothing, signoff,
        sign off, drop dead, pass or correct, pass correct, pass / correct, correctable, non correctable,
        waiting, waiting bid, relay, relays, forced, artificial, conventional, art, alert, puppet, stayman,
        puppet stayman, garbage stayman, checkback, checkback stayman, inquiry, enquiry, question, completes,
        completion, complete, accepts, completes transfer, completes the transfer, complete transfer,
        accepts transfer, accepts the transfer, accept transfer, accept the transfer, transfer accept,
        transferred, retransfer, slam interest, slam try, mild slam try, strong slam interest,
        slam invitation, no slam interest, quantitative, quant, choice of games, choice of game,
        choice of slams, pick a slam, offer to play, optional, competitive, competing,
        lead directing, new minor forcing, fourth suit forcing, 4th suit forcing,
        fourth suit forcing to game, 4th suit forcing to game, fourth suit game force,
        fourth suit game forcing, blackwood, gerber,
        any shape, any distribution, unlimited, any strength, any hcp, non promissory stayman, catch all,
        catchall, sets trumps, agrees trumps, setting trumps, trumps agreed, support agreed, nothing to say,
        one of 2, one of 3, one of 4, 1 of 2, 1 of 3, 1 of 4, 1 of several, 1 of, 1 of these,
        1 of the following, either of, either, penalty, penalties, for penalty, for penalties, business,
        reopening, no message, control asking, answers in steps, answers in 5 steps, responses in steps,
        responses in 3 steps, responses in 4 steps, responses in 5 steps, preference,
        simple preference, equal preference, roman keycard,
        roman keycard blackwood, exclusion keycard blackwood, keycard blackwood, grand slam force,
        roman keycard blackwood 1430, roman keycard blackwood 0314, roman keycard blackwood 3014, kickback,
        2 way, 2 way checkback, xyz, ogust, crowhurst, help suit ask, balancing, protective,
        lebensohl, cooperative, co operative, last train, retreat, runout, run out, escape, scrambling,
        system on, systems on, bid as asked, for takeout or penalty, interference, jump interference,
        penalty double, penalty pass, business double, business redouble, general slam try,
        general slam interest, sacrifice, sacrifice suggestion, suggests a sacrifice, play suggestion,
        suggestion to play, suggests to play, alternative contract, limit or better, limit or+, limit+, cog,
        2 / 1, 2 / 1 game forcing, 2 / 1 gf, minor suit stayman, minor stayman,
        forcing notrump, forcing nt, forcing 1nt, semi forcing notrump, semi forcing nt, semi forcing 1nt,
        nothing better to bid, nothing else to bid, whatever, n / a, not applicable, recompete, re compete,
        competition, improving the contract, rare, very rare, choose a major, choose a minor, pick a major,
        pick a minor, pick a suit, choice of majors, choice of minors, choice of suits, minorwood, redwood,
        crosswood, quantitative invite, preempt rkb, auto rkb, double fit rkb, lebensohl system,
        transfer lebensohl, ignore double, ignores the double, ignoring the double
    """,
    Need.MOST_POINTS: """
        weak, pre, preempt, preemptive, pre emptive, pre empt, weak 2, weak 3, weak jump, barrage, bust,
        negative, 2nd negative, second negative, double negative, dbl neg, fert,
        weak jump shift, wjs, limited, obstructive, weak jump overcall, negative free bid
    """,
    Need.LEAST_POINTS: """
        strong, positive, very strong, artificial and strong, strong and artificial, strong club, str,
        precision, precision club, polish, polish club, strong 2
    """,
    Need.ANY_POINTS: """
        minimum, maximum, constructive, const, intermediate, super accept, superaccept, gazzilli, gazz,
        odwrotka, moscito, romex, game values, opening values, opening strength, opening hand, opening points,
        max, min, medium,
        dead minimum, mixed, values
    """,
    Need.LENGTH: """
        jump shift, reverse, rebid, limit, inverted, new suit, 1 suiter, single suiter, jump, bergen, texas,
         rebids, overcall, jump overcall, canapé, drury, jacoby, jacoby 2nt, smolen, multi, gambling, kokish,
        namyats, walsh, t walsh, transfer walsh, stenberg, truscott, rubensohl, jordan, jordan 2nt,
        kaplan inversion, kaplan interchange
    """,
    Need.OWN_LENGTH: """
        nat, natural, help suit try, help suit game try, long suit try, long suit game try, trial bid
    """,
    Need.TWO_LENGTHS: """
        both majors, both minors, majors, minors, 2 suiter, 2 suited, michaels, flannery, muiderberg, lucas,
        ghestem, unusual, unusual notrump, landy, ekren, wilkosz, tartan, raptor, asptro, astro, aspro,
        lionel, dont, cappelletti, woolsey, multi landy, m landy, reverse flannery, rev flannery,
        leaping michaels, lowest 2 suits, the lowest 2 suits
    """,
    Need.SHORTNESS: "short suit try, short suit game try, exclusion",
}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = Vocabulary(
    same=_SAME,
    suits=_SUITS,
    roles=_ROLES,
    by_need=_BY_NEED,
    obligations=_OBLIGATIONS,
    fillers=_words("a an the hand hands shows showing holding holds has have some too"),
    hedges=_words(
        "usually normally often sometimes occasionally rarely mostly typically tends generally probably"
        " possibly perhaps maybe may might can could likely almost nearly about roughly around approximately"
        " vs opp opps"
    ),
    conditionals=_words(
        "if unless when whenever otherwise except excluding only but then though although while until where"
        " whether who vulnerable nonvulnerable vul nonvul nv v over after before favourable"
        " favorable unfavourable unfavorable seat seats partner partners opener opener's responder"
        " responder's opposite overcaller overcaller's opponents opponent their they them he his him"
        " else also instead passed unpassed red white green amber fav unfav"
    ),
    permits="""
        may hold, may have, may be, may contain, can hold, can have, can be, can contain, could hold,
        could have, could be, might hold, might have, might be, may also hold, may also have, may well have,
        maybe, possibly, perhaps, possible, does not promise, doesn't promise, need not have, need not hold,
        not promising, does not guarantee, doesn't guarantee
    """,
    permits_behind=_words("possible maybe allowed permitted optional ok"),
    artificial=_words(
        "transfer artificial conventional relay puppet stayman texas multi ask michaels unusual splinter"
        " drury smolen raise fit cue cuebid gerber blackwood keycard jacoby takeout support"
    ),
    shortened=_words(
        "max min incl excl approx ca pref poss prob usu resp opp bal unbal inv adv sing supp dbl conv comp"
        " nat eg ie ex cf viz esp bijv bv np bspw"
    ),
    letters={"S": "♠", "H": "♥", "D": "♦", "C": "♣"},
    exact={
        "cd": "card",
        "c support": "card support",
        "c sup": "card support",
        "c supp": "card support",
        "c suit": "card suit",
        "cds": "cards",
        "cM": "card major",
        "cm": "card minor",
        "card M": "card major",
        "card m": "card minor",
        "a M": "a major",
        "a m": "a minor",
        "no M": "no major",
        "no A or K": "no ace or king",
        "no A": "no ace",
        "no K": "no king",
        "A or K": "ace or king",
        "MM": "majors",
        "mm": "minors",
    },
)
