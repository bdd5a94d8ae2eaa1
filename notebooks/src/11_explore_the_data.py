# ---
# jupyter:
#   slime:
#     title:
#       en: Explore the data
#       ru: Исследуем данные
#     about:
#       en: A large table, a trap in it, limits that are honest, and the deal behind a row.
#       ru: Большая таблица, ловушка в ней, честные границы и раздача за каждой строкой.
# ---

# %% [markdown] tags=["en"]
# **You will find out**
# - how to ask a large table a question, with pandas;
# - how a table can say the opposite of the truth, and how to notice;
# - why a thousand rows can be less than they seem;
# - how to open a row as the deal it is.
#
# It takes about 40 minutes. You need a little pandas: columns, filters, `groupby`.

# %% [markdown] tags=["ru"]
# **Что вы узнаете**
# - как спросить большую таблицу с помощью pandas;
# - как таблица может сказать обратное правде и как это заметить;
# - почему тысяча строк может быть меньше, чем кажется;
# - как открыть строку как раздачу, которая за ней стоит.
#
# Нужно около 40 минут и немного pandas: столбцы, отбор, `groupby`.

# %%
import numpy as np
import pandas as pd

import slime
from slime.app.lesson_text import LessonText
from slime.claims import commentary, estimate, make_case
from slime.datasets import load_matches
from slime.figures import claim_figure, transition_heatmap

slime.language("en")
text = LessonText(lesson=11)  # what the cells of this lesson say
w = text.words  # the words of the kit

# %% [markdown] tags=["en"]
# ## The table
# These matches were played by the simulator: four societies, four sets of rules, four to seven
# players. One row is **one player in one deal**.

# %% [markdown] tags=["ru"]
# ## Таблица
# Эти партии сыграл симулятор: четыре общества, четыре набора правил, от четырёх до семи игроков.
# Одна строка — **один игрок в одной раздаче**.

# %%
data = load_matches()
assert data.groupby(["society", "players", "table"], observed=True).ngroups == 25
text("size", rows=len(data), columns=data.shape[1])

# %%
data.sample(5, random_state=1).round(2).T

# %% [markdown] tags=["en"]
# What the columns mean:

# %% [markdown] tags=["ru"]
# Что значат столбцы:

# %%
meaning = pd.Series({name: w(f"columns.{name}") for name in data.columns}, name=text("meaning"))
left = [{"selector": tag, "props": "text-align: left"} for tag in ("td", "th")]
meaning.to_frame().style.set_table_styles(left)

# %% [markdown] tags=["en"]
# ## A bet first
# Take the five players `lowest` under the rules of Slime licker (`A`). Some lead the first trick,
# the others do not. Small cards leave best on one's own lead, says the text: so the lead should be
# worth something. **Who comes to better places: those who lead or those who do not?**

# %% [markdown] tags=["ru"]
# ## Сначала ставка
# Возьмём пятерых игроков `lowest` по правилам слайм-ликера (`A`). Кто-то заходит первым, остальные
# нет. Мелкие карты лучше всего уходят со своего захода, говорит текст: значит, заход чего-то
# стоит. **Кто приходит на лучшие места: кто заходит или кто не заходит?**

# %%
answers = {key: text(key) for key in ("leaders", "others", "alike")}
bet = slime.bet(text("bet"), "choice", answers)
bet

# %% [markdown] tags=["en"]
# ## Ask the table
# First deals have no place before; leave them out.

# %% [markdown] tags=["ru"]
# ## Спросим таблицу
# У первых раздач нет места до этого; оставим их в стороне.

# %%
five = data[(data.society == "lowest") & (data.players == 5) & (data.table == "A")]
later = five[five.before > 0]
by_lead = later.groupby("leader").place.mean()
by_lead.map(text.number).to_frame(text("mean_place"))

# %%
assert by_lead[1] > by_lead[0] + 0.2
bet.reveal("others", text("lead_looks_bad", leads=by_lead[1], others=by_lead[0]))

# %% [markdown] tags=["en"]
# So is the lead *bad*? Look who leads:

# %% [markdown] tags=["ru"]
# Так что же, заход *вреден*? Посмотрите, кто заходит:

# %%
who_leads = later.groupby("before").leader.mean()
assert who_leads[5] == 1 and who_leads[:4].sum() == 0
who_leads.map(w.percent).to_frame(text("share_leading"))

# %% [markdown] tags=["en"]
# **A trap.** By the rules the *last* one leads, and the last one has just given the best cards
# away. The table compares poor leaders with richer others, and the difference is what poverty
# does, not what leading does. No filter helps here: there is no rich leader in these rows.
#
# What helps is an **experiment**: the same deals, once led by the last, once by the champion.

# %% [markdown] tags=["ru"]
# **Ловушка.** По правилам заходит *последний*, а последний только что отдал лучшие карты. Таблица
# сравнивает бедных, которые заходят, с остальными, которые богаче, и разница — от бедности, а не от
# захода. Никакой отбор не поможет: богатых с заходом в этих строках нет.
#
# Поможет **опыт**: одни и те же раздачи, один раз с заходом последнего, другой раз чемпиона.

# %%
lead = commentary.test("6", matches=200)
cost = next(row for row in lead.rows if row.part == "lead")
assert cost.verdict == "holds"
claim_figure(lead)

# %%
text("lead_is_good", value=cost.value, low=cost.low, high=cost.high)

# %% [markdown] tags=["en"]
# ## What the rules do to the next place
# Now a question that a table can answer: the mean place by the place **before**, for the four sets
# of rules. `pivot_table` does it in one line.

# %% [markdown] tags=["ru"]
# ## Что правила делают со следующим местом
# Теперь вопрос, на который таблица ответить может: среднее место по месту **до этого** для четырёх
# наборов правил. `pivot_table` делает это одной строкой.

# %%
equal = data[(data.society == "lowest") & (data.players == 5) & (data.before > 0)]
means = equal.pivot_table(index="before", columns="table", values="place", observed=True)
means.map(text.number)

# %%
assert means["A"].idxmin() == 2 and means["A-no-fall"].idxmin() == 1
text("fall", first=means.loc[1, "A-no-fall"], fallen=means.loc[1, "A"], second=means.loc[2, "A"])

# %% [markdown] tags=["en"]
# ## From rows to places
# The kit's measures and figures want places as an array: match, deal, player. A pivot makes it, and
# every figure of the kit works on your own selection.

# %% [markdown] tags=["ru"]
# ## От строк к местам
# Меры и рисунки набора берут места как массив: партия, раздача, игрок. Его делает та же сводная
# таблица, и любой рисунок работает на вашей собственной выборке.


# %%
def places_of(rows):
    """Places [match, deal, player] of the rows of one set."""
    wide = rows.pivot(index=["match", "deal"], columns="player", values="place").dropna(axis=1)
    return wide.to_numpy(int).reshape(rows.match.nunique(), -1, wide.shape[1])


transition_heatmap(places_of(five))

# %% [markdown] tags=["en"]
# ## How sure is it?
# The mean place of `P1`, from well over a thousand rows: how exact is that? **Rows are not
# independent.** Who is champion mostly stays champion, so the deals of a match repeat one another.
# Who takes rows for independent trials gets limits that are too narrow. The honest unit is the
# match: `estimate` takes sums by match.

# %% [markdown] tags=["ru"]
# ## Насколько это надёжно?
# Среднее место игрока `P1` больше чем по тысяче строк: насколько оно точно? **Строки не
# независимы.** Чемпион чаще всего остаётся чемпионом, поэтому раздачи партии повторяют друг друга.
# Кто считает строки независимыми, получает слишком узкие границы. Честная единица — партия:
# `estimate` берёт суммы по партиям.

# %%
one = data[(data.society == "lowest") & (data.players == 5) & (data.table == "A-no-fall")]
one = one[one.player == "P1"]
by_match = one.groupby("match").place.agg(["sum", "count"]).to_numpy()
honest = estimate(by_match, lambda s: s[..., 0] / s[..., 1], level=0.95)
half, narrow = (honest.high - honest.low) / 2, 1.96 * one.place.std() / len(one) ** 0.5
assert half > 1.3 * narrow
limits = {"half": half, "narrow": narrow, "times": (half / narrow) ** 2}
text("honest", value=honest.value, rows=len(one), matches=honest.n, **limits)

# %% [markdown] tags=["en"]
# Any function of sums can be given limits this way. How well does the strength of the hand after
# the exchange tell the place? A correlation is made of six sums.

# %% [markdown] tags=["ru"]
# Так можно найти границы для любой функции от сумм. Хорошо ли сила карт после обмена
# предсказывает место? Корреляция состоит из шести сумм.


# %%
def sums(rows):
    """What a correlation is made of, added up by match."""
    x, y = rows.strength_played.astype(float), rows.place.astype(float)
    terms = {"n": x**0, "x": x, "y": y, "xx": x * x, "yy": y * y, "xy": x * y}
    return pd.DataFrame(terms).groupby(rows.match).sum().to_numpy()


def correlation(s):
    n, x, y, xx, yy, xy = np.moveaxis(s, -1, 0)
    return (xy - x * y / n) / np.sqrt((xx - x * x / n) * (yy - y * y / n))


plain = estimate(sums(equal[equal.table == "A-no-fall"]), correlation, level=0.95)
text("strength", value=plain.value, low=plain.low, high=plain.high)

# %%
fallen = estimate(sums(equal[equal.table == "A"]), correlation, level=0.95)
assert fallen.low > plain.high
text("strength_fall", plain=plain.value, fall=fallen.value)

# %% [markdown] tags=["en"]
# ## The deal behind a row
# A row is not the end. Everything was played from one seed, so the same set can be simulated again,
# and the row's deal stepped through. Which slime licker rose to the first place with the weakest
# hand?

# %% [markdown] tags=["ru"]
# ## Раздача за строкой
# Строка — не конец. Всё сыграно от одного зерна, поэтому тот же набор можно разыграть снова и
# пройти раздачу этой строки по шагам. Какой слайм-ликер поднялся на первое место с самыми слабыми
# картами?


# %%
def open_row(row):
    """The deal of a row of the table, played to its end."""
    case = make_case(row.society, int(row.players), row.table)
    last = int(row.match) + 1
    how = {"matches": last, "deals": 20, "strategies": case.strategies, "seed": 1}
    sim = slime.simulate(case.rules, case.players, **how, progress=False)
    return sim.deal(int(row.match), int(row.deal)).finish()


rose = later[(later.before == 5) & (later.place == 1)]
row = rose.loc[rose.strength_played.idxmin()]
deal = open_row(row)
assert deal.standing[0] == row.player and deal.previous_standing[-1] == row.player
who = {"player": row.player, "strength": row.strength_played}
text("opened", match=row.match + 1, deal=row.deal + 1, **who)

# %%
slime.table(deal)

# %% [markdown] tags=["en"]
# ## What surprises
# - The table said that leading is bad. The experiment said that it is good. Both counted right.
# - Without the fall a strong hand tells the place well. With the fall it tells less: a champion
#   with the best hand of all who does not come first is *last*.
#
# ## Exercises
# **1. Who plays best?** In the thinking mix (`society == "mix"`, five players, table `A-no-fall`)
# every player has another strategy. Which comes to the best mean place?

# %% [markdown] tags=["ru"]
# ## Что удивляет
# - Таблица сказала, что заходить плохо. Опыт сказал, что хорошо. Посчитано и там, и там верно.
# - Без падения сильные карты хорошо предсказывают место. С падением хуже: чемпион с лучшими
#   картами, который не пришёл первым, — *последний*.
#
# ## Упражнения
# **1. Кто играет лучше?** Среди разных думающих (`society == "mix"`, пять игроков, таблица
# `A-no-fall`) у каждого своя стратегия. У кого лучшее среднее место?

# %% tags=["solution"]
mix = data[(data.society == "mix") & (data.players == 5) & (data.table == "A-no-fall")]
skill = mix.groupby("strategy", observed=True).place.mean().sort_values()
assert skill.index[0] == "counter" and skill.index[-1] == "hoarder"
ends = {"best": skill.index[0], "worst": skill.index[-1]}
text.fold(text("skill", **ends, first=skill.iloc[0], last=skill.iloc[-1]))

# %% [markdown] tags=["en"]
# **2. The tax.** `strength_played - strength_dealt` is what the exchange does to a hand. Show its
# mean by `before` for tables `A` and `C` (`equal` has them). Who pays in King and slave?

# %% [markdown] tags=["ru"]
# **2. Налог.** `strength_played - strength_dealt` — то, что обмен делает с картами. Покажите
# среднее по `before` для таблиц `A` и `C` (они есть в `equal`). Кто платит в «Короле и рабе»?

# %% tags=["solution"]
change = equal.assign(change=100 * (equal.strength_played - equal.strength_dealt))
tax = change.pivot_table(index="before", columns="table", values="change", observed=True)
assert tax.loc[5, "A"] < tax.loc[4, "A"] < -1 and abs(tax.loc[2:4, "C"]).max() < 0.01
text.fold(text("tax", last=-tax.loc[5, "A"], fourth=-tax.loc[4, "A"], slave=-tax.loc[5, "C"]))

# %% [markdown] tags=["en"]
# **3. Honest limits of your own.** With `estimate`, give the share of deals in which the strongest
# hand of the table comes out first (`finish == 1`), for `lowest` and table `A`, match by match.

# %% [markdown] tags=["ru"]
# **3. Свои честные границы.** С помощью `estimate` найдите долю раздач, в которых первыми выходят
# самые сильные карты стола (`finish == 1`), для `lowest` и таблицы `A`, по партиям.

# %% tags=["solution"]
in_deal = later.groupby(["match", "deal"]).strength_played
strongest = later[later.strength_played == in_deal.transform("max")]
wins = (strongest.finish == 1).groupby(strongest.match).agg(["sum", "count"]).to_numpy()
share = estimate(wins, lambda s: s[..., 0] / s[..., 1], level=0.95)
assert 0.5 < share.low < share.high < 0.8
text.fold(text("strongest", value=share.value, low=share.low, high=share.high))

# %% [markdown] tags=["en"]
# ## What to take away
# - A table shows what goes together. Only an experiment shows what *does* it.
# - Ask who is compared with whom before you believe a difference.
# - Count what is independent: matches, not rows.
# - Keep the way back: a seed and an address open any row.
#
# ## Go on
# - Write the table for another program: `data.to_csv("matches.csv", index=False)`.
# - Make a larger one: `slime.simulate(..., keep="details").frame()`.
# - `sim.plays()` has one row for each play and pass.

# %% [markdown] tags=["ru"]
# ## Что запомнить
# - Таблица показывает, что идёт вместе. Что *действует*, показывает только опыт.
# - Прежде чем поверить разнице, спросите, кого с кем сравнили.
# - Считайте то, что независимо: партии, а не строки.
# - Оставьте дорогу назад: зерно и адрес открывают любую строку.
#
# ## Дальше
# - Запишите таблицу для другой программы: `data.to_csv("matches.csv", index=False)`.
# - Сделайте таблицу больше: `slime.simulate(..., keep="details").frame()`.
# - В `sim.plays()` — по строке на каждый ход и пас.
