# ---
# jupyter:
#   slime:
#     title:
#       en: Rule or person
#       ru: Правило или человек
#     about:
#       en: Do the rules keep the same people on top, or are they better? A test for your own table.
#       ru: Наверху одних и тех же держат правила, или они играют лучше? Проверка для вашего стола.
# ---

# %% [markdown] tags=["en"]
# **You will find out**
# - why "the same people are always on top" can have two quite different reasons;
# - what rules and persons leave behind: one is forgotten, the other comes back;
# - how to test a sheet of places, from a simulation or from your own evening;
# - how often such a test is wrong, and how much it needs to be right.
#
# It takes about 40 minutes. You should know the table of moves from lesson 3.

# %% [markdown] tags=["ru"]
# **Что вы узнаете**
# - почему у «наверху всегда одни и те же» могут быть две совсем разные причины;
# - что оставляют после себя правила и люди: одно забывается, другое возвращается;
# - как проверить лист с местами, из моделирования или с вашего вечера;
# - как часто такая проверка ошибается и сколько ей нужно, чтобы не ошибаться.
#
# Нужно около 40 минут. Таблица переходов знакома вам по уроку 3.

# %%
import pandas as pd

import slime
from slime import measures
from slime.app.lesson_text import LessonText
from slime.experiments import equal_players_power, equal_players_test, four_cells, small_world
from slime.figures import careers, equal_players_band, persistence_by_lag, shapley_shares

slime.language("en")
text = LessonText(lesson=8)  # what the cells of this lesson say
names = text("names").split()

# %% [markdown] tags=["en"]
# ## A bet first
# Two tables played twelve deals each; their sheets are below, and two pictures. At one table **an
# exchange** is played and all five players are equally good. At the other there is **no exchange**,
# and the players are *not* equally good. (No fall at either.)
#
# **At which table are the players unequal?** Look as long as you like, then bet. (The next cell
# makes the evenings. It is folded, for it gives the answer away: run it without looking.)

# %% [markdown] tags=["ru"]
# ## Сначала ставка
# За двумя столами сыграно по двенадцать раздач; ниже их листы и два рисунка. За одним столом играют
# **с обменом**, и все пятеро одинаково сильны. За другим **обмена нет**, и игроки силой *не* равны.
# (Падения нет ни там, ни там.)
#
# **За каким столом игроки не равны?** Смотрите сколько угодно, потом ставьте. (Следующая ячейка
# играет эти вечера. Она свёрнута, ведь в ней виден ответ: выполните её не глядя.)

# %% tags=["solution"]
with_exchange = slime.rules("slime-licker", champion_falls=False)
without = with_exchange.replace(exchange="none")
unequal = ["lowest", "counter", "random", "lowest", "keep_sets"]


def evening(rules, strategies, seed):
    """One match of twelve deals, by plain Python."""
    settings = {"matches": 1, "deals": 12, "engine": "interpreted", "progress": False}
    return slime.simulate(rules, names, strategies=strategies, seed=seed, **settings).places[0]


table_a = evening(with_exchange, "lowest", 10)
table_b = evening(without, unequal, 10)

# %%
sheets = {text("table_a"): table_a, text("table_b"): table_b}
pd.concat({k: pd.DataFrame(v.T, names, range(1, 13)) for k, v in sheets.items()})

# %% [markdown] tags=["en"]
# The same as a picture, first table A:

# %% [markdown] tags=["ru"]
# То же на рисунке; сначала стол А:

# %%
careers(table_a, players=names)

# %% [markdown] tags=["en"]
# And table B:

# %% [markdown] tags=["ru"]
# И стол Б:

# %%
careers(table_b, players=names)

# %%
bet = slime.bet(text("bet"), "choice", {key: text(key) for key in ("table_a", "table_b")})
bet

# %% [markdown] tags=["en"]
# ## One number is not enough
# The rank correlation says how much the place in one deal says about the next. So let us ask it.

# %% [markdown] tags=["ru"]
# ## Одного числа мало
# Ранговая корреляция говорит, сколько место в одной раздаче сообщает о следующем. Спросим её.

# %%
links = [measures.interval(table, "rank_correlation") for table in (table_a, table_b)]
assert links[0].value > links[1].value + 0.1
text("links", a=links[0].value, b=links[1].value)

# %% [markdown] tags=["en"]
# Does that settle it? Make all four cells: equal or unequal players, with and without exchange, and
# play each 400 times. (Players who count cards take a little longer the first time.)

# %% [markdown] tags=["ru"]
# Решает ли это дело? Сделаем все четыре клетки: игроки равны или нет, обмен есть или нет, и сыграем
# каждую 400 раз. (С теми, кто считает карты, в первый раз это чуть дольше.)

# %%
cells = four_cells(unequal, with_exchange, matches=400, deals=12, progress=False)
table = cells.cells().set_index(["skill", "exchange"])["rank_correlation"].unstack()
table.index, table.columns = ([text(x), text(y)] for x, y in (("equal", "mixed"), ("off", "on")))
table.map(text.number)

# %%
same, rule = table.to_numpy()[1]
assert table.iloc[0, 1] > table.iloc[1, 0] > table.iloc[0, 0] and rule > table.iloc[0, 1]
parts = {part.factors[0]: part for part in cells["rank_correlation"].shares}
text("cells", exchange=parts["exchange"].value, skill=parts["skill"].value)

# %% [markdown] tags=["en"]
# Both the rule and the persons raise the same number. From a correlation of, say, 0.4 nobody can
# tell which of the two it was. We need something that rules do and persons do not, or the other way
# round.
#
# ## What is forgotten, what comes back
# With equal players, all that is carried over is the place (and the order at the table). What the
# exchange does to me depends on my *last* place only. After some deals that is forgotten. A good
# player is a good player in every deal: thrown down by bad luck, **a person comes back up**.
#
# So look further than one deal. If places were all that is carried over, the correlation some deals
# later would follow from the matrix of one deal, applied again and again (lesson 3). What is seen
# beyond that is called **lasting** here. The four cells again:

# %% [markdown] tags=["ru"]
# Одно и то же число поднимают и правило, и люди. По корреляции, скажем, 0,4 никто не скажет, что из
# двух это было. Нужно что-то, что делают правила и не делают люди, или наоборот.
#
# ## Что забывается, а что возвращается
# У равных игроков переносится только место (и порядок за столом). Что сделает со мной обмен,
# зависит только от моего *последнего* места. Через несколько раздач это забыто. А хороший игрок
# хорош в каждой раздаче: сброшенный неудачей, **человек возвращается**.
#
# Поэтому смотрим дальше одной раздачи. Если бы переносились только места, корреляция через
# несколько раздач следовала бы из матрицы одной раздачи, применённой много раз (урок 3). То, что
# видно сверх этого, назовём здесь **устойчивостью**. Снова четыре клетки:

# %%
shapley_shares(cells, "excess_persistence")

# %%
lasting = {part.factors[0]: part for part in cells["excess_persistence"].shares}
assert lasting["skill"].low > 0.15 and abs(lasting["exchange"].value) < 0.03
told = {"exchange": abs(lasting["exchange"].value), "skill": lasting["skill"].value}
text("lasting", **told)

# %% [markdown] tags=["en"]
# ## Mind the seats
# Is it exactly zero for equal players? No. If the seats stay the same, the order at the table is
# carried over too. In a tiny world, three players with one card each, that can be computed without
# any doubt. Left: seen two deals later; right: the matrix of one deal, twice.

# %% [markdown] tags=["ru"]
# ## Осторожно: места за столом
# А у равных игроков она точно ноль? Нет. Если все сидят на одних местах, переносится и порядок за
# столом. В крошечном мире, где трое играют с одной картой каждый, это вычисляется безо всяких
# сомнений. Слева то, что видно через две раздачи; справа матрица одной раздачи дважды.

# %%
tiny = without.replace(players=[3, 5], ranks="345", suits=1, jokers=0)
world = small_world(tiny)
pair = {text("seen"): world.matrix(2), text("power"): world.power(2)}
pd.concat(
    {k: pd.DataFrame(v, range(1, 4), range(1, 4)).astype(str) for k, v in pair.items()}, axis=1
)

# %%
gap = world.matrix(2)[0][1] - world.power(2)[0][1]
assert str(gap) == "-5/81"
text("seats", gap=str(gap).replace("-", "\N{MINUS SIGN}"))

# %% [markdown] tags=["en"]
# So what is seen must be compared not with zero, but with a **band**: what equal players show under
# *the same rules, at the same seats*, in as many deals as were played. Here are twenty evenings of
# the unequal table, and the band of equal ones.

# %% [markdown] tags=["ru"]
# Значит, увиденное нужно сравнивать не с нулём, а с **полосой**: с тем, что показывают равные
# игроки по *тем же правилам, на тех же местах за столом* и за столько же раздач. Вот двадцать
# вечеров неравного стола и полоса равных.

# %%
twenty = cells.world(["skill"]).places[:20]
persistence_by_lag(equal_players_test(twenty, without, draws=199))

# %% [markdown] tags=["en"]
# ## The test
# Now for a single evening. The recipe:
# 1. **Statistic**: how far apart are the players' *mean places*? (Large, if the same players end
#    high again and again. It is called the spread; 1 is what lots give on average.)
# 2. **Null**: the players are equal; rules, seats and number of deals are those of the evening. We
#    make up 999 such evenings.
# 3. **p**: in how many of them is the spread as large as ours, or larger?
#
# If that is rare, at most 5 in 100, equal players are hard to believe in. First table A.

# %% [markdown] tags=["ru"]
# ## Проверка
# Теперь один-единственный вечер. Рецепт:
# 1. **Статистика**: насколько далеки друг от друга *средние места* игроков? (Много, если наверху
#    раз за разом одни и те же. Назовём это разбросом; по жребию он в среднем 1.)
# 2. **Нулевая гипотеза**: игроки равны, а правила, места за столом и число раздач те же. Придумаем
#    999 таких вечеров.
# 3. **p**: в скольких из них разброс такой же, как у нас, или больше?
#
# Если это редкость, не больше 5 из 100, в равных игроков трудно поверить. Сначала стол А.

# %%
test_a = equal_players_test(table_a, with_exchange, statistic="friedman_ratio")
equal_players_band(test_a)

# %% [markdown] tags=["en"]
# And table B, by its own rules, without exchange.

# %% [markdown] tags=["ru"]
# И стол Б, по его правилам, без обмена.

# %%
test_b = equal_players_test(table_b, without, statistic="friedman_ratio")
equal_players_band(test_b)

# %%
assert test_a.p > 0.2 and test_b.rejected
bet.reveal("table_b", text("verdict", a=test_a.p, b=test_b.p))

# %%
text("misleads")

# %% [markdown] tags=["en"]
# ## What surprises
# Table A *looks* like a table of masters and beginners: the same names stay on top for deals on
# end. It is the exchange. And at table B the persons show, although places hardly stick.
#
# The null must know the rules! Suppose somebody tests table B as if an exchange had been played:

# %% [markdown] tags=["ru"]
# ## Что удивляет
# Стол А *выглядит* как стол мастеров и новичков: одни и те же имена держатся наверху по многу
# раздач. А это обмен. За столом Б людей видно, хотя места почти не держатся.
#
# Нулевая гипотеза должна знать правила! Допустим, кто-то проверит стол Б так, будто обмен был:

# %%
mistaken = equal_players_test(table_b, with_exchange, statistic="friedman_ratio")
assert mistaken.p > 0.05
text("mistaken", p=mistaken.p, right=test_b.p)

# %% [markdown] tags=["en"]
# ## Wrong how often?
# A test can be wrong in two ways. It can cry wolf where all are equal: that is its **size**, and it
# should be 5 in 100. And it can miss unequal players: what it finds is its **power**. The next cell
# makes up hundreds of such data sets and counts, for one, four and twelve evenings.

# %% [markdown] tags=["ru"]
# ## Как часто она ошибается?
# Ошибиться можно двояко. Поднять тревогу, когда все равны: это **размер** проверки, и он должен
# быть 5 из 100. Или не заметить неравных; то, что она находит, — её **мощность**. Следующая
# ячейка придумывает сотни таких наборов и считает, для одного, четырёх и двенадцати вечеров.

# %%
equal, one = ["lowest"] * 5, ["counter", *["lowest"] * 4]
often = {"rules": with_exchange, "statistic": "friedman_ratio", "repeats": 300, "draws": 499}
found = {
    text(key): [equal_players_power(who, evenings, 12, **often) for evenings in (1, 4, 12)]
    for key, who in (("all_equal", equal), ("one_counts", one), ("all_unequal", unequal))
}
pd.DataFrame(found, [1, 4, 12]).rename_axis(text("evenings")).map(text.words.percent)

# %%
size, counts, mixed = found.values()
assert max(size) < 0.1 and counts[0] < 0.3 < counts[2] and mixed[2] > 0.95
text("found", size=size[2], one=counts[0], twelve=counts[2], mixed=mixed[0])

# %% [markdown] tags=["en"]
# So **"not significant" does not mean "equal"**: one evening is hardly ever enough to find one
# player who counts cards, though counting helps (lesson 3).
#
# ## Exercises
# Write your own cell above the folded one; that one has an answer to unfold.
#
# **1. Your own table.** Type the places of an evening, a row for each deal, players always in the
# same order, and test it by the rules you played. Nobody knows how equal people play: name several
# kinds, `equal=["lowest", "counter"]`; the largest p counts. Here is an evening to try it on.

# %% [markdown] tags=["ru"]
# Значит, **«незначимо» не значит «равны»**: за один вечер почти никогда не найти одного игрока,
# который считает карты, хотя считать полезно (урок 3).
#
# ## Упражнения
# Пишите свою ячейку над свёрнутой; у той есть ответ, который можно развернуть.
#
# **1. Ваш стол.** Наберите места за вечер: на каждую раздачу строка, игроки всегда в одном порядке,
# и проверьте по тем правилам, по которым играли. Как играют равные люди, никто не знает: назовите
# несколько видов, `equal=["lowest", "counter"]`; считается наибольшее p. Вот вечер для пробы.

# %%
yours = [
    [1, 2, 4, 3, 5],
    [1, 3, 2, 5, 4],
    [2, 1, 3, 4, 5],
    [1, 2, 5, 3, 4],
    [3, 1, 2, 5, 4],
    [1, 4, 2, 3, 5],
    [2, 1, 4, 3, 5],
    [1, 3, 2, 4, 5],
]

# %% tags=["solution"]
kinds = ["lowest", "counter"]
test = {"equal": kinds, "statistic": "friedman_ratio"}
own = [equal_players_test(yours, rules, **test).p for rules in (with_exchange, without)]
assert own[0] > 0.05 > own[1]
text.fold(text("yours", on=own[0], off=own[1]))

# %% [markdown] tags=["en"]
# **2. How many evenings?** How many evenings of twelve deals are needed to find the one who counts
# in four cases of five? Use `equal_players_power(one, evenings, 12, **often)`.

# %% [markdown] tags=["ru"]
# **2. Сколько вечеров?** Сколько вечеров по двенадцать раздач нужно, чтобы в четырёх случаях из
# пяти найти того, кто считает? Возьмите `equal_players_power(one, evenings, 12, **often)`.

# %% tags=["solution"]
powers = {n: equal_players_power(one, n, 12, **often) for n in (12, 25, 50)}
enough = next(n for n, power in powers.items() if power >= 0.8)
assert 12 < enough <= 50
text.fold(text("enough", n=enough, power=powers[enough]))

# %% [markdown] tags=["en"]
# **3. Equal, but otherwise.** Five players who all *count* are equal too. Test them against a null
# of `lowest` players, sitting by place: `with_exchange.replace(seating="by-place")`. How large is
# the size now, and how large with `statistic="excess_persistence"`?

# %% [markdown] tags=["ru"]
# **3. Равные, но другие.** Пятеро, которые все *считают*, тоже равны. Проверьте их против гипотезы
# из игроков `lowest`, пересаживая по местам: `with_exchange.replace(seating="by-place")`. Каков
# теперь размер, и каков он со `statistic="excess_persistence"`?

# %% tags=["solution"]
settings = {**often, "rules": with_exchange.replace(seating="by-place")}
all_count = [
    equal_players_power(["counter"] * 5, 12, 12, **{**settings, "statistic": which})
    for which in ("friedman_ratio", "excess_persistence")
]
assert all_count[0] > all_count[1] + 0.05 and all_count[1] < 0.12
text.fold(text("otherwise", spread=all_count[0], lasting=all_count[1]))

# %% [markdown] tags=["en"]
# ## What to take away
# - Rules and persons both keep the same people on top; **one correlation cannot tell them apart**.
# - What rules do is forgotten in a few deals; **what persons do comes back**.
# - A test needs a null that plays **by the same rules, at the same seats**. Then it is wrong as
#   often as it says.
# - How equal people play is not known. So `equal_players_test` asks for what is **lasting**
#   (`excess_persistence`) unless told otherwise: that depends on it least.
# - No finding is not a finding of equality: say how much the test could have found.
#
# ## Go on
# - The stored counts for three seatings: `data/rule_or_person.json`, made by
#   `python -m benchmarks.rule_or_person`.
# - Where is skill worth more, with the exchange or without it?
#   `cells["friedman_ratio"].interactions`.
# - A sheet of your own evening, as in exercise 1, is all that the figures of lesson 3 need, too:
#   `slime.figures.transition_heatmap(yours)`.

# %% [markdown] tags=["ru"]
# ## Что запомнить
# - И правила, и люди держат наверху одних и тех же; **одна корреляция их не различит**.
# - Сделанное правилами забывается за несколько раздач; **сделанное людьми возвращается**.
# - Проверке нужна гипотеза, играющая **по тем же правилам, на тех же местах за столом**. Тогда она
#   ошибается так часто, как обещает.
# - Как играют равные люди, неизвестно. Поэтому `equal_players_test`, если не сказать иного,
#   спрашивает об **устойчивости** (`excess_persistence`): она зависит от этого меньше всего.
# - Не найти неравенства — не значит найти равенство: скажите, сколько проверка могла найти.
#
# ## Дальше
# - Сохранённый подсчёт для трёх рассадок: `data/rule_or_person.json`, его делает
#   `python -m benchmarks.rule_or_person`.
# - Где умение стоит больше, с обменом или без него? `cells["friedman_ratio"].interactions`.
# - Листа вашего вечера, как в упражнении 1, хватит и рисункам из урока 3:
#   `slime.figures.transition_heatmap(yours)`.
