"""``python -m gongzhu_sim`` is the command ``gongzhu``."""

from gongzhu_sim.cli.main import run

if __name__ == "__main__":
    run()
