"""``bml practice``: boards to bid that truly bid an auction, a quiz as a page, both out of notes."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bml_core._package import how_to_install
from bml_core.bridge import PASS, Auction, Deal, OpenerPosition, Scope, Seat
from bml_core.commands import streams
from bml_core.commands.reading import NotesAsked, auction_line, read_notes, vulnerability
from bml_core.commands.reports import report
from bml_core.commands.samples import chosen_seed
from bml_core.commands.terminal import ERRORS, OK, Progress, UsageError, say
from bml_core.diagnostics import Location, counted, has_errors
from bml_core.files import is_folder
from bml_core.formats import lin, pbn
from bml_core.formats.dealer import DealerScript
from bml_core.hands.bidding import Certainty
from bml_core.notes import TOPICS_FILE, BlockOptions, Kind, headed_topics, named_topics
from bml_core.practice import (
    Level,
    PracticeBoard,
    PracticeDeals,
    QuestionKind,
    Topic,
    answers_of,
    asked_topic,
    cards_of,
    find_topic,
    practice_deals,
    write_csv,
    write_package,
)
from bml_core.render import Frame, page_language, read_language, script_words
from bml_core.render.html import (
    BID_FILES,
    QUIZ_FILES,
    HtmlOptions,
    PageOptions,
    attributes,
    record_sheets,
    render_blocks,
    write_app_page,
)
from bml_core.site import (
    EVERY_TOPIC,
    MOST_TOPICS,
    Site,
    Solver,
    as_json,
    fill_links,
    quiz_blocks,
    recorded_board,
)

_SECONDS = 30
_BOARDS, _QUESTIONS = 16, 20
_FEWEST_ANSWERS, _MOST_ANSWERS, _ALL_ANSWERS, _ROWS_NAMED = 8, 50, 200, 5
_QUIZ_SEED = 1
_PARTNERS = (Seat.NORTH, Seat.SOUTH)
_SAID = ("north", "east", "south", "west", "passed", "double", "redouble", "board")
_FILES = ("boards.pbn", "boards.lin", "boards.dl", "north.html", "south.html", "notes.html", "bid.html")


def _run(options: argparse.Namespace) -> int:
    notes = read_notes(options)
    if notes is None:
        return ERRORS
    named = _read_topics(options.files, notes)
    if named is None:
        return ERRORS
    topics = (*named, *headed_topics(notes.documents))
    name = ", ".join(options.topic or ())
    if name and not (options.quiz and name == EVERY_TOPIC):
        found = find_topic(name, topics, Location("topic", 1))
    elif options.quiz:
        every = (*named, *headed_topics(notes.documents, most=MOST_TOPICS))
        return _write_quiz(options, notes, every)
    elif options.auction:
        found = asked_topic(options.auction, Location("auction", 1))
    else:
        raise UsageError("write --auction or --topic; --quiz asks about all notes")
    report(found.diagnostics)
    if found.value is None:
        return ERRORS
    if options.quiz:
        return _write_quiz(options, notes, topics)
    # "--auction P-P-1S" and "@vul" say themselves who opens, and who is vulnerable.
    scope = Scope(OpenerPosition(str(options.seat or 1)), vulnerability(options))
    is_said = options.seat is not None or options.vul is not None
    return _write_boards(options, notes, found.value.within(scope) if is_said else found.value)


def _language(options: argparse.Namespace, notes: NotesAsked) -> str:
    """Return the language of the words on pages: that of the option, or of the notes."""
    named = (row.wording.language for row in notes.system.agreements if row.wording)
    return page_language(options.language or next(named, ""))


def _read_topics(files: list[str], notes: NotesAsked) -> tuple[Topic, ...] | None:
    """Return the topics of files beside the notes; None, after a message, if one is wrong."""
    inside = (str(Path(name, TOPICS_FILE)) if is_folder(name) else name for name in files)
    found = named_topics((*inside, *(file for file in notes.dependencies if file)))
    report(found.diagnostics)
    return None if has_errors(found.diagnostics) else found.value


# ---------------------------------------------------------------- a quiz


def _write_quiz(options: argparse.Namespace, notes: NotesAsked, topics: tuple[Topic, ...]) -> int:
    output = options.output or "quiz.html"
    streams.check_target(output, notes.dependencies)
    asked = BlockOptions(
        Kind.QUIZ,
        auction=options.auction or "",
        topic=", ".join(options.topic or ()),
        questions=options.number or _QUESTIONS,
        kinds=tuple(options.kinds or (kind.value for kind in QuestionKind)),
        seed=_QUIZ_SEED if options.seed is None else options.seed,
    )
    language = _language(options, notes)
    words = read_language(language)
    made = quiz_blocks(notes.system, "", topics, asked, Location("quiz", 1), words)
    report(made.diagnostics)
    if not made.value:
        return ERRORS
    title = notes.system.title or "Quiz"
    body = render_blocks(made.value, HtmlOptions(words=words))
    page = write_app_page(title, body, PageOptions(language, title), QUIZ_FILES)
    streams.write(output, fill_links(page, Site(()), "", lambda page, ident: ""))
    number = sum(len(each.content) for each in made.value if isinstance(each, Frame))
    streams.say_written(output, counted(number, "question"))
    return OK


# ---------------------------------------------------------------- boards


def _write_boards(options: argparse.Namespace, notes: NotesAsked, asked: Topic) -> int:
    folder = Path(options.output or "practice")
    _check_folder(folder)
    them = read_notes(options, options.them) if options.them else None
    if options.them and them is None:
        return ERRORS
    number, seed, end = options.number or _BOARDS, chosen_seed(options), time.monotonic() + _SECONDS
    levels = tuple(Level) if options.mix else tuple(Level(word) for word in options.level or ())
    with Progress("Dealing", number) as progress:

        def went_on(found: int) -> bool:
            progress.add(found - progress.done)
            return time.monotonic() < end

        deals = practice_deals(
            notes.system,
            asked,
            number,
            seed=seed,
            levels=levels,
            them=them.system if them else None,
            progress=went_on,
        )
    report(deals.diagnostics)
    if not deals.boards:
        return ERRORS
    texts = dict(_texts(options, notes, deals))
    if existing := [str(folder / name) for name in texts if (folder / name).exists()]:
        raise UsageError(
            f"{', '.join(existing)} exist{'' if existing[1:] else 's'} already; name another folder with -o"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error
    for name, text in texts.items():
        streams.write(str(folder / name), text)
    if options.seed is None:
        say(f"The option --seed {seed} gives the same boards again.")
    _say_certainty(deals)
    few = "" if len(deals) == number else f", not {number:,}: such boards are too rare"
    say(f"{folder}: {counted(len(deals), 'board')}{few}, in {', '.join(texts)}.")
    return OK


def _say_certainty(deals: PracticeDeals) -> None:
    """Say how far the notes decide the calls, and which rows keep them from it."""
    likely = sum(each.certainty is Certainty.LIKELY for each in deals)
    if not likely:
        return
    say(f"On {len(deals) - likely} of {counted(len(deals), 'board')}, each call is certain.")
    say(f"On {likely}, the notes probably bid so: rows not understood may be meant for the hands.")
    named = [f"{row.location}: {row}" for row, _ in deals.in_the_way]
    for line in named[:_ROWS_NAMED]:
        say(f"  not understood: {line}")
    if len(named) > _ROWS_NAMED:
        say(f"  and {len(named) - _ROWS_NAMED:,} more; bml explain names what is not understood of each")


def _check_folder(folder: Path) -> None:
    """Refuse a folder that holds files of others.

    Raises:
        UsageError: says which.
    """
    if folder.is_file():
        raise UsageError(f"{folder} is a file; name a folder")
    if not folder.exists():
        return
    others = sorted(path.name for path in folder.iterdir() if path.name not in _FILES)
    if others:
        raise UsageError(
            f"the folder {folder} holds other files, such as {others[0][:80]}; name a new folder"
        )


def _texts(options: argparse.Namespace, notes: NotesAsked, deals: PracticeDeals) -> Iterator[tuple[str, str]]:
    """Yield the files by their names."""
    boards = [each.board for each in deals]
    yield "boards.pbn", pbn.dumps(boards)
    yield "boards.lin", lin.dumps(boards)
    meaning = deals.meaning
    if meaning is not None and len({each.auction for each in deals}) == 1:
        comments = (auction_line(meaning.auction),)
        script = DealerScript(
            meaning.hands, len(deals), meaning.players[0].seat, meaning.board_vulnerability, comments
        )
        yield "boards.dl", script.text()
    title, language = notes.system.title or "Practice", _language(options, notes)
    words = read_language(language)
    solver = Solver()
    for seat in _PARTNERS:
        name = seat.name.lower()
        alone = [
            recorded_board(replace(each, deal=Deal(**{name: each.deal.hand(seat)})), solver)
            for each in boards
        ]
        sheets = record_sheets(alone, title=f"{title}: {getattr(words, name)}", language=language)
        yield f"{name}.html", "".join(sheets)
    solved = [recorded_board(each.board, solver) for each in deals]
    told = [
        replace(recorded, par=(_bidding(each), *((". ", *recorded.par) if recorded.par else ())))
        for recorded, each in zip(solved, deals, strict=True)
    ]
    yield "notes.html", "".join(record_sheets(told, title=title, per_page=9, language=language))
    entries = []
    with Progress("Answers of partner", len(deals)) as progress:
        for index, each in enumerate(deals):
            # Both partners are the reader in turn, as dealer and as responder.
            entries.append(_bid_entry(each, notes, _PARTNERS[index // 2 % 2], len(deals)))
            progress.add(1)
    said = attributes(("bml-bid",), words=script_words(words, "bid_", *_SAID))
    body = f'<div{said}>\n<script type="application/json">{as_json(entries)}</script>\n</div>\n'
    yield "bid.html", write_app_page(title, body, PageOptions(language, title), BID_FILES)


def _bidding(board: PracticeBoard) -> str:
    calls = tuple(made.call for made in board.calls if made.call is not None)
    auction = Auction(calls, we_deal=board.bid.dealer in _PARTNERS)
    return f"{auction_line(auction)}{'' if board.is_over else ' …'}"


def _bid_entry(board: PracticeBoard, notes: NotesAsked, reader: Seat, boards: int) -> dict[str, object]:
    """Return what the page to bid on knows of a board: the more ``boards``, the fewer answers of partner."""
    most = min(_MOST_ANSWERS, max(_FEWEST_ANSWERS, _ALL_ANSWERS // boards))
    calls: list[tuple[str, str]] = []
    theirs: dict[str, str] = {}
    for index, made in enumerate(board.calls):
        assert made.call is not None, "nobody is passed over"
        if board.bid.dealer.after(index) not in _PARTNERS and made.call is not PASS:
            theirs["-".join(code for code, _ in calls)] = made.call.code
        calls.append((made.call.code, made.note))
    return {
        "number": board.board.number,
        "dealer": board.bid.dealer.value,
        "hands": {seat.value: list(hand.holdings) for seat in Seat if (hand := board.board.deal.hand(seat))},
        "notes": calls,
        "reader": reader.value,
        "answers": answers_of(board, notes.system, reader, most),
        "theirs": theirs,
    }


# ---------------------------------------------------------------- cards


def _write_cards(options: argparse.Namespace) -> int:
    ending = streams.ending_of(options.output, ("apkg", "csv"))
    if not ending:
        raise UsageError("cards are written to a file that ends in .apkg, for Anki, or in .csv")
    notes = read_notes(options)
    named = _read_topics(options.files, notes) if notes is not None else None
    if notes is None or named is None:
        return ERRORS
    # Chapters are headings; topics of a file are tags alone.
    topics = (*headed_topics(notes.documents), *named)
    streams.check_target(options.output, notes.dependencies)
    cards = cards_of(notes.system, topics)
    if not cards:
        say(f"The notes have no rows with a text, so {options.output} was not written.")
        return ERRORS
    if ending == "csv":
        streams.write(options.output, write_csv(cards))
    else:
        title = notes.system.title or Path(options.files[0]).stem
        with tempfile.TemporaryDirectory() as folder:
            package = Path(folder, "cards.apkg")
            try:
                write_package(cards, title, str(package))
            except ImportError:
                command = how_to_install("practice").removesuffix(".")
                raise UsageError(f"files for Anki need genanki, which is not installed. {command}") from None
            streams.write_parts(options.output, (package.read_bytes(),))
    streams.say_written(options.output, counted(len(cards), "card"))
    return OK


COMMANDS = {"cards": _write_cards, "practice": _run}
