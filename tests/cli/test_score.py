"""``gongzhu score``, ``simulate --records`` and ``replay --record``."""

import io
import json
import subprocess
import sys

import pytest

from gongzhu_sim.cli.main import main


@pytest.fixture
def games(tmp_path, capsys):
    """A file with the games of a small simulation."""
    path = tmp_path / "games.jsonl"
    args = ["simulate", "--players", "random", "--deals", "30", "--records", str(path), "--json"]
    assert main(args) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["deals"] == 30
    return path


def printed(capsys) -> tuple[list[dict], str]:
    captured = capsys.readouterr()
    return [json.loads(line) for line in captured.out.splitlines()], captured.err


def test_games_of_a_simulation_are_accepted_and_score_the_same(games, capsys):
    means = json.loads(
        _output(capsys, "simulate", "--players", "random", "--deals", "30", "--json")
    )
    assert main(["score", str(games)]) == 0
    results, messages = printed(capsys)
    assert [result["line"] for result in results] == [*range(1, 31)]
    assert all(result["ok"] and result["complete"] and "legal" not in result for result in results)
    for kind in ("raw", "settled"):
        total = sum(result[kind]["S"] for result in results)
        assert total / 30 == pytest.approx(means["seats"]["S"][kind]["mean"])
    assert messages == "30 records: 30 good, 0 bad\n"


def _output(capsys, *args: str) -> str:
    assert main([*args]) == 0
    return capsys.readouterr().out


def test_records_change_nothing_that_is_printed(games, capsys, tmp_path):
    args = ["simulate", "--players", "folk", "--deals", "50", "--json", "--threads", "1"]
    plain, kept = (
        json.loads(_output(capsys, *args, *more))
        for more in ([], ["--records", str(tmp_path / "other.jsonl")])
    )
    for document in (plain, kept):
        del document["seconds"], document["deals_per_second"]
    assert plain == kept


def test_a_record_of_a_replayed_deal(games, capsys):
    args = ("replay", "--players", "random", "--index", "17")
    line = _output(capsys, *args, "--record")
    assert line == games.read_text().splitlines(keepends=True)[17]
    document = json.loads(_output(capsys, *args, "--json"))
    games.write_text(line)
    (result,) = map(json.loads, _output(capsys, "score", str(games)).splitlines())
    for name in ("raw", "settled", "captured", "declared", "events", "next_leader"):
        assert result[name] == document[name]
    assert main([*args, "--record", "--json"]) == 2
    assert "give one of them" in capsys.readouterr().err


def test_rules_that_are_no_preset_travel_with_the_record(capsys, monkeypatch):
    line = _output(capsys, "replay", "--players", "random", "--record", "--set", "values.pig=-90")
    assert json.loads(line)["rules"]["values"]["pig"] == -90
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    assert main(["score", "-"]) == 0
    assert printed(capsys)[0][0]["complete"]


@pytest.mark.parametrize("rules", ["qq-double", "huapai-double", "huapai-hidden", "pig-goat"])
def test_every_kind_of_rules_goes_there_and_back(rules, tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    args = ("simulate", "--rules", rules, "--players", "random", "--deals", "20", "--json")
    document = json.loads(_output(capsys, *args, "--records", str(path)))
    results = [*map(json.loads, _output(capsys, "score", str(path), "--legal").splitlines())]
    assert len(results) == 20
    for seat in "NWSE":
        for kind in ("raw", "settled"):
            total = sum(result[kind][seat] for result in results)
            assert total / 20 == pytest.approx(document["seats"][seat][kind]["mean"])
    assert all(result["complete"] and result["legal"] for result in results)
    line = _output(capsys, "replay", *args[1:5], "--index", "7", "--record")
    assert line == path.read_text().splitlines(keepends=True)[7]


def test_a_bad_line_stops_nothing(games, capsys):
    lines = games.read_text().splitlines()
    lines[3] = lines[3].replace("first_deal", "first_dael")
    lines[5] = '{"é": 1}'
    lines[7] = lines[7][:-1]
    lines[9] = ""
    games.write_text("\ufeff" + "\r\n".join(lines), encoding="utf-8")
    assert main(["score", str(games), "--legal", "--json"]) == 1
    captured = capsys.readouterr()
    assert captured.out.isascii()
    results = [json.loads(line) for line in captured.out.splitlines()]
    assert captured.err == "gongzhu: 29 records: 26 good, 3 bad\n"
    assert [result["line"] for result in results if not result["ok"]] == [4, 6, 8]
    assert 10 not in [result["line"] for result in results]
    assert all(len(result["legal"]) == 52 for result in results if result["ok"])
    assert "first_dael" in results[3]["error"]
    assert "where the line ends" in results[7]["error"]


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff"])
def test_a_file_without_records_is_wrong(content, tmp_path, capsys):
    path = tmp_path / "empty.jsonl"
    path.write_text(content, encoding="utf-8")
    assert main(["score", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"gongzhu: {path}: no records\n"


def test_a_file_that_is_not_there_is_a_wrong_command_line(tmp_path, capsys):
    for path, why in ((tmp_path / "no.jsonl", "no such file"), (tmp_path, "is a folder")):
        assert main(["score", str(path)]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(f"gongzhu: {path}: {why}")


def test_a_long_line_is_refused_and_the_rest_is_read(games, capsys):
    content = games.read_bytes()
    games.write_bytes(b'{"rules": "' + b"x" * 10_000_000 + b'"}\n' + content)
    assert main(["score", str(games)]) == 1
    results, _ = printed(capsys)
    assert results[0]["error"] == "the line has more than 1,000,000 bytes"
    assert all(result["ok"] for result in results[1:])
    assert len(results) == 31


def test_an_answer_comes_before_the_next_record_is_sent(games):
    line = games.read_bytes().splitlines(keepends=True)[0]
    command = [sys.executable, "-m", "gongzhu_sim", "score", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        for number in (1, 2):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["line"] == number
        process.stdin.close()
        assert process.wait() == 0


def test_ctrl_c_while_scoring(games, monkeypatch, capsys):
    from gongzhu_sim.records import scoring

    def interrupted(*_, **__):
        yield [{"line": 1, "ok": True}]
        raise KeyboardInterrupt

    monkeypatch.setattr(scoring, "score_blocks", interrupted)
    assert main(["score", str(games)]) == 130
    assert capsys.readouterr().out == '{"line":1,"ok":true}\n'


def test_records_that_cannot_be_written(tmp_path, capsys):
    path = tmp_path / "no" / "games.jsonl"
    assert main(["simulate", "--deals", "10", "--records", str(path)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"gongzhu: cannot write records to {path}: No such file or directory\n"
