"""Best responses: a player given a name of its own, so that a search can play worlds out with it.

What a search gains on three copies of a player, when it plays every world out with that very
player, is a lower bound on what the best answer to it gains. A search names the player of its
rollouts by strategy, which then plays with its default parameters; so a player with others
needs a strategy of its own.
"""

from typing import TYPE_CHECKING

from gongzhu_sim.errors import UsageError

if TYPE_CHECKING:
    from gongzhu_sim.strategies import Player

__all__ = ["build_responder", "name_player"]


def name_player(player: "str | Player", name: str) -> str:
    """Register a player as a strategy whose defaults are the player's parameters.

    Parameters
    ----------
    player : str or Player
        It declares as its strategy does, or ``never`` or ``always``.
    name : str
        What the strategy shall be called. The same player may be named so again.

    Returns
    -------
    str
        The name.

    Raises
    ------
    UsageError
        If the name is taken by another strategy, or the player declares as another one does.
    """
    from gongzhu_sim.strategies import Player, get_strategy, parse_player, strategy, strategy_names
    from gongzhu_sim.strategies.declaring import declare_always, declare_never

    chosen = player if isinstance(player, Player) else parse_player(player)
    origin = chosen.strategy
    ways = {"own": origin.declare, "never": declare_never, "always": declare_always}
    if chosen.declare not in ways:
        raise UsageError(f"player {str(chosen)!r} declares as another strategy: it cannot be named")
    params = origin.params | chosen.values
    if name in strategy_names():
        known = get_strategy(name)
        if (known.params, known.declare) != (params, ways[chosen.declare]):
            raise UsageError(f"strategy {name!r} is registered already, with other parameters")
        return name
    named = strategy(
        name,
        params=params,
        is_random=origin.is_random,
        uses_declarations=origin.uses_declarations,
        is_quick=origin.is_quick,
        limits=origin.limits,
        numbers=origin.numbers,
        doc=f"`{chosen}` under a name of its own.",
        choices=origin.choices,
        weights=origin.weights,
    )(origin.chooser(chosen.values))
    named.declare = ways[chosen.declare]
    return name


def build_responder(searcher: str, opponent: "str | Player", *, name: str | None = None) -> str:
    """Return a search that plays worlds out with its opponent.

    Parameters
    ----------
    searcher : str
        ``pimc`` or ``expert`` with its parameters, without ``rollout``.
    opponent : str or Player
    name : str, optional
        What to call the opponent as a strategy (:func:`name_player`); needed where it does not
        play with the defaults of its strategy.

    Returns
    -------
    str
        The searcher with its rollout player.

    Examples
    --------
    >>> build_responder("pimc:worlds=100", "folk")
    'pimc:worlds=100:rollout=folk'
    """
    from gongzhu_sim.strategies import Player, parse_player

    chosen = opponent if isinstance(opponent, Player) else parse_player(opponent)
    if name is None:
        if chosen.values or chosen.declare != "own":
            raise UsageError(
                f"player {str(chosen)!r} has parameters of its own: name it, so that a search "
                "can play worlds out with it"
            )
        return f"{searcher}:rollout={chosen.strategy.name}"
    return f"{searcher}:rollout={name_player(chosen, name)}"
