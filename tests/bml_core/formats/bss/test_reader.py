"""Full Disclosure read: every coded letter, every kind of record, and files that others wrote.

What is wrong with records: see ``faults`` and ``broken`` in ``../bml/fixtures/imports``.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bml_core import System, expand, parse
from bml_core.bridge import DOUBLE, PASS, OpenerPosition, Scope, SideVulnerability, Strain
from bml_core.document import Limits
from bml_core.formats import bss
from bml_core.system import NOTHING_CODED, Coding, Disposition, Signal
from tests.bml_core.formats.bss.disclosures import CARDING, disclosures, records
from tests.bml_core.texts import any_texts

HEADER = "*00{}=NYYYYYY\n"


def codes(system: System) -> list[str]:
    return [found.code for found in system.diagnostics]


class TestSequence:
    def read(self, record: str) -> Coding | None:
        (agreement,) = bss.loads(f"{HEADER}{record}\n").agreements
        return agreement.coding

    @pytest.mark.parametrize("number", range(9))
    def test_positions_and_vulnerabilities(self, number: int) -> None:
        position = min(number, 6)
        (agreement,) = bss.loads(f"{HEADER}{position}{number}1C=NYYYYYY008\n").agreements
        assert agreement.scope.position is list(OpenerPosition)[position]
        assert bss.dumps(System((agreement,))).endswith(f"\n{position}{number}1C=NYYYYYY008\n")

    def test_a_scope_in_words(self) -> None:
        (agreement,) = bss.loads(HEADER + "*521C=NYYYYYY008\n").agreements
        vulnerability = SideVulnerability(we=True, they=False)
        assert agreement.scope == Scope(OpenerPosition.FIRST_OR_SECOND, vulnerability)
        assert not agreement.auction.we_deal

    def test_the_usual_letters(self) -> None:
        assert self.read("001C=NYYYYYY008") == NOTHING_CODED

    @pytest.mark.parametrize(("letter", "disposition"), [*zip("0123456789ABCDE", Disposition, strict=True)])
    def test_dispositions(self, letter: str, disposition: Disposition) -> None:
        assert self.read(f"001N=NYYYYYY{letter}text") == Coding(disposition=disposition)

    def test_everything_coded(self) -> None:
        coding = self.read("001H=YNNYYNN646text")
        assert coding == Coding(
            artificial=True,
            strains=(Strain.HEARTS, Strain.SPADES),
            defends=False,
            disposition=Disposition.GAME_FORCING,
            least=4,
            most=6,
        )

    def test_calls_that_are_not_bids_have_seven_letters(self) -> None:
        passed, doubled = bss.loads(HEADER + "001CP=NYYYYYY8+ hcp\n001CD=YYYYYYN\n").agreements
        assert (passed.auction.calls[-1], passed.text, passed.coding) == (PASS, "8+ hcp", NOTHING_CODED)
        assert (doubled.call, doubled.text) == (DOUBLE, "")
        assert doubled.coding == Coding(artificial=True, defends=False)

    def test_a_qualification(self) -> None:
        text = HEADER + "001N2C{both majors}D=NYYYYYYx\n"
        (agreement,) = bss.loads(text).agreements
        assert (agreement.auction.code, agreement.qualifications) == ("1N2CD", ((1, "both majors"),))
        assert bss.dumps(bss.loads(text)) == text

    def test_an_agreement_knows_its_line(self) -> None:
        (agreement,) = bss.loads(HEADER + "\n001N=NYYYYYY0\n", file="a.bss").agreements
        assert str(agreement.location) == "a.bss:3:1"


class TestOtherRecords:
    def test_a_floating_convention(self) -> None:
        system = bss.loads("?00{RKCB}=NYYYYYYKeycards\n")
        assert (system.disclosure.floating, system.title, system.metadata.summary) == (
            True,
            "RKCB",
            "Keycards",
        )

    def test_stock_card_and_includes(self) -> None:
        system = bss.loads(HEADER + "$SAYC.bss\n+a.bss\n+b.bss\n")
        assert (system.disclosure.stock_card, system.disclosure.includes) == ("SAYC.bss", ("a.bss", "b.bss"))

    def test_carding(self) -> None:
        carding = bss.loads(f"{HEADER}%{CARDING}And a text\n").disclosure.carding
        assert carding is not None
        assert carding.notrump_leads == (0, *range(1, 22))
        assert carding.suit_leads == (1,) * 18
        assert carding.signals[:3] == (Signal.NONE, Signal.HIGH_ENCOURAGES, Signal.HIGH_DISCOURAGES)
        assert carding.text == "And a text"

    @pytest.mark.parametrize("text", ["", "-" * 58, "A" * 40 + "L" * 18])
    def test_carding_that_cannot_be_read(self, text: str) -> None:
        system = bss.loads(f"{HEADER}%{text}\n001N=NYYYYYY0\n")
        assert (system.disclosure.carding, codes(system), len(system.agreements)) == (None, ["BML501"], 1)


class TestNoughtsOfBridgeMarkup:
    def texts(self, *records: str) -> list[str]:
        return [agreement.text for agreement in bss.loads(HEADER + "\n".join(records)).agreements]

    def test_a_nought_after_every_call_that_is_not_a_bid_is_left_out(self) -> None:
        text = HEADER + "001N=NYYYYYY00--3\n001ND=NYYYYYY0Penalty\n001NDR=NYYYYYY0\n001NP=NYYYYYY00--7\n"
        system = bss.loads(text)
        assert [agreement.text for agreement in system.agreements] == ["0--3", "Penalty", "", "0--7"]
        assert codes(system) == ["BML521"]

    def test_one_record_without_it_is_enough(self) -> None:
        assert self.texts("001ND=NYYYYYY0Penalty", "001NP=NYYYYYYx") == ["0Penalty", "x"]

    def test_numbers_are_not_a_sign(self) -> None:
        assert self.texts("001ND=NYYYYYY0--7 hcp", "001NP=NYYYYYY0-3") == ["0--7 hcp", "0-3"]

    @pytest.mark.parametrize("texts", [("0=4=4=5",), ("0445", "0-3"), ("00", "000"), ("01",)])
    def test_ours_have_none(self, texts: tuple[str, ...]) -> None:
        rows = "".join(f"  ({call})  {text}\n" for call, text in zip("DP", texts, strict=False))
        system = bss.loads(bss.dumps(expand([parse(f"1S  5+\n{rows}")])))
        assert [agreement.text for agreement in system.agreements] == ["5+", *texts]
        assert codes(system) == []

    def test_nothing_is_not_a_sign(self) -> None:
        assert self.texts("001ND=NYYYYYY", "001NP=NYYYYYY") == ["", ""]


class TestFilesOfAnyOrigin:
    SAME = "*00{Café}=NYYYYYY\n001N=NYYYYYY015--17\n"

    @pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_encodings_and_line_ends(self, ending: str, encoding: str) -> None:
        system = bss.loads(self.SAME.replace("\n", ending).encode(encoding))
        assert (bss.dumps(system), codes(system)) == (self.SAME, [])

    def test_windows_latin_is_reported(self) -> None:
        system = bss.loads(self.SAME.encode("cp1252"), file="a.bss")
        assert bss.dumps(system) == self.SAME
        assert [str(found.location) for found in system.diagnostics] == ["a.bss:1:8"]
        assert codes(system) == ["BML121"]

    def test_characters_that_cannot_be_shown(self) -> None:
        system = bss.loads(HEADER + "001N=NYYYYYY0a\0b\n", file="a.bss")
        assert system.agreements[0].text == "a\ufffdb"
        assert [str(found)[:30] for found in system.diagnostics] == ["a.bss:2:15: warning BML121: Th"]

    def test_an_empty_file(self) -> None:
        system = bss.loads("")
        assert (system.agreements, codes(system)) == ((), ["BML512"])

    def test_a_header_without_a_name(self) -> None:
        assert bss.loads("*00=NYYYYYY\n") == bss.loads(HEADER)

    def test_the_first_of_two_records_stands(self) -> None:
        system = bss.loads(HEADER + "001N=NYYYYYY015--17\n001N=NYYYYYY012--14\n*001N=NYYYYYY0theirs\n")
        assert [agreement.text for agreement in system.agreements] == ["15--17", "theirs"]
        assert codes(system) == ["BML513"]


class TestAnyText:
    @given(disclosures)
    def test_what_is_read_is_written_the_same_from_then_on(self, text: str) -> None:
        system = bss.loads(text)
        once = bss.dumps(system)
        assert bss.dumps(bss.loads(once)) == once

    @given(disclosures)
    def test_every_line_is_an_agreement_or_found_wrong(self, text: str) -> None:
        system = bss.loads(text)
        lines = {agreement.location.line for agreement in system.agreements}
        told = {found.location.line for found in system.diagnostics}
        assert records(text) <= lines | told

    @given(st.binary())
    def test_bytes_never_raise(self, data: bytes) -> None:
        bss.dumps(bss.loads(data))

    @given(any_texts)
    def test_a_file_of_ours_is_written_byte_for_byte(self, text: str) -> None:
        written = bss.dumps(expand([parse(text)], limits=Limits(row_expansions=50)))
        system = bss.loads(written)
        assert codes(system) == []
        assert bss.dumps(system) == written
