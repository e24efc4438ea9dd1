"""The command ``gongzhu``: one module a command, over the public API."""
