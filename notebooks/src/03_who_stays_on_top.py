# ---
# jupyter:
#   slime:
#     title:
#       en: Who stays on top
#       ru: Кто остаётся наверху
#     about:
#       en: Who rises and who falls, how long it takes, and whether the table remembers.
#       ru: Кто поднимается, кто падает, надолго ли, и помнит ли стол прошлое.
# ---

# %% [markdown] tags=["en"]
# **You will find out**
# - how to read a table of moves: who stays, who rises, who falls;
# - how many deals it takes from the bottom to the top;
# - which place is the best to start from (perhaps not the one you think);
# - whether the table remembers more than the last deal.
#
# It takes about 40 minutes. You should know the game from lesson 1.

# %% [markdown] tags=["ru"]
# **Что вы узнаете**
# - как читать таблицу переходов: кто остаётся, кто поднимается, кто падает;
# - сколько раздач занимает путь с самого низа на самый верх;
# - с какого места лучше всего начинать (может быть, не с того, о котором вы думаете);
# - помнит ли стол больше, чем последнюю раздачу.
#
# Нужно около 40 минут. Игра знакома вам по уроку 1.

# %%
import numpy as np

import slime
from slime import measures
from slime.app.lesson_text import LessonText
from slime.figures import (
    careers,
    first_passage,
    keep_by_lag,
    place_flow,
    transition_heatmap,
    worth_of_places,
)

slime.language("en")
text = LessonText(lesson=3)  # what the cells of this lesson say

# %% [markdown] tags=["en"]
# ## A bet first
# This time we play the rules of the old text to the full, with the **fall**: a champion who does
# not come first again has the last place at once. Five equal players sit down.
#
# **A thousand champions: how many of 100 are champions three deals later?** (In between they may
# have fallen and risen again.) **And from which place would you like to start the deals to come?**

# %% [markdown] tags=["ru"]
# ## Сначала ставка
# На этот раз играем по правилам старого текста целиком, с **падением**: чемпион, который не пришёл
# первым снова, сразу получает последнее место. За столом пятеро равных.
#
# **Тысяча чемпионов: сколько из 100 будут чемпионами через три раздачи?** (Между делом они могли
# упасть и подняться.) **И с какого места вы хотели бы начать следующие раздачи?**

# %%
bet_again = slime.bet(text("bet_again"), "share")
bet_again

# %%
bet_place = slime.bet(text("bet_place"), "place")
bet_place

# %% [markdown] tags=["en"]
# ## One match
# A thousand matches of 50 deals are played in a moment. (If this is your first simulation on this
# computer, it takes half a minute longer, once.) Here is one of them: a line is a player's career.

# %% [markdown] tags=["ru"]
# ## Одна партия
# Тысяча партий по 50 раздач играется за мгновение. (Если это ваше первое моделирование на этом
# компьютере, оно один раз продлится на полминуты дольше.) Вот одна из них: линия — это карьера
# игрока.


# %%
def play(rules="slime-licker", strategies="lowest"):
    """A thousand matches of 50 deals."""
    settings = {"players": 5, "matches": 1000, "deals": 50, "seed": 1, "progress": False}
    return slime.simulate(rules, strategies=strategies, **settings)


sim = play()
career = careers(sim, match=0, deals=range(20))
career

# %% [markdown] tags=["en"]
# 1. Follow one line with your eyes. How long does it stay on top? Where does it go from there?
# 2. How does a line come up again: in one leap, or step by step?
#
# Choose a point in the figure below, by a click or in the list (Enter opens it), and the deal
# opens. Look at one in which the champion fell: what went wrong?

# %% [markdown] tags=["ru"]
# 1. Проследите за одной линией. Долго ли она остаётся наверху? Куда идёт оттуда?
# 2. Как линия снова поднимается: одним скачком или шаг за шагом?
#
# Выберите точку на рисунке ниже щелчком или в списке (его открывает Enter), и раздача откроется.
# Посмотрите на ту, где чемпион упал: что пошло не так?

# %%
career.explore(slime.table)

# %% [markdown] tags=["en"]
# ## Fifty thousand deals
# The first thing to ask of a simulation is its summary. Unfold also what would make it wrong.

# %% [markdown] tags=["ru"]
# ## Пятьдесят тысяч раздач
# Первое, что спрашивают у моделирования, — сводка. Разверните и то, что сделало бы её неверной.

# %%
sim.summary()

# %% [markdown] tags=["en"]
# And this is the whole table of moves. Take a row: a place in one deal. Go along it: how often its
# holder comes to each place in the next deal. The rows add up to 100%.

# %% [markdown] tags=["ru"]
# А это вся таблица переходов. Возьмите строку: место в одной раздаче. Идите вдоль неё: как часто с
# него попадают на каждое место в следующей. В каждой строке вместе 100 %.

# %%
transition_heatmap(sim)

# %%
matrix = measures.transition_matrix(sim.places)
assert matrix[0, 1:4].sum() == 0  # a champion stays, or falls to the end
assert matrix[4, 0] < 0.1 < matrix[1, 0]
text("rows", stay=matrix[0, 0], fall=matrix[0, 4], second=matrix[1, 0], last=matrix[4, 0])

# %% [markdown] tags=["en"]
# The same as a river: every place sends its players on, and every place is filled again.

# %% [markdown] tags=["ru"]
# То же самое как река: каждое место отправляет своих игроков дальше, и каждое заполняется снова.

# %%
place_flow(sim)

# %% [markdown] tags=["en"]
# Look at place 1 on the right: most of what does not come from the champion comes from the second.
# There is a **ladder**: from the bottom one gets to the middle, from the middle to place 2, from
# there to the top; and from the top there is one way down, the longest.
#
# ### How long is the way up?
# Count deals from one place until another is reached for the first time.

# %% [markdown] tags=["ru"]
# Посмотрите на место 1 справа: то, что пришло не от чемпиона, пришло больше всего со второго. Это
# **лестница**: снизу попадают в середину, из середины на место 2, оттуда наверх; а сверху путь вниз
# один, и самый длинный.
#
# ### Долог ли путь наверх?
# Считаем раздачи от одного места до первого попадания на другое.

# %%
passage = first_passage(sim)
passage

# %%
waits = measures.first_passage(sim.places)
up, down = waits.mean_seen[4, 0], waits.mean_seen[0, 4]
assert up > 7 > 3 > down
reign = measures.reigns(sim.places)
text("ways", up=up, down=down, cut=waits.horizon, reign=reign.mean_seen)

# %% [markdown] tags=["en"]
# ### What is a place worth?
# Points are places here, and the fewest win. Stand on a place: how many points will you collect in
# **all deals to come**, against the average player? (The deal just played does not count.)

# %% [markdown] tags=["ru"]
# ### Чего стоит место?
# Очки здесь — места, и выигрывают наименьшие. Встаньте на место: сколько очков вы соберёте во
# **всех следующих раздачах** по сравнению со средним игроком? (Сыгранная раздача не считается.)

# %%
worth_of_places(sim)

# %% [markdown] tags=["en"]
# ## What surprises

# %% [markdown] tags=["ru"]
# ## Что удивляет

# %%
found = measures.interval(sim.places, "worth_of_place")
worth = found.value
assert worth.argmin() == 1 and found.low[0] > 0  # the second is best, the champion below average
bet_place.reveal(worth.argmin() + 1, text("best", second=-worth[1], first=worth[0]))

# %% [markdown] tags=["en"]
# The old text of the rules says it: second is the best place to be, good cards and no fall to fear.
# The sum over the deals to come bears it out.
#
# ## Does the table remember?
# Suppose **the place is all that is carried over** from deal to deal: who was where before does not
# matter any more. Such a chain of deals is called a *Markov chain*, and for it two deals are the
# matrix applied twice: to be champion again two deals later, go over any place in between,
#
# $$(M^2)_{11} = M_{11} M_{11} + M_{12} M_{21} + \dots + M_{15} M_{51}.$$
#
# So we can **predict** two, three, ten deals from one, and compare with what is seen.

# %% [markdown] tags=["ru"]
# Старый текст правил так и говорит: второе место лучшее, карты хорошие, а падения бояться не надо.
# Сумма по будущим раздачам это подтверждает.
#
# ## Помнит ли стол?
# Допустим, от раздачи к раздаче **переносится только место**: кто где был раньше, уже не важно.
# Такая цепочка раздач называется *цепью Маркова*, и две раздачи для неё — матрица, применённая
# дважды: чтобы через две раздачи снова быть чемпионом, можно пройти через любое место,
#
# $$(M^2)_{11} = M_{11} M_{11} + M_{12} M_{21} + \dots + M_{15} M_{51}.$$
#
# Значит, по одной раздаче можно **предсказать** две, три, десять и сравнить с наблюдениями.

# %%
predicted = (matrix @ matrix)[0, 0]
seen = measures.cell_interval(sim.places, 1, 1, lag=2)
assert abs(predicted - seen.value) < 0.01
text("twice", predicted=predicted, seen=seen.value, low=seen.low, high=seen.high)

# %%
keep_by_lag(sim)

# %%
again = [measures.cell_interval(sim.places, 1, 1, lag=lag).value for lag in (1, 3, 6)]
assert abs(again[2] - 0.2) < 0.02
bet_again.reveal(again[1], text("fades", one=again[0], three=again[1], six=again[2]))

# %% [markdown] tags=["en"]
# Seen and predicted go hand in hand: with five equal players, places are (very nearly) all that the
# table remembers. After a few deals everybody has the same chances again.
#
# Now change one person, no rule. One of the five **counts cards**, the others play as before. (The
# first time this takes a little longer.)

# %% [markdown] tags=["ru"]
# Наблюдения и предсказание идут рука об руку: когда все пятеро равны, стол помнит (почти) только
# места. Через несколько раздач шансы снова у всех одинаковы.
#
# Теперь изменим не правило, а человека. Один из пятерых **считает карты**, остальные играют как
# раньше. (В первый раз это чуть дольше.)

# %%
mixed = play(strategies=["counter", "lowest", "lowest", "lowest", "lowest"])
keep_by_lag(mixed, world=sim)

# %%
later = measures.cell_interval(mixed.places, 1, 1, lag=6)
power = np.linalg.matrix_power(measures.transition_matrix(mixed.places), 6)[0, 0]
mean = mixed.places.mean(axis=(0, 1))
assert later.low > power + 0.02
assert mean[0] < 2.6 < 3 < mean[1:].min()
text("skill", seen=later.value, power=power, mean=mean[0], others=mean[1:].mean())

# %% [markdown] tags=["en"]
# So this is how to tell **rule from person**: what rules do is forgotten after a few deals, and the
# powers of the matrix know it all. What persons do comes back again and again. The grey band says
# what equal players would show; here the circles leave it.
#
# ## Exercises
# Write your own cell above the folded one; that one has an answer to unfold.
#
# **1. Three deals by hand.** Compute the third power of `matrix` and compare all 25 cells with what
# is seen three deals later, `measures.transition_matrix(sim.places, lag=3)`. How large is the
# largest gap?

# %% [markdown] tags=["ru"]
# Вот как отличить **правило от человека**: сделанное правилами забывается за несколько раздач, и
# степени матрицы знают о нём всё. Сделанное людьми возвращается снова и снова. Серая полоса — то,
# что показали бы равные игроки; здесь круги из неё выходят.
#
# ## Упражнения
# Пишите свою ячейку над свёрнутой; у той есть ответ, который можно развернуть.
#
# **1. Три раздачи вручную.** Вычислите третью степень `matrix` и сравните все 25 клеток с тем, что
# видно через три раздачи: `measures.transition_matrix(sim.places, lag=3)`. Велико ли самое большое
# расхождение?

# %% tags=["solution"]
cube = matrix @ matrix @ matrix
gaps = abs(measures.transition_matrix(sim.places, lag=3) - cube)
assert gaps.max() < 0.02
text.fold(text("cube", gap=gaps.max()))

# %% [markdown] tags=["en"]
# **2. No fall.** Play `slime.rules("slime-licker", champion_falls=False)`. Which place is the best
# to start from now? And do champions reign longer, `measures.reigns(...).mean_seen`? Guess both.

# %% [markdown] tags=["ru"]
# **2. Без падения.** Сыграйте `slime.rules("slime-licker", champion_falls=False)`. С какого места
# теперь лучше всего начинать? И дольше ли правят чемпионы, `measures.reigns(...).mean_seen`?
# Угадайте то и другое.

# %% tags=["solution"]
soft = play(slime.rules("slime-licker", champion_falls=False))
soft_worth = measures.worth_of_place(soft)
soft_reign = measures.reigns(soft.places)
assert soft_worth.argmin() == 0 and soft_worth[0] < -2
assert abs(soft_reign.mean_seen - reign.mean_seen) < 0.1
answer = {"worth": -soft_worth[0], "with": reign.mean_seen, "without": soft_reign.mean_seen}
text.fold(text("no_fall", **answer))

# %% [markdown] tags=["en"]
# **3. No exchange.** Keep the fall and take the exchange away, `exchange="none"`. Now the cards are
# equal for all. Does a place say nothing about the next one then? Look at `summary()`.

# %% [markdown] tags=["ru"]
# **3. Без обмена.** Оставьте падение и уберите обмен, `exchange="none"`. Теперь карты у всех
# одинаковые. Значит ли это, что место ничего не говорит о следующем? Посмотрите `summary()`.

# %% tags=["solution"]
plain = play(slime.rules("slime-licker", exchange="none"))
link = measures.interval(plain.places, "rank_correlation")
assert link.high < -0.3
text.fold(text("no_exchange", r=abs(link.value)))

# %% [markdown] tags=["en"]
# **4. Your own table.** Play a dozen deals with real cards and type the places: a row for each
# deal, the players always in the same order. Here is an evening to try it on. Is it *sure* that the
# champion of this table stays more often than at random (20%)?

# %% [markdown] tags=["ru"]
# **4. Ваш стол.** Сыграйте с десяток раздач настоящими картами и наберите места: на каждую раздачу
# строка, игроки всегда в одном порядке. Вот вечер для пробы. *Точно* ли чемпион этого стола
# остаётся чаще, чем по жребию (20 %)?

# %%
evening = [
    [1, 2, 3, 4, 5],
    [1, 3, 2, 5, 4],
    [5, 1, 2, 3, 4],
    [4, 1, 3, 2, 5],
    [3, 1, 2, 5, 4],
    [2, 5, 1, 3, 4],
    [3, 4, 1, 2, 5],
    [1, 4, 5, 2, 3],
    [5, 3, 4, 1, 2],
    [4, 3, 5, 1, 2],
    [4, 2, 3, 5, 1],
    [3, 2, 4, 5, 1],
]
transition_heatmap(evening)

# %% tags=["solution"]
cell = measures.cell_interval(evening, 1, 1)
assert cell.n == 11 and cell.low > 0.2
text.fold(text("evening", share=cell.value, n=cell.n, low=cell.low, high=cell.high))

# %% [markdown] tags=["en"]
# ## What to take away
# - A table of moves says who stays, who rises, who falls; its **powers** say what would follow if
#   only places counted.
# - With equal players all is forgotten after a few deals: **the rules make a ladder, not a caste**.
# - The best place is not the highest one, where a fall is near.
# - What the powers cannot explain, and what lies outside the band of equal players, is not the
#   rules' doing.
#
# ## Go on
# - The same for another game: `play("king-and-slave")`. Where is the fall now?
# - Other players: `strategies=["highest", "lowest", "lowest", "lowest", "lowest"]`. Who is never
#   forgotten, and where?
# - In the next lesson: the same luck, other rules.

# %% [markdown] tags=["ru"]
# ## Что запомнить
# - Таблица переходов говорит, кто остаётся, кто поднимается, кто падает; её **степени** говорят,
#   что было бы дальше, если бы важны были только места.
# - У равных игроков всё забывается за несколько раздач: **правила строят лестницу, а не касты**.
# - Лучшее место — не самое высокое, если с него легко упасть.
# - То, чего степени не объясняют и что лежит вне полосы равных игроков, сделали не правила.
#
# ## Дальше
# - То же для другой игры: `play("king-and-slave")`. Где теперь падение?
# - Другие игроки: `strategies=["highest", "lowest", "lowest", "lowest", "lowest"]`. Кто не
#   забывается никогда и где?
# - В следующем уроке: та же удача, другие правила.
