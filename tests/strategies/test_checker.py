"""The contract's examination: what ships passes, what breaks the contract is caught."""

import numpy as np
import pytest
from numba import carray, types  # pyright: ignore[reportPrivateImportUsage]
from numba.extending import intrinsic

import gongzhu_sim as gz
from gongzhu_sim.cards.compiling import kernel
from gongzhu_sim.engine.batch import play_deals
from gongzhu_sim.engine.table import OUTCOME, TABLE, new_table
from gongzhu_sim.errors import PlayError, UsageError
from gongzhu_sim.rules import load_rules
from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.rules.packed import pack_rules
from gongzhu_sim.strategies import build_line_up, check_strategy, get_strategy, strategy_names
from gongzhu_sim.strategies.examination import HIDDEN, PASSED, QUESTION, playing_kernel

ONE = np.uint64(1)
ZERO = np.uint64(0)
PIG = np.uint64(1 << 10)


@kernel(cache=False)
def lowest(cards):
    return cards & (~cards + ONE)


@kernel(cache=False)
def second(cards):
    return lowest(cards & (cards - ONE))


QUICK = [each for each in strategy_names() if "worlds" not in get_strategy(each).params]


@pytest.mark.parametrize("name", QUICK)  # those that search: tests/strategies/test_search.py
def test_every_strategy_that_ships_keeps_the_contract(name):
    report = check_strategy(name, deals=5, seed=4)
    assert report.strategy == name
    assert report.rules == tuple(preset_names())
    assert report.plays > 10_000
    assert report.declarations > 500
    assert report.deals == 5 * len(report.rules) * len(report.line_ups)
    assert str(report).startswith(f"{name}: kept the contract in {report.plays} plays")


@pytest.mark.parametrize("switch", [each for each in get_strategy("folk").params])
def test_folk_keeps_it_without_any_of_its_rules(switch):
    check_strategy(f"folk:{switch}=off", deals=1)


def test_folk_keeps_it_without_all_of_its_rules():
    off = ":".join(f"{switch}=off" for switch in get_strategy("folk").params)
    check_strategy(f"folk:{off}", deals=2)


def caught(choose, declare=None, **flags) -> str:
    made = gz.strategy("broken", **flags)(choose)
    if declare is not None:
        made.declaring(declare)
    with pytest.raises(PlayError) as error:
        check_strategy("broken", deals=3)
    return str(error.value)


def plain(table, hand, legal):
    return lowest(legal)


def test_a_plain_strategy_passes():
    gz.strategy("mine")(plain)
    assert gz.check_strategy("mine", deals=3).plays > 1000


def revokes(table, hand, legal):
    other = hand & ~legal
    return lowest(other) if other != ZERO else lowest(legal)


def plays_two(table, hand, legal):
    return lowest(legal) | second(legal)


def plays_none(table, hand, legal):
    return ZERO


def plays_no_card(table, hand, legal):
    return ONE << np.uint64(15)


def rolls_dice(table, hand, legal):
    return lowest(legal) if np.random.random() < 0.5 else second(legal)  # noqa: NPY002


def counts_in_the_table(table, hand, legal):
    table.match_score[0] += 1
    return lowest(legal) if table.match_score[0] & 1 else second(legal)


def moves_the_turn(table, hand, legal):
    table.captured[0] = PIG
    table.trick = 99
    return lowest(legal)


def reads_old_plays(table, hand, legal):
    return lowest(legal) if table.plays[51] & 1 else second(legal)


def reads_an_old_winner(table, hand, legal):
    return lowest(legal) if table.led != ZERO or table.winner & 1 else second(legal)


def uses_its_key(table, hand, legal):
    return lowest(legal) if table.own.key & ONE else second(legal)


def minds_declared(table, hand, legal):
    return lowest(legal) if table.declared & PIG else second(legal)


def raises(table, hand, legal):
    if table.trick == 4:
        raise ValueError("no idea")
    return lowest(legal)


TWO_DECKS = 2


def second_that_is_illegal(table, hand, legal):
    return revokes_in_kernel(table, hand, legal) if table.part == 1 else lowest(legal)


@kernel(cache=False)
def revokes_in_kernel(table, hand, legal):
    other = hand & ~legal
    return lowest(other) if other != ZERO else lowest(legal)


def nothing_as_a_follower(table, hand, legal):
    return ZERO if table.part == 1 and table.led != ZERO else lowest(legal)


def nothing_for_a_first_card(table, hand, legal):
    first = table.rules.decks == TWO_DECKS and table.part == 0
    return ZERO if first else lowest(legal)


def leads_a_pair_that_is_none(table, hand, legal):
    if table.part == 1 and table.led == ZERO:
        return lowest(hand & ~table.first_part)
    return lowest(legal)


def second_by_its_key(table, hand, legal):
    if table.part == 1:
        return ZERO if table.led == ZERO and table.own.key & ONE else lowest(legal)
    return lowest(legal)


def minds_second_copies(table, hand, legal):
    both = ZERO
    for seat in range(4):
        both |= table.declared_twice_by[seat]
    return lowest(legal) if both == ZERO or second(legal) == ZERO else second(legal)


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (second_that_is_illegal, "; allowed: "),
        (nothing_as_a_follower, "plays no card; allowed: "),
        (nothing_for_a_first_card, "plays no card; allowed: "),
        (leads_a_pair_that_is_none, "; allowed: "),
        (second_by_its_key, "with another random key; register it with is_random=True"),
        (minds_second_copies, "register it with uses_declarations=True"),
    ],
)
def test_a_broken_choice_of_two_cards_is_caught(choose, said):
    message = caught(choose)
    assert message.startswith("strategy 'broken' ")
    assert said in message.splitlines()[0]
    rules = message.rpartition("--rules ")[2].split()[0]
    assert load_rules(rules).decks == TWO_DECKS


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        (revokes, "; allowed: "),
        (plays_two, "; allowed: "),
        (plays_none, "plays no card; allowed: "),
        (plays_no_card, "plays no card (and bits that are no card: 0x8000); allowed: "),
        (rolls_dice, "when asked again in the same state with the same key"),
        (counts_in_the_table, "writes to the table (match_score), which it may only read"),
        (moves_the_turn, "writes to the table (captured, trick), which it may only read"),
        (reads_old_plays, "when fields that hold nothing yet hold something else"),
        (reads_an_old_winner, "when fields that hold nothing yet hold something else"),
        (uses_its_key, "with another random key; register it with is_random=True"),
        (minds_declared, "with the same cards undeclared; register it with uses_declarations=True"),
        (raises, "raises ValueError: no idea"),
    ],
)
def test_a_broken_choice_is_caught(choose, said):
    message = caught(choose)
    assert message.startswith("strategy 'broken' ")
    assert said in message.splitlines()[0]
    for part in ("seat ", "trick ", "hand  ", "legal ", "on table ", "declared ", "captured "):
        assert part in message
    assert f"gongzhu replay --rules {preset_names()[0]} --players " in message


def test_what_is_said_is_a_state_one_can_look_at():
    message = caught(raises)
    lines = [line.strip() for line in message.splitlines()]
    assert lines[1].startswith("seat ")
    assert ", trick 5, led by " in lines[1]
    assert lines[-1].endswith("--players random --seed 1 --index 0")


def test_flags_allow_what_they_say():
    gz.strategy("keyed", is_random=True)(uses_its_key)
    check_strategy("keyed", deals=2)
    gz.strategy("minding", uses_declarations=True)(minds_declared)
    check_strategy("minding", deals=2)


def declares_the_pig(table, hand, allowed):
    return PIG


def declares_its_hand(table, hand, allowed):
    return hand


def declares_by_dice(table, hand, allowed):
    return allowed if np.random.random() < 0.5 else ZERO  # noqa: NPY002


def declares_by_key(table, hand, allowed):
    return allowed if table.own.key & ONE else ZERO


def declares_and_writes(table, hand, allowed):
    table.declared |= allowed
    return allowed


def declares_by_old_plays(table, hand, allowed):
    return allowed if table.plays[0] & 1 else ZERO


def declares_and_raises(table, hand, allowed):
    if table.own.key != ZERO:
        raise ValueError("no idea")
    return allowed


@pytest.mark.parametrize(
    ("declare", "said"),
    [
        (declares_the_pig, "declares SQ; allowed: "),
        (declares_its_hand, "; allowed: "),
        (declares_by_dice, "when asked again"),
        (declares_by_key, "with another random key"),
        (declares_and_writes, "writes to the table (declared)"),
        (declares_by_old_plays, "when fields that hold nothing yet"),
        (declares_and_raises, "raises ValueError: no idea"),
    ],
)
def test_a_broken_declaration_is_caught(declare, said):
    message = caught(plain, declare)
    assert said in message.splitlines()[0]
    assert "before the first lead" in message
    assert "may declare" in message


def second_copies_by_key(table, hand, allowed):
    return allowed if table.part == 0 or table.own.key & ONE else ZERO


def a_third_copy(table, hand, allowed):
    return hand if table.part == 1 else allowed


@pytest.mark.parametrize(
    ("declare", "said"),
    [(second_copies_by_key, "with another random key"), (a_third_copy, "; allowed: ")],
)
def test_a_broken_declaration_of_a_second_copy_is_caught(declare, said):
    message = caught(plain, declare)
    assert said in message.splitlines()[0]
    rules = message.rpartition("--rules ")[2].split()[0]
    assert load_rules(rules).decks == TWO_DECKS


def does_not_compile(table, hand, legal):
    return "the pig"


def test_a_strategy_that_does_not_compile_is_named():
    assert "does not compile" in caught(does_not_compile)


def test_what_is_asked_must_exist():
    with pytest.raises(UsageError, match="unknown strategy 'flok'; did you mean 'folk'"):
        check_strategy("flok")
    with pytest.raises(UsageError, match="deals 0"):
        check_strategy("folk", deals=0)
    with pytest.raises(UsageError, match="seed"):
        check_strategy("folk", seed=-1)


# A strategy cannot reach hidden cards through what it is given. One that does all the same, by
# the address of the hands in memory, is found out.


@intrinsic
def as_pointer(typingctx, address):
    def code(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(types.voidptr))

    return types.voidptr(address), code


@pytest.mark.parametrize("peeks", [False, True])
@pytest.mark.parametrize("rules", ["scrofazero", "qq-double", "huapai-hidden"])
def test_a_look_at_hidden_cards_is_found_out(rules, peeks):
    packed = pack_rules(load_rules(rules))
    line_up = build_line_up(["random:declare=never"])
    outcomes = play_deals(packed, line_up, deals=5, seed=1, full=True)
    # the deal that is played at the first table, and the one with other hidden cards
    deals = np.zeros(2, OUTCOME)
    address = deals.ctypes.data
    tables = np.concatenate([new_table(packed), new_table(packed)])
    tables["match_score"][1, 0] = 1  # tells the choice which of them it sees

    @kernel(cache=False)
    def choose(table, hand, legal):
        pointer = as_pointer(address)  # pyright: ignore[reportCallIssue]
        deal = carray(pointer, (2,), dtype=OUTCOME)[table.match_score[0]]
        other = second(legal)
        peeked = deal.hands[(table.turn + 1) & 3] & PIG != ZERO
        return other if peeks and peeked and other != ZERO else lowest(legal)

    faults = []
    for i in range(5):
        deals[0] = outcomes[i]
        fault = playing_kernel()(
            tables,
            tables[:1].view(np.uint8),
            np.zeros(TABLE.itemsize, np.uint8),
            choose,
            line_up.choose_own[:1],
            True,
            True,
            deals,
            np.zeros((4, 4), np.uint64),
            np.zeros(1, QUESTION),
        )
        faults.append(fault)
    assert set(faults) <= {PASSED, HIDDEN}
    assert (HIDDEN in faults) == peeks
