# ---
# jupyter:
#   slime:
#     title:
#       en: Same luck, other rules
#       ru: Та же удача, другие правила
#     about:
#       en: Play every deal twice, with a rule and without it, and see what causes what.
#       ru: Сыграйте каждую раздачу дважды, с правилом и без него, и увидите, что от чего.
# ---

# %% [markdown] tags=["en"]
# **You will find out**
# - what a rule does to *one* player in *one* deal, by playing the same deal twice;
# - why pairs of worlds with the same luck need so few deals;
# - which rule keeps the places as they are, which one mixes them, and by how much;
# - how a rule can change nothing in one deal and something in the long run.
#
# It takes about 40 minutes. You should know the game from lesson 1 and the table of moves from
# lesson 3.

# %% [markdown] tags=["ru"]
# **Что вы узнаете**
# - что правило делает с *одним* игроком в *одной* раздаче, если сыграть её дважды;
# - почему парам миров с одной удачей нужно так мало раздач;
# - какое правило удерживает места, какое перемешивает и на сколько;
# - как правило может ничего не менять в одной раздаче и всё же менять со временем.
#
# Нужно около 40 минут. Игра знакома вам по уроку 1, таблица переходов — по уроку 3.

# %%
import pandas as pd

import slime
from slime import experiments
from slime.app.lesson_text import LessonText
from slime.experiments import small_world
from slime.figures import dose_response, paired_effects, shapley_shares

slime.language("en")
text = LessonText(lesson=4)  # what the cells of this lesson say


def with_sign(found, digits=3):
    """A number, or an effect and its limits, written with their signs."""
    numbers = [found] if isinstance(found, float) else [found.value, found.low, found.high]
    told = [text.words.signed(float(x), digits) for x in numbers]
    return told[0] if len(told) == 1 else dict(zip(("effect", "low", "high"), told, strict=True))


plain = {"engine": "interpreted", "progress": False}  # few deals, no waiting for a compiler

# %% [markdown] tags=["en"]
# ## A bet first
# Five equal players, the rules of the old text: an exchange, and a fall for the champion who does
# not come first again. Now somebody takes **the exchange away, for one single deal**, with the same
# cards dealt to everybody.
#
# - How many places does it cost the **champion**, on average?
# - And the **fall**: does it make places stick from deal to deal, or does it loosen them?

# %% [markdown] tags=["ru"]
# ## Сначала ставка
# Пять равных игроков, правила старого текста: обмен и падение чемпиона, который не пришёл первым
# снова. И вот кто-то отменяет **обмен, всего на одну раздачу**, а карты всем сданы те же самые.
#
# - На сколько мест это в среднем отбросит **чемпиона**?
# - А **падение**: закрепляет оно места от раздачи к раздаче или, наоборот, расшатывает?

# %%
bet_champion = slime.bet(text("bet"), high=4, step=0.1)
bet_champion

# %%
bet_fall = slime.bet(text("bet_fall"), "choice", {key: text(key) for key in ("sticks", "loosens")})
bet_fall

# %% [markdown] tags=["en"]
# ## One deal, twice
# World **A** is the game as it is. World **B** is the same without the exchange. The next cell
# plays 300 matches in world A, and *every one of their deals* in world B as well: same cards dealt,
# same seats, same places before, same lots. This is what no experiment with people can do.

# %% [markdown] tags=["ru"]
# ## Одна раздача, дважды
# Мир **А** — игра как она есть. Мир **Б** — то же без обмена. Следующая ячейка играет 300 партий в
# мире А, и *каждую их раздачу* ещё и в мире Б: те же карты, те же места за столом, те же места в
# прошлой раздаче, тот же жребий. С живыми людьми такой опыт невозможен.

# %%
rules = slime.rules("slime-licker")
without = rules.replace(exchange="none")
names = text("names").split()
twice = slime.compare(rules, without, names, matches=300, deals=10, how="counterfactual", **plain)
at = twice.find("worse", previous_place=1)[0]  # a champion for whom it made a difference
pair = twice.deal(at.match, at.deal)
champion = names[at.player]
assert pair.a.dealt == pair.b.dealt and pair.a.previous_standing[0] == champion
where = {"match": at.match, "deal": at.deal}
text("here", number=at.deal + 1, of=at.match + 1, champion=champion, **where)

# %% [markdown] tags=["en"]
# This is it in world A. **Click the table and press →** to step through, first the exchange, then
# the play. Remember which cards the champion gets.

# %% [markdown] tags=["ru"]
# Вот она в мире А. **Щёлкните стол и нажимайте →**: сначала обмен, потом игра. Запомните, какие
# карты получает чемпион.

# %%
slime.table(pair.a.finish())

# %% [markdown] tags=["en"]
# And this is the same deal in world B. Where do the two begin to differ? Who plays the cards that
# the champion would have had?

# %% [markdown] tags=["ru"]
# А вот та же раздача в мире Б. Где миры начинают расходиться? Кто кладёт карты, которые достались
# бы чемпиону?

# %%
slime.table(pair.b.finish())

# %%
places = pair.a.places[champion], pair.b.places[champion]
assert places == (1, 5)
text("pair", champion=champion, a=places[0], b=places[1])

# %% [markdown] tags=["en"]
# One deal is a story. For an effect we need all of them: 2700 deals that follow a deal, five
# players each. The figure shows B minus A by place before: right of the line is worse without the
# exchange, left is better. Click a mark, or choose it in the list, to open deals behind it.

# %% [markdown] tags=["ru"]
# Одна раздача — это история. Для эффекта нужны все: 2700 раздач, перед которыми была раздача, по
# пять игроков. На рисунке Б минус А по местам до этого: справа от линии без обмена хуже, слева
# лучше. Щёлкните знак или выберите его в списке, и раздачи за ним откроются.

# %%
paired_effects(twice).explore(slime.table)

# %%
effect = twice.table()
cost = effect.effect.value[0]
assert effect.effect.low[0] > 1 and effect.effect.high[4] < -0.9
limits = {"low": effect.effect.low[0], "high": effect.effect.high[0]}
bet_champion.reveal(cost, text("cost", cost=cost, **limits))

# %%
other = (twice.change[:, 1:] != 0).mean()
text("everywhere", share=other, last=-effect.effect.value[4], third=-effect.effect.value[2])

# %% [markdown] tags=["en"]
# ## Why pairs?
# Take a small rule. Somebody wins a trick and is out of cards: who leads next? In the old text it
# is the player on the **left**; in King and slave the one on the **right**. Does that matter for
# how much places stick, for the rank correlation? We want to know to within **0.01**.
#
# `slime.sample_size` plays a small pilot and says how many deals it takes: two worlds with luck of
# their own, two *parallel* worlds with the same shuffles, or *counterfactual* ones, every deal
# twice.

# %% [markdown] tags=["ru"]
# ## Зачем пары?
# Возьмём маленькое правило. Кто-то взял круг и остался без карт: кто заходит дальше? В старом
# тексте — игрок **слева**, в «Короле и рабе» — **справа**. Влияет ли это на то, как прочно держатся
# места, то есть на ранговую корреляцию? Хотим знать с точностью **0,01**.
#
# `slime.sample_size` играет небольшую пробу и говорит, сколько нужно раздач: двум мирам, у каждого
# своя удача; двум *параллельным* мирам с одними тасовками; или *ветвящимся*, где каждая раздача
# дважды.

# %%
right = rules.replace(lead_after_out="right")
needed = slime.sample_size(rules, right, within=0.01, deals=[10], pilot=150, **plain)
table = needed.frame().set_index("how")[["matches", "total"]]
table.rename(index=text, columns=text).rename_axis(None)

# %%
alone, pairs = needed.best_of("unpaired"), needed.best_of("counterfactual")
assert alone.total > 5 * pairs.total
text("saved", alone=alone.total, pairs=pairs.total, times=round(alone.total / pairs.total))

# %% [markdown] tags=["en"]
# Why? Most of what makes one evening differ from another is luck: who gets which cards. If both
# worlds have the *same* luck, it falls out of the difference, and what is left is the rule.
#
# ### Two answers to one question
# So we know it with little effort. Branching first, then parallel:

# %% [markdown] tags=["ru"]
# Почему? Один вечер отличается от другого прежде всего удачей: кому какие карты достались. Если
# удача в обоих мирах *одна и та же*, из разницы она выпадает, и остаётся правило.
#
# ### Два ответа на один вопрос
# Значит, узнать это нетрудно. Сначала ветвящиеся миры, потом параллельные:

# %%
one_deal = slime.compare(rules, right, matches=300, deals=10, how="counterfactual", **plain)
once = one_deal.effect("rank_correlation")
moved = (one_deal.change[:, 1:] != 0).mean()
assert abs(once.value) < 0.01 and moved > 0.15
text("one_deal", moved=moved, **with_sign(once))

# %%
parallel = slime.compare(rules, right, matches=2000, deals=20, progress=False)
long_run = parallel.effect("rank_correlation")
assert long_run.low > 0.005
text("long_run", **with_sign(long_run))

# %% [markdown] tags=["en"]
# ## What surprises
# The two answers do not agree, and both are right! In *one* deal the rule moves many players, some
# up and some down, and the correlation stays where it was. In the *long run* it rises.
#
# Something must be carried over from deal to deal that is not a place. The seats stay the same, so
# **who sits to the left of whom** is carried over, and that the rule does change. Try it: let
# everybody sit down by place before each deal, so that nothing of the old order is left.

# %% [markdown] tags=["ru"]
# ## Что удивляет
# Ответы не сходятся, и оба верны! В *одной* раздаче правило сдвигает многих игроков, кого вверх,
# кого вниз, и корреляция остаётся на месте. А *со временем* она растёт.
#
# Значит, от раздачи к раздаче переносится что-то, кроме мест в раздаче. Сидят все там же, поэтому
# переносится, **кто у кого слева**, и вот это правило меняет. Проверьте: пусть перед каждой
# раздачей все садятся по местам, чтобы от старого порядка ничего не осталось.

# %%
seated, seated_right = (r.replace(seating="by-place") for r in (rules, right))
two = [
    slime.compare(seated, seated_right, matches=2000, deals=20, progress=False),
    slime.compare(seated, seated_right, matches=300, deals=10, how="counterfactual", **plain),
]
long, one = (world.effect("rank_correlation") for world in two)
assert one.low - 0.01 < long.value < one.high + 0.01 and long.high < -0.05
text("by_place", long=with_sign(long.value), one=with_sign(one.value))

# %% [markdown] tags=["en"]
# ## What causes it?
# Back to the large rules. Three of them could explain who stays where: the **exchange**, the
# champion's **fall**, and that the last one **leads and deals**. Switch each on or off: eight
# worlds, all with the same luck. Taking lots instead of the last one is the neutral way to lead.
#
# How much is due to the exchange? That depends on what is on already. So we go through all orders
# of switching on, and take the mean. That is the *Shapley value*; the shares add up exactly.

# %% [markdown] tags=["ru"]
# ## Что от чего?
# Вернёмся к большим правилам. Объяснить, кто где остаётся, могли бы три: **обмен**, **падение**
# чемпиона и то, что последний **заходит и сдаёт**. Включаем и выключаем каждое: восемь миров с
# одной удачей. Вместо последнего решает жребий: это нейтральный способ заходить.
#
# Сколько приходится на обмен? Смотря что уже включено. Поэтому перебираем все порядки включения и
# берём среднее. Это *вектор Шепли*; доли складываются точно.

# %%
causes = slime.decompose(rules, ["exchange", "fall", "lead+deal"], matches=1000, progress=False)
shapley_shares(causes, "rank_correlation")

# %%
shares = {part.factors[0]: part for part in causes["rank_correlation"].shares}
exchange, fall, lead = (shares[name] for name in causes.factors)
total = causes["rank_correlation"].total
assert exchange.low > 0.5 and fall.high < -0.25 and lead.high < -0.05
assert exchange.exact + fall.exact + lead.exact == total.exact
numbers = {"exchange": exchange.value, "fall": -fall.value, "lead": -lead.value}
text("shares", total=total.value, **numbers)

# %%
bet_fall.reveal("loosens", text("loosened"))

# %%
text("no_percent", share=exchange.value / total.value)

# %% [markdown] tags=["en"]
# The old text gives the exchange the credit *together with* the fall. Do the two work together?
# Look at another outcome, the number of deals from the last place to the first.

# %% [markdown] tags=["ru"]
# Старый текст приписывает это обмену *вместе с* падением. Действуют ли они сообща? Посмотрим на
# другой итог: сколько раздач ведут с последнего места на первое.

# %%
shapley_shares(causes, "rise_time")

# %%
rise = causes["rise_time"]
both = next(part for part in rise.interactions if part.factors == ("exchange", "fall"))
assert both.high < -2 and abs(rise.alone[1]) < 0.2
text("together", alone=with_sign(rise.alone[1], 2), both=-both.value)

# %% [markdown] tags=["en"]
# ## The exchange as a dial
# On or off is not all. One card, two and one, three, two and one; upwards, downwards, and cards
# drawn at random, which is the *placebo*: something is done, but not the thing that should matter.
# Six players, so that there are three pairs.

# %% [markdown] tags=["ru"]
# ## Обмен как ручка настройки
# Включено или выключено — это ещё не всё. Одна карта; две и одна; три, две и одна; вверх, вниз и
# карты по жребию. Последнее — *плацебо*: что-то делается, но не то, что должно действовать.
# Игроков шестеро, чтобы было три пары.

# %%
doses = experiments.dose_response(
    rules, players=6, matches=300, outcomes="rank_correlation", progress=False
)
dose_response(doses)

# %%
value = {r.dose.name: r.value.value for r in doses.responses}
said = {name: with_sign(number, 2) for name, number in value.items()}
lots = [r.effect for r in doses.responses if r.dose.series == "random"]
assert value["up 1"] < value["up 2-1"] < value["up 3-2-1"]
assert all(abs(effect.value) < 0.04 for effect in lots)
text("dose", none=said["none 0"], one=said["up 1"], two=said["up 2-1"], three=said["up 3-2-1"])

# %% [markdown] tags=["en"]
# ## Exercises
# Write your own cell above the folded one; that one has an answer to unfold.
#
# **1. The last one without exchange.** With no exchange and no fall the last one does *better* than
# the others in the next deal: mean place about 2.45 instead of 3. Two things help: leading first,
# and, for who deals, holding one card less. Which one is it? Use `slime.decompose` with the factors
# `["lead", "deal"]` and the outcome `"next_place_last"`.

# %% [markdown] tags=["ru"]
# ## Упражнения
# Пишите свою ячейку над свёрнутой; у той есть ответ, который можно развернуть.
#
# **1. Последний без обмена.** Без обмена и падения последний в следующей раздаче играет *лучше*
# других: среднее место около 2,45 вместо 3. Помогают две вещи: первый заход и то, что у сдающего
# на карту меньше. Какая из них? Возьмите `slime.decompose` с факторами `["lead", "deal"]` и итогом
# `"next_place_last"`.

# %% tags=["solution"]
bare = rules.replace(exchange="none", champion_falls=False)
found = slime.decompose(bare, ["lead", "deal"], "next_place_last", matches=1000, progress=False)
last = found["next_place_last"]
by_lead, by_deal = (part.value for part in last.shares)
assert abs(last.empty - 3) < 0.03 and abs(last.full - 2.45) < 0.03 and by_lead < -0.4 < by_deal < 0
text.fold(text("two_effects", empty=last.empty, full=last.full, lead=-by_lead, deal=-by_deal))

# %% [markdown] tags=["en"]
# **2. Other players instead of other rules.** Leave the rules as they are, and let Anna alone play
# her highest cards, as the strategy `highest` does:
# `slime.compare(rules, players=names, strategies_b=[...], how="counterfactual")`. What does it
# cost her, and who gains? Look at `.table("player")`.

# %% [markdown] tags=["ru"]
# **2. Другие игроки вместо других правил.** Оставьте правила как есть, и пусть одна Анна кладёт
# старшие карты, как стратегия `highest`:
# `slime.compare(rules, players=names, strategies_b=[...], how="counterfactual")`. Чего ей это
# стоит и кто выигрывает? Посмотрите `.table("player")`.

# %% tags=["solution"]
players = ["highest", "lowest", "lowest", "lowest", "lowest"]
settings = {"matches": 200, "deals": 10, "how": "counterfactual", **plain}
proud = slime.compare(rules, None, names, strategies_b=players, **settings)
price = proud.table("player")
change = price.effect.value  # by player; they sit in this order, clockwise
assert price.effect.low[0] > 1 and price.effect.low[1] > 0 > price.effect.high[4]
text.fold(text("highest", cost=change[0], left=change[1], right=-change[4]))

# %% [markdown] tags=["en"]
# **3. An experiment with people.** Molina, Bucca and Macy (2019, *Science Advances* 5, eaau1156)
# let two people play, with an exchange from winner to loser, from loser to winner, or at random,
# and asked both how fair it was. Winners found it fairer, however much the rules favoured them. How
# much did the rules favour them? `swap_game_rules()` and `swap_game()` in `slime.experiments` have
# a game like theirs; turn the dial for two equal players, and look at `"keep_first"`.

# %% [markdown] tags=["ru"]
# **3. Опыт с людьми.** У Молины, Букки и Мейси (2019, *Science Advances* 5, eaau1156) играли двое,
# карты шли от победителя к проигравшему, от проигравшего к победителю или по жребию, и обоих
# спрашивали, честно ли это. Победители чаще находили игру честной, как бы правила им ни помогали. А
# насколько правила им помогали? Похожая игра есть в `slime.experiments`: `swap_game_rules()` и
# `swap_game()`; покрутите ручку для двух равных игроков и посмотрите на `"keep_first"`.

# %% tags=["solution"]
from slime.experiments import swap_game, swap_game_rules

people = experiments.dose_response(
    swap_game_rules(), swap_game(), "keep_first", 2, matches=300, progress=False
)
keep = {r.dose.name: r.value.value for r in people.responses}
assert keep["progressive 1"] < 0.1 < keep["random 1"] < 0.5 < 0.8 < keep["regressive 1"]
one, lot, up = keep["progressive 1"], keep["random 1"], keep["regressive 1"]
text.fold(text("swap", down=one, lot=lot, up=up))

# %% [markdown] tags=["en"]
# **4. No simulation at all.** In a pack of three threes and three fours *every* deal can be played,
# and the answer is a fraction. The cell below makes such rules for three players. What does an
# exchange of one card, `exchange=[1]`, do to the rank correlation there? Guess the sign first!
# `small_world(...).outcome("rank_correlation")` knows.

# %% [markdown] tags=["ru"]
# **4. Совсем без моделирования.** В колоде из трёх троек и трёх четвёрок можно сыграть *все*
# раздачи, и ответом будет дробь. Ячейка ниже делает такие правила для трёх игроков. Что там делает
# с ранговой корреляцией обмен одной картой, `exchange=[1]`? Сначала угадайте знак!
# Ответ знает `small_world(...).outcome("rank_correlation")`.

# %%
tiny = rules.replace(players=[3, 5], ranks="34", suits=3, jokers=0, seating="by-place")
tiny = tiny.replace(exchange="none", champion_falls=False)
pd.DataFrame(small_world(tiny).matrix(), index=range(1, 4), columns=range(1, 4)).astype(str)

# %% tags=["solution"]
off, on = (small_world(r).outcome("rank_correlation") for r in (tiny, tiny.replace(exchange=[1])))
assert (str(off), str(on)) == ("1/5", "0")
text.fold(text("tiny", off=str(off), on=str(on)))

# %% [markdown] tags=["en"]
# **5. Is President milder?** In the game that most people know, the same rank will do, who passed
# is out of the trick, twos clear the table, and nobody falls. As many cards change hands as in
# ours. Is it milder to those at the bottom than Slime licker? And than Slime licker without the
# fall? For the same luck both need the same pack, so `ours` below has no jokers. Guess how the rank
# correlation changes, then ask
# `slime.compare(ours, "president", 5, matches=600, deals=20).effect("rank_correlation")`.

# %% [markdown] tags=["ru"]
# **5. Мягче ли «Президент»?** В игре, которую знает большинство, годится и то же достоинство, после
# паса ждут конца круга, двойки заканчивают круг, и никто не падает. Карт переходит столько же,
# сколько у нас. Мягче ли она к тем, кто внизу, чем слайм-ликер? А чем слайм-ликер без падения? Для
# одной и той же удачи нужна одна и та же колода, поэтому в `ours` ниже нет джокеров. Угадайте, как
# изменится ранговая корреляция, потом спросите
# `slime.compare(ours, "president", 5, matches=600, deals=20).effect("rank_correlation")`.

# %%
ours = slime.rules("slime-licker", jokers=0, ranks="3456789TJQKA2")
president = slime.rules("president")

# %% tags=["solution"]
settings = {"players": 5, "matches": 600, "deals": 20, "progress": False}
pairs_of_worlds = [
    (ours, president),
    (ours.replace(champion_falls=False), president),
    (president.replace(clears=""), president),
]
found = [slime.compare(a, b, **settings).effect("rank_correlation") for a, b in pairs_of_worlds]
falls, stays, clears = found
assert falls.low > 0.25 and abs(stays.value) < 0.06 and clears.low > 0.03
numbers = [with_sign(effect.value) for effect in found]
text.fold(text("president", falls=numbers[0], stays=numbers[1], clears=numbers[2]))

# %% [markdown] tags=["en"]
# ## What to take away
# - **Same luck, other rules**: what differs between two such worlds is the rule's doing, for each
#   single player, in each single deal.
# - Pairs need few deals, for luck falls out of the difference; the finer the pairs, the fewer.
# - The **exchange** makes places stick; the **fall** and the **lead of the last** loosen them.
#   Amounts of both signs add up, but they are no percentages of anything.
# - An effect in one deal and an effect in the long run are two different questions.
#
# ## Go on
# - All outcomes at once: `causes.frame()`, and the eight worlds: `causes.cells()`.
# - Blind or open? `exchange_doses(6, flows=["up"], opens=[False, True])`, with players who
#   choose what they give: `strategies="counter"`.
# - By hand: the page `docs/small_world.md` derives the world of exercise 4 on paper.
# - In lesson 5 the old text itself is put on trial.

# %% [markdown] tags=["ru"]
# ## Что запомнить
# - **Та же удача, другие правила**: всё, чем различаются два таких мира, сделало правило, для
#   каждого игрока, в каждой раздаче.
# - Парам нужно мало раздач: удача из разницы выпадает; чем точнее пары, тем меньше раздач.
# - **Обмен** закрепляет места; **падение** и **заход последнего** их расшатывают. Величины разных
#   знаков складываются, но это не проценты от чего-то.
# - Эффект в одной раздаче и эффект со временем — два разных вопроса.
#
# ## Дальше
# - Все итоги сразу: `causes.frame()`, и восемь миров: `causes.cells()`.
# - Вслепую или открыто? `exchange_doses(6, flows=["up"], opens=[False, True])` с игроками,
#   которые выбирают, что отдать: `strategies="counter"`.
# - На бумаге: страница `docs/small_world.md` выводит мир из упражнения 4 вручную (по-английски).
# - В уроке 5 судят сам старый текст.
