"""Questions out of notes: what is asked, which answers are offered, and what is never asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bml_core.bridge import PASS, SUITS, Call, Hand
from bml_core.diagnostics import Location
from bml_core.hands.bidding import Certainty, choose_call
from bml_core.hands.conditions import all_of, cards
from bml_core.hands.counting import has_hands
from bml_core.hands.descriptions import explain
from bml_core.notes import Notes, load, loads
from bml_core.practice import Question, QuestionKind, find_topic, heading_topics, questions, read_topics

FIXTURES = Path(__file__).parent / "fixtures"
PLACE = Location("topic", 1)


@pytest.fixture(scope="module")
def notes() -> Notes:
    return load(FIXTURES / "notes.bml")


@pytest.fixture(scope="module")
def every(notes: Notes) -> list[Question]:
    return list(questions(notes, n=500, seed=7))


def of(kind: QuestionKind, found: list[Question]) -> list[Question]:
    return [question for question in found if question.kind is kind]


def test_a_question_is_shown_by_its_hand_or_its_auction(every: list[Question]) -> None:
    for question in every:
        shown = str(question.hand) if question.hand else f"{question.auction:short}"
        assert repr(question).startswith(f"<Question {question.kind.value} {shown}: ")


def test_all_kinds_are_asked_and_take_turns(notes: Notes) -> None:
    kinds = [question.kind.value for question in questions(notes, n=6, seed=3)]
    assert kinds == ["meaning", "call", "hand"] * 2


def test_the_same_seed_asks_the_same_and_another_one_does_not(notes: Notes) -> None:
    first, again, other = (questions(notes, n=5, seed=seed).records() for seed in (1, 1, 2))
    assert first == again != other


def test_the_right_answer_of_a_meaning_is_the_text_of_its_row(every: list[Question]) -> None:
    for question in of(QuestionKind.MEANING, every):
        assert question.agreement is not None
        assert question.answer.text == question.agreement.text
        assert question.agreement.auction == question.auction


def test_no_wrong_meaning_is_a_wider_or_a_narrower_way_to_say_the_same(
    notes: Notes, every: list[Question]
) -> None:
    for question in of(QuestionKind.MEANING, every):
        assert question.agreement is not None
        mine = explain(question.agreement, notes).condition
        for answer in question.answers:
            if answer.agreement in (None, question.agreement):
                continue
            other = explain(answer.agreement, notes).condition
            assert str(other) != str(mine)
            assert str(mine & other) not in (str(mine), str(other)), question


def test_answers_are_four_different_texts_or_three_to_five_calls(every: list[Question]) -> None:
    for question in every:
        texts = [answer.text for answer in question.answers]
        assert len({text.lower() for text in texts}) == len(texts)
        assert len(texts) == 4 if question.kind is QuestionKind.MEANING else 3 <= len(texts) <= 4


def test_every_call_that_is_offered_is_legal(every: list[Question]) -> None:
    for question in every:
        if question.kind is not QuestionKind.MEANING:
            calls = [Call.parse(answer.text) for answer in question.answers]
            assert [question.auction.illegality(call) for call in calls] == [None] * len(calls)


def test_a_hand_is_asked_about_only_where_the_notes_are_certain(notes: Notes, every: list[Question]) -> None:
    asked = of(QuestionKind.HAND, every)
    assert len(asked) > 20
    for question in asked:
        assert question.hand is not None
        choice = choose_call(notes, question.hand, question.auction)
        assert choice.certainty is Certainty.CERTAIN
        assert str(choice.call) == question.answer.text
        assert choice.diagnostics == ()
    assert any(question.answer.text == str(PASS) for question in asked)


def test_rows_that_are_not_understood_are_not_asked(every: list[Question]) -> None:
    assert not [each for each in every if "Malmö" in each.answer.text or "Malmö" in each.text]


def test_a_call_is_not_offered_where_a_row_of_many_calls_may_mean_it(every: list[Question]) -> None:
    offered = {
        answer.text
        for question in of(QuestionKind.CALL, every)
        if not question.auction.calls
        for answer in question.answers
    }
    # "3x" is no agreement on a call, so that nobody knows what 3C means.
    assert not {"3C", "3D"} & offered


def test_a_text_that_says_little_is_asked_with_its_reading(notes: Notes) -> None:
    texts = [question.text for question in questions(notes, "1N-2H", n=1, kinds=[QuestionKind.CALL])]
    assert texts == ["transfer (5+ spades)"]


def test_an_opening_of_five_cards_is_told_as_one_of_six_as_well() -> None:
    notes = loads("1H  five of them, 12-21\n1S  5 spades, 12-21\n1C  3+ clubs, 12-21\n2H  6 hearts, 5-10")
    texts = {each.text for each in questions(notes, "1H", n=4, kinds=[QuestionKind.CALL])}
    assert texts == {"five of them, 12-21 (5+ hearts, 12-21 hcp)"}


def test_the_range_beside_the_right_one_is_a_wrong_answer(every: list[Question]) -> None:
    question = next(each for each in of(QuestionKind.MEANING, every) if str(each.auction) == "1NT")
    assert {"9--11 hcp, balanced", "15--17 hcp, balanced"} & {answer.text for answer in question.answers}


def test_keys_stay_when_words_change_or_rows_move() -> None:
    rows = "1C  16+ hcp\n1D  3+ diamonds, 11-15 hcp\n1H  5+ hearts, 11-15 hcp\n1N  12-14 bal\n"
    asked = [QuestionKind.MEANING, QuestionKind.CALL]
    before = {question.key for question in questions(loads(rows), n=100, kinds=asked)}
    moved = loads(f"\n\nText.\n\n{rows.replace('12-14 bal', 'Balanced, 12 to 14')}")
    assert before == {question.key for question in questions(moved, n=100, kinds=asked)}


def test_a_pattern_chooses_what_is_asked(notes: Notes) -> None:
    asked = questions(notes, "1N-2C", n=3, kinds=[QuestionKind.MEANING])
    assert {str(question.auction)[:6] for question in asked} == {"1NT-2C"}, asked


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("1N-7H", "error BML651: The notes have nothing on 1NT-7H. The nearest: 1NT-"),
        ("1N-8H", "error BML631: 8H is not a call."),
    ],
)
def test_an_auction_that_the_notes_lack_is_reported(notes: Notes, pattern: str, said: str) -> None:
    asked = questions(notes, pattern)
    assert not asked.questions
    assert said in str(asked.diagnostics[0])


def test_too_few_questions_are_reported(notes: Notes) -> None:
    asked = questions(notes, "1N-2C", n=500)
    assert 0 < len(asked) < 500
    assert str(asked.diagnostics[0]).startswith("auction:1:1: warning BML653: The notes say enough for ")


def test_notes_of_which_nothing_is_understood_have_no_questions() -> None:
    asked = questions(loads("1C  foo\n1D  bar\n1H  baz\n1S  quux"))
    assert [found.code for found in asked.diagnostics] == ["BML653"]
    assert not asked.questions


@pytest.mark.parametrize("n", [-1, 1001])
def test_numbers_out_of_range_are_misuse(notes: Notes, n: int) -> None:
    with pytest.raises(ValueError, match=r"n must be from 0 to 1,000"):
        questions(notes, n=n)


def test_what_earlier_calls_show_makes_an_answer_right_as_well() -> None:
    text = """\
1C  4+ clubs, 11-21 hcp
  1H  4+ hearts, 6+ hcp
    1S  4 spades
    1N  12-14 hcp, balanced, 0-3 spades
    2C  6+ clubs, 11-15 hcp
    2H  4 hearts, 11-14 hcp
  1S  4+ spades, 6+ hcp
  1N  6-10 hcp, balanced
"""
    notes = loads(text)
    # Opener has more than six points in any case, so "4+ spades, 6+ hcp" is true of 1S as well.
    for seed in range(20):
        for question in questions(notes, "1C-1H-1S", 1, seed=seed, kinds=[QuestionKind.MEANING]):
            assert "4+ spades, 6+ hcp" not in [answer.text for answer in question.answers]


def test_one_hand_in_other_words_is_no_wrong_answer() -> None:
    rows = "1C  11-21, 3+!c\n1D  11-21, 4+!d\n(1D)\n  1S  natural, good suit\n  2C  5+!c, 9+\n"
    notes = loads(f"{rows}(1H)\n  1S  5+!s, 8-15 hcp\n  2C  5+!c, 10-16 hcp")
    texts = {
        answer.text
        for seed in range(20)
        for question in questions(notes, "(1H)-1S", 1, seed=seed, kinds=[QuestionKind.MEANING])
        for answer in question.answers
    }
    assert "natural, good suit" not in texts
    assert "5+!c, 9+" in texts


def test_a_jump_is_offered_only_beside_a_range() -> None:
    notes = loads("1N  15-17 bal\n  2C  Stayman\n    2D  no 4cM\n    2H  4+!h\n    2N  17 hcp, no 4cM")
    for seed in range(9):
        for question in questions(notes, "1N-2C-2H", 1, seed=seed, kinds=[QuestionKind.CALL]):
            assert "3H" not in [answer.text for answer in question.answers]


def test_a_hand_is_told_what_it_lacks_for_the_other_calls() -> None:
    notes = loads(
        "1S  5+ spades, 11-21 hcp\n  1N  6-9 hcp\n  2S  3+ spades, 6-9 hcp\n  2D  4+ diamonds, 10+ hcp"
    )
    found = questions(notes, "1S", n=20, seed=2, kinds=[QuestionKind.HAND])
    said = {each.why for each in found if each.answer.text == "2D"}
    assert "It fits no other row (1NT: 6-9 hcp; 2S: 3+ spades)." in said


def test_doubles_are_spelled_as_in_the_notes() -> None:
    rows = "1D  4+!d, 11-21\n\n1D-(1S)-\nX  4!h, 6+ hcp\n2D  4+!d, 6-9\n2H  5+!h, 10+ hcp\n1N  7-10, stopper"
    for written, shown in (("X", "X"), ("D", "D"), ("Dbl", "D")):
        notes = loads(rows.replace("X", written))
        (asked,) = questions(notes, "1D-(1S)-D", n=1, kinds=[QuestionKind.CALL])
        assert asked.answer.text == shown
        (asked,) = questions(notes, "1D-(1S)-D", n=1, kinds=[QuestionKind.MEANING])
        assert asked.spelled == f"1D-(1S)-{shown}"


# ---------------------------------------------------------------- topics


def test_headings_are_topics_and_hold_those_below_them(notes: Notes) -> None:
    topics = heading_topics(notes.documents)
    found = {topic.name: [str(row) for row in topic.rows(notes)] for topic in topics}
    assert list(found) == ["Openings", "Notrump", "After 1NT", "Majors"]
    assert found["Notrump"] == found["After 1NT"]
    assert found["Majors"][:2] == ["1H-2H", "1H-2NT"]


def test_each_table_is_in_one_topic_as_deep_as_there_are_few() -> None:
    text = "".join(
        f"{'*' * level} {name}\n\n1C  {name}\n\n" for level, name in ((1, "A"), (2, "B"), (2, "C"))
    )
    documents = loads(text).documents
    names = [[topic.name for topic in heading_topics(documents, most=most)] for most in (0, 3, 2)]
    assert names == [["A", "B", "C"], ["A", "B", "C"], ["A"]]
    sizes = [[len(topic.tables) for topic in heading_topics(documents, most=most)] for most in (0, 3, 2)]
    assert sizes == [[3, 1, 1], [1, 1, 1], [3]]


def test_a_file_of_topics_names_auctions() -> None:
    text = '["Raises"]\nauctions = ["1M-2M", "1M-3M"]\ndescription = "What partner needs"\n'
    (topic,) = read_topics(text, "bml-topics.toml").value
    assert (topic.name, [str(pattern) for pattern in topic.patterns]) == ("Raises", ["1M-2M", "1M-3M"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[x", "The file is not TOML"),
        ("x = 1", "The topic x has no list of auctions."),
        ("[x]\nauctions = []", "The topic x has no list of auctions."),
        ('[x]\nauctions = ["8N"]', "The topic x: 8N is not a call."),
        ('[x]\nauctions = ["1N"]\nseed = 3', "The topic x has the key seed, which is not known."),
    ],
)
def test_what_is_wrong_with_a_file_of_topics_is_reported(text: str, said: str) -> None:
    read = read_topics(text, "bml-topics.toml")
    assert read.value == ()
    assert str(read.diagnostics[0]).startswith(f"bml-topics.toml:1:1: error BML652: {said}")


def test_a_topic_is_found_by_name_whatever_its_case(notes: Notes) -> None:
    topics = heading_topics(notes.documents)
    assert find_topic("majors", topics, PLACE).value == topics[-1]
    said = find_topic("Mayors", topics, PLACE).diagnostics[0]
    assert said.sentence == "The notes have no topic Mayors. Did you mean Majors?"


def test_several_topics_are_asked_about_together(notes: Notes) -> None:
    topics = heading_topics(notes.documents)
    both, *each = (find_topic(name, topics, PLACE).value for name in ("majors, Notrump", "majors", "notrump"))
    assert both is not None
    assert both.name == "Majors, Notrump"
    assert {*both.rows(notes)} == {row for topic in each if topic for row in topic.rows(notes)}
    missing = find_topic("majors, leads, carding", topics, PLACE)
    assert missing.value is None
    assert [fault.message[-9:] for fault in missing.diagnostics] == ["ic leads.", " carding."]


def test_a_notrump_bid_that_says_nothing_of_shape_is_not_asked_with_a_singleton() -> None:
    notes = loads(
        "(1H)\n  1N  15-18 hcp, stopper in hearts\n  1S  5+ spades, 8-16 hcp\n  2C  6+ clubs, 8-14 hcp"
    )
    hands = [
        each.hand for each in questions(notes, n=12, kinds=[QuestionKind.HAND]) if each.answer.text == "1NT"
    ]
    assert hands
    assert all(hand is not None and min(hand.shape) > 1 for hand in hands)


_TWO_WAYS: list[tuple[str, str, Callable[[Hand], bool]]] = [
    # With four cards of partner's suit, or six points, no player passes, whatever the notes leave out.
    ("1S  11-21, 5+!s|  2C  4+!c, 12+|  2S  3!s, 6-9", "P", lambda h: len(h.spades) < 4 and h.hcp < 6),
    # What partner bids is not what he has.
    ("1C  16+|  1D  0-7|    1H  5+!h|    1N  bal, 16-19|    2C  5+!c", "P", lambda h: h.hcp < 16),
    # Stayman or a transfer with both majors, notrump or a suit: that is judgement.
    ("1N  15-17 bal|  2C  Stayman, 8+|  2H  transfer", "2H", lambda h: len(h.hearts) < 4 or h.hcp < 8),
    ("1D  11-21, 4+!d|  2C  11+, 4+!c|  2N  11-12 bal|  1S  4+!s, 6+", "2NT", lambda h: len(h.clubs) < 4),
    # A balanced hand bids 2C as well, whatever its longest suit.
    ("1S  5+!s, 11+|  2C  12+, 4+!c or bal|  2D  12+, 5+!d", "2D", lambda h: sorted(h.shape) != [2, 3, 3, 5]),
    # A splinter or a limit raise, an overcall or a double, clubs or diamonds: no notes say it.
    (
        "1H  5+!h, 11-21|  3H  limit raise, 4 card support|  4D  splinter, GF, 4+ support",
        "4D",
        lambda h: h.hcp > 12,
    ),
    ("(1S)|  D  takeout, 12+|  2H  5+!h, 10-16", "2H", lambda h: h.hcp < 12 or min(h.shape[2:]) < 3),
    ("1S  5+!s, 11-21|  2C  4+!c, 12+|  2D  4+!d, 12+", "2C", lambda h: len(h.clubs) > len(h.diamonds)),
    # With a long suit of its own, a hand need not show support.
    ("1S  5+!s, 11-21|  2D  4+!d, 10+|  4C  splinter, 10+", "4C", lambda h: len(h.diamonds) < 6),
    ("1N  15-17 bal|  2S  transfer to clubs|  2N  8-9 bal|  3D  6+!d, 10+", "2S", lambda h: len(h.clubs) > 5),
    # A seventh card, a fifth trump, no honour, four cards beside six: each pair decides.
    (
        "1H  5+!h, 11-21|2H  6+!h, 6-10|1N  15-17 bal",
        "2H",
        lambda h: len(h.hearts) == 6 and len(h.spades) < 4,
    ),
    ("1S  5+!s, 11-21|  2S  3!s, 6-9|  3S  4+!s, weak|  2N  4+!s, GF", "3S", lambda h: len(h.spades) == 4),
    ("2C  6+!c, 11-15|3C  7!c, 0-10|1N  15-17 bal", "3C", lambda h: h.hcp > 4 and h.clubs[0] in "AKQ"),
    (
        "1S  5+!s, 11-21|  1N  6-10|    2S  6+!s, 11-15|    2D  4+!d, 11-15|    3S  6+!s, 16-18",
        "2S",
        lambda h: max(h.shape[1:]) < 4,
    ),
    # Where the book divides a range, nobody is asked at the middle.
    (
        "2D  multi, 6M 6-11|  2N  ask|    3C  !h min|    3D  !s min|    3H  !h max|    3S  !s max",
        "3S",
        lambda h: h.hcp > 9,
    ),
    # How light a hand may be opened, 1C "up to 19" leaves open, and 11 points do.
    ("1C  4+!c, up to 19|1H  5+!h, 11-19|1N  12-14 bal|2C  23+", "1C", lambda h: False),
    ("1S  5+!s, 11-21|1C  3+!c, 11-21|2S  6!s, 5-10", "1S", lambda h: h.hcp + sum(sorted(h.shape)[2:]) > 19),
    # Queen or jack and three small may be a stopper; a single ace or king is no shortness to tell of.
    (
        "1D  4+!d, 11-21|1D-(1S)|  1N  7-10, stopper|  2D  4+!d, 6-9|  2H  5+!h, 10+",
        "1NT",
        lambda h: h.spades[0] in "AK" or h.spades[:2] in ("QJ", "QT"),
    ),
    (
        "1S  5+!s, 11-21|  2N  GF, 4+!s|    3C  0-1!c|    3D  0-1!d|    4S  11-14, no shortness",
        "3C",
        lambda h: h.clubs not in ("A", "K"),
    ),
    # Support, a major of five and a redouble come to mind first, and a strong hand jumps.
    (
        "1H  5+!h, 11-21|1H-(X)|  XX  10+|  1S  4+!s, 6+|  2H  3+!h, 6-9",
        "1S",
        lambda h: len(h.hearts) < 3 and h.hcp < 10,
    ),
    ("1D  4+!d, 11-21|1D-(1S)|  X  4!h, 6+|  2D  4+!d, 6-9", "2D", lambda h: len(h.hearts) < 4),
    ("1S  5+!s, 11-21|  2C  4+!c, 10+|  2D  4+!d, 10+|  2H  5+!h, 10+", "2H", lambda h: h.hcp < 16),
    ("1S  4+!s, 11-21|  2S  raise, 6-9|  3S  raise, 10-12|  1N  6-9", "2S", lambda h: len(h.spades) > 3),
    # With 4-3-3-3, some are in notrump; and nobody has more points than partner leaves.
    (
        "2N  20-22 bal|  3C  Stayman|  3N  5-10 to play",
        "3C",
        lambda h: h.hcp in range(11, 18) or min(h.shape) < 3,
    ),
]


@pytest.mark.parametrize(("rows", "call", "is_clear"), _TWO_WAYS)
def test_no_hand_is_asked_that_players_would_bid_in_two_ways(
    rows: str, call: str, is_clear: Callable[[Hand], bool]
) -> None:
    notes = loads(rows.replace("|", "\n"))
    found = [each for seed in range(2) for each in questions(notes, seed=seed, kinds=[QuestionKind.HAND])]
    hands = [each.hand for each in found if each.hand and each.answer.text == call]
    assert found
    assert [str(hand) for hand in hands if not is_clear(hand)] == []


def test_the_highest_bids_are_asked_about_as_well() -> None:
    notes = loads("1N  15-17 bal\n  2C  Stayman, 8-15\n  7H  7+!h, 20+ hcp\n  3N  10-15 hcp")
    found = questions(notes, "1N-7H", n=20, kinds=[QuestionKind.HAND])
    assert {each.answer.text for each in found} <= {"7H", "P"}


def test_points_alone_are_asked_among_bids_of_one_strain() -> None:
    rows = "1D  11-21, 4+!d|  1S  4+!s, 6+|    1N  12-14|    2N  18-19|    3N  22-24"
    found = questions(loads(rows.replace("|", "\n")), "1D-1S", n=20, kinds=[QuestionKind.CALL])
    (asked,) = (each for each in found if each.text.startswith("12-14"))
    assert {answer.text[1:] for answer in asked.answers} == {"NT"}


def test_of_a_line_for_any_bid_the_lowest_ones_are_asked() -> None:
    notes = loads("(1C)\n  X  0-4 bal\n  1N  5-6 bal\n  2N  7 hcp, bal\n  others  natural, 8+")
    found = questions(notes, n=100, kinds=[QuestionKind.MEANING])
    calls = {str(each.auction.calls[-1]) for each in found}
    assert calls == {"1D", "1H", "1S", "1NT", "2C", "2NT", "3NT", "D"}


def test_a_text_that_repeats_the_row_above_is_no_answer() -> None:
    notes = loads("2H  weak, 6!h, 6-10\n2S  same\n3C  preempt, 7!c, 5-9\n3D  ditto\n1N  15-17 bal\n1C  16+")
    texts = [answer.text for question in questions(notes, n=50) for answer in question.answers]
    assert texts
    assert not {"same", "ditto"} & {*texts}


def test_a_hand_that_passes_nearly_has_the_shape_of_another_answer(notes: Notes) -> None:
    asked = questions(notes, n=40, seed=3, kinds=[QuestionKind.HAND])
    passing = [each for each in asked if each.answer.text == "P"]
    assert passing
    for question in passing:
        hand = question.hand
        assert hand is not None
        near = all_of(cards(max(len(hand[suit]) - 1, 0), len(hand[suit]) + 1, suit) for suit in SUITS)
        rows = [answer.agreement for answer in question.answers if answer.agreement]
        assert any(has_hands(explain(row, notes).condition & near) for row in rows), question


def test_a_long_suit_is_offered_on_two_levels() -> None:
    rows = ["1S  5+ spades, 11-21 hcp", "1H  5+ hearts, 11-21 hcp", "2S  6 spades, 5-10 hcp", "1N  15-17 bal"]
    asked = questions(loads("\n".join(rows)), n=12, kinds=[QuestionKind.HAND])
    offered = [{answer.text for answer in each.answers} for each in asked if each.answer.text == "1S"]
    assert offered
    assert all("2S" in texts for texts in offered)
