"""Pictures of all figures in both languages, to look at: `shots_figures.py FOLDER [NAME ...]`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import slime  # noqa: E402
from slime import figures  # noqa: E402
from slime.figures import Figure  # noqa: E402

NAMES = {
    "en": ["Anna", "Boris", "Vera", "Gleb", "Daria", "Egor", "Zhanna", "Ilya"],
    "ru": ["Анна", "Борис", "Вера", "Глеб", "Дарья", "Егор", "Жанна", "Илья"],
}


@cache
def sim(kind: str = "plain", count: int = 5, lang: str = "en", **how: Any) -> Any:
    rules = {
        "plain": slime.rules("slime-licker"),
        "none": slime.rules("slime-licker", exchange="none"),
        "king": slime.rules("king-and-slave"),
        "wide": slime.rules("slime-licker", players=[4, 8]),
        "few": slime.rules("slime-licker", players=[2, 8]),
    }[kind]
    names = NAMES[lang][:count]
    settings = {"matches": 500, "deals": 20, "seed": 1, "keep": "details", "progress": False, **how}
    return slime.simulate(rules, names, **settings)


def own(lang: str) -> dict[str, Any]:
    """One evening of one table, as a class would type it."""
    return {"players": NAMES[lang][:5], "lang": lang}


SHOTS: dict[str, Callable[[str, dict[str, Any]], Figure]] = {
    "heatmap": lambda lang, how: figures.transition_heatmap(sim(lang=lang), **how),
    "heatmap-own": lambda lang, how: figures.transition_heatmap(
        sim(lang=lang).places[0], players=NAMES[lang][:5], **how
    ),
    "heatmap-king": lambda lang, how: figures.transition_heatmap(sim("king", 6, lang), 2, **how),
    "heatmap-eight": lambda lang, how: figures.transition_heatmap(sim("wide", 8, lang), **how),
    "flow": lambda lang, how: figures.place_flow(sim(lang=lang), **how),
    "flow-eight": lambda lang, how: figures.place_flow(sim("wide", 8, lang), **how),
    "careers": lambda lang, how: figures.careers(sim(lang=lang), 3, **how),
    "careers-eight": lambda lang, how: figures.careers(sim("wide", 8, lang), 0, range(10), **how),
    "careers-king": lambda lang, how: figures.careers(
        sim("king", 4, lang, deals=60), 0, range(60), **how
    ),
    "lorenz": lambda lang, how: figures.lorenz_pair(
        sim(lang=lang),
        sim("none", lang=lang),
        {"en": ("with exchange", "without"), "ru": ("с обменом", "без обмена")}[lang],
        **how,
    ),
    "keep": lambda lang, how: figures.keep_by_lag(sim(lang=lang), **how),
    "keep-own": lambda lang, how: figures.keep_by_lag(
        sim(lang=lang).places[7], world=sim("plain", lang=lang), players=NAMES[lang][:5], **how
    ),
    "keep-last": lambda lang, how: figures.keep_by_lag(
        sim("king", 5, lang), 5, world=sim("king", 5, lang), **how
    ),
    "tax": lambda lang, how: figures.tax_incidence(sim(lang=lang), **how),
    "tax-tops": lambda lang, how: figures.tax_incidence(sim("wide", 8, lang), "tops", **how),
    "hands": lambda lang, how: figures.hand_strength(sim(lang=lang), **how),
    "hands-eight": lambda lang, how: figures.hand_strength(sim("wide", 8, lang), **how),
    "passage": lambda lang, how: figures.first_passage(sim(lang=lang), **how),
    "passage-king": lambda lang, how: figures.first_passage(sim("king", 6, lang, deals=100), **how),
    "worth": lambda lang, how: figures.worth_of_places(sim(lang=lang), **how),
    "worth-king": lambda lang, how: figures.worth_of_places(sim("king", 6, lang), **how),
}


def of_tests() -> None:
    """Figures of experiments, as the tests make them; of a tournament; of claims."""
    sys.path.insert(0, str(ROOT / "tests" / "figures"))
    import test_worlds_figures

    from slime import claims

    result = slime.tournament(
        ["lowest", "random", "counter", "highest"], matches=8, deals=3, progress=False
    )
    scale = claims.Scale("small", 30, 8, ("lowest", "counter"), (5, 6), ("A",))
    trial = claims.run_trial(scale, only=["1", "3", "4"])
    made: dict[str, Callable[..., Figure]] = {
        **test_worlds_figures.FIGURES,
        "standings": lambda **how: figures.tournament_standings(result, **how),
        "meetings": lambda **how: figures.tournament_meetings(result, **how),
        "claim": lambda **how: figures.claim_figure(slime.commentary.test("4"), **how),
        "claim-forest": lambda **how: figures.claim_forest(trial, "1", **how),
        "trial-forest": lambda **how: figures.trial_forest(trial, besides=True, **how),
    }
    for name, make in made.items():
        SHOTS[name.replace(", ", "-").replace(" ", "-")] = lambda lang, how, make=make: make(**how)


def main(folder: str, *names: str) -> None:
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    of_tests()
    themes = [n for n in names if n in ("light", "dark")] or ["light"]
    langs = [n for n in names if n in ("en", "ru")] or ["en", "ru"]
    wanted = [n for n in names if n in SHOTS] or list(SHOTS)
    import kaleido

    kaleido.start_sync_server(n=1, silence_warnings=True)
    for name in wanted:
        for lang in langs:
            for theme in themes:
                shown = SHOTS[name](lang, {"lang": lang, "theme": theme})
                shown.save(out / f"{name}-{lang}-{theme}.png")
                (out / f"{name}-{lang}.txt").write_text(shown.text, encoding="utf-8")
                print(name, lang, theme, flush=True)
    kaleido.stop_sync_server()


if __name__ == "__main__":
    main(*sys.argv[1:])
