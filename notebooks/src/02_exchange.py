# ---
# jupyter:
#   slime:
#     title:
#       en: "The exchange: who pays"
#       ru: "Обмен: кто платит"
#     about:
#       en: What the exchange takes from whom, in cards and in places, and who pays without giving.
#       ru: Что обмен забирает и у кого, в картах и в местах, и кто платит, ничего не отдавая.
# ---

# %% [markdown] tags=["en"]
# **You will find out**
# - what the exchange does to a hand, in one number;
# - who pays and who gains: first in cards, then in places;
# - that somebody pays without giving a single card.
#
# It takes about 30 minutes. You should know the game from lesson 1.

# %% [markdown] tags=["ru"]
# **Что вы узнаете**
# - что обмен делает с картами на руке, одним числом;
# - кто платит и кто получает: сначала в картах, потом в местах;
# - что кое-кто платит, не отдавая ни одной карты.
#
# Нужно около 30 минут. Игра знакома вам по уроку 1.

# %%
import pandas as pd

import slime
from slime.app.lesson_text import LessonText
from slime.figures import hand_strength, tax_incidence
from slime.game.snapshots import animation

slime.language("en")
text = LessonText(lesson=2)  # what the cells of this lesson say
places = range(1, 6)

# %% [markdown] tags=["en"]
# ## A bet first
# How strong is a hand? Take one of its cards: how many percent of all other cards does it beat?
# The mean over the hand is its **strength**. Whatever was dealt, an average hand has 50.
#
# Five equal players. The slime licker gives the champion the two best cards and gets two cards of
# the champion's choice. The last but one and the second do the same with one card. The third
# place gives nothing and gets nothing.
#
# Place your bets: **what strength is left to the slime licker, what does the champion have? And
# the third place: does the exchange change how it fares in the deal?**

# %% [markdown] tags=["ru"]
# ## Сначала ставка
# Насколько сильны карты на руке? Возьмите одну из них: сколько процентов всех остальных карт она
# бьёт? Среднее по руке — её **сила**. Как бы ни сдали карты, у средней руки она 50.
#
# Пятеро равных игроков. Слайм-ликер отдаёт чемпиону две лучшие карты и получает две карты по своему
# выбору чемпиона. Предпоследнее место и второе делают то же с одной картой. Третье место ничего не
# отдаёт и ничего не получает.
#
# Делайте ставки: **какая сила останется у слайм-ликера, какая будет у чемпиона? А третье место:
# изменит ли обмен то, как оно сыграет?**

# %%
bet_strength = slime.bet({"last": text("bet_last"), "first": text("bet_first")})
bet_strength

# %%
fares = {key: text(key) for key in ("better", "same", "worse")}
bet_third = slime.bet(text("bet_third"), "choice", fares)
bet_third

# %% [markdown] tags=["en"]
# ## One gift
# We play without the champion's fall again, to see the exchange alone. One deal is over, the next
# is dealt. This is the hand of the slime licker:

# %% [markdown] tags=["ru"]
# ## Один подарок
# Играем снова без падения чемпиона, чтобы увидеть только обмен. Одна раздача позади, карты
# следующей сданы. Вот рука слайм-ликера:

# %%
rules = slime.rules("slime-licker", champion_falls=False)
match = slime.Match(rules, text("names").split(), strategies="lowest", seed=113)
match.next_deal().finish()
second = match.next_deal()
champion, last = second.previous_standing[0], second.previous_standing[-1]
second.hand(last)

# %% [markdown] tags=["en"]
# Three aces and a two! Three equal cards are precious: they can be played at once, and who beats
# three aces? So the slime licker would gladly part with the two and the king and keep the aces. Or
# with two aces, and keep the two. Ask the rules:

# %% [markdown] tags=["ru"]
# Три туза и двойка! Три одинаковые карты дороги: их можно положить разом, а кто побьёт три туза?
# Слайм-ликер охотно расстался бы с двойкой и королём и оставил себе тузов. Или с двумя тузами, и
# оставил бы двойку. Спросите у правил:

# %%
text("asked", king=second.why_not_give("2 K"), aces=second.why_not_give("A A"))

# %% [markdown] tags=["en"]
# The best cards are counted **by rank, and nothing else counts**. A two and an ace must go; the
# set of three aces is torn. (The old text of the rules uses this very case as its example.)
#
# Here is the whole deal. Step through the exchange: what does the champion give back?

# %% [markdown] tags=["ru"]
# Лучшие карты считаются **по старшинству, и больше ничего не важно**. Уйти должны двойка и туз;
# тройка тузов разорвана. (В старом тексте правил примером взят как раз такой случай.)
#
# Вот вся раздача. Пройдите по шагам обмен: что чемпион отдаёт взамен?

# %%
played = second.copy().finish()
slime.table(played)

# %%
strength = pd.DataFrame(animation(played)["strength"], index=["dealt", "after"]).T * 100
strength = strength.loc[list(second.previous_standing)].round().astype(int)
strength.rename(columns=lambda key: text(key)).rename_axis(text("best_first"))

# %%
assert strength.after[last] < strength.dealt[last] and strength.after[champion] > 60
text("one_hand", last=last, champion=champion, **strength.loc[last], now=strength.after[champion])

# %% [markdown] tags=["en"]
# ## Ten thousand deals
# One hand proves nothing. The same five play 500 matches of 20 deals. (The very first simulation
# on a computer takes half a minute longer: the rules are translated into machine code once.)

# %% [markdown] tags=["ru"]
# ## Десять тысяч раздач
# Одна рука ничего не доказывает. Те же пятеро сыграют 500 партий по 20 раздач. (Самое первое
# моделирование на компьютере длится на полминуты дольше: правила один раз переводятся в машинный
# код.)


# %%
def play(rules):
    """500 matches of 20 deals, with what happened to the hands."""
    settings = {"players": 5, "matches": 500, "deals": 20, "seed": 1}
    return slime.simulate(rules, **settings, keep="details", progress=False)


sim = play(rules)
hands = hand_strength(sim)
hands

# %% [markdown] tags=["en"]
# **How to read it.** Below stands the place in the deal before. The ring is the hand as dealt: the
# dealer does not know places, all rings lie at 50. The arrow is the exchange. Nothing is lost: what
# comes to the top is what goes from the bottom. It is a **tax**, and the poor pay it to the rich.
#
# (Below each figure there is a line to unfold: the same in words and numbers.)

# %% [markdown] tags=["ru"]
# **Как это читать.** Внизу место в прошлой раздаче. Кольцо — карты, как их сдали: сдающий не знает
# мест, и все кольца лежат на 50. Стрелка — обмен. Ничего не пропадает: что пришло наверх, то ушло
# снизу. Это **налог**, и бедные платят его богатым.
#
# (Под каждым рисунком есть строка, которую можно развернуть: то же словами и числами.)

# %%
dealt, after = hands.tax.dealt.value * 100, hands.tax.after.value * 100
assert abs(dealt - 50).max() < 1
assert after[0] > 62 and after[4] < 37
found = {"first": after[0], "last": after[4]}
bet_strength.reveal(found, text("strengths", **found))

# %%
tax_incidence(sim)

# %%
change = hands.tax.change.value * 100
assert abs(change[0]) > abs(change[1]) > 5 > abs(change[2])
text("two_cards", one=abs(change[3]), two=abs(change[4]))

# %% [markdown] tags=["en"]
# And the two best cards of all, the jokers? How many does each place hold when play begins?

# %% [markdown] tags=["ru"]
# А две лучшие карты, джокеры? Сколько их у каждого места, когда начинается игра?

# %%
jokers = hand_strength(sim, "tops")
jokers

# %%
held = jokers.tax.after.value
assert held[4] == 0 and held[:2].sum() > 1.4
text("jokers", top=held[:2].sum(), fourth=held[3])

# %% [markdown] tags=["en"]
# ### Every number is made of deals
# This finds the deal in which somebody lost most. Step through the exchange, and then see whether
# all was lost.

# %% [markdown] tags=["ru"]
# ### За каждым числом — раздачи
# Вот раздача, в которой кто-то потерял больше всех. Пройдите обмен по шагам, а потом посмотрите,
# всё ли было потеряно.

# %%
worst = sim.find("largest-loss", 1)[0]
robbed = sim.deal(worst.match, worst.deal).finish()
player = sim.players[worst.player]
where = {"match": worst.match, "deal": worst.deal}  # counted from 0, as for sim.deal
text("robbed", player=player, place=robbed.places[player], **where)

# %%
slime.table(robbed)

# %% [markdown] tags=["en"]
# You can open any deal behind a figure: click a mark, or choose it in the list below the figure
# (Enter opens the list).

# %% [markdown] tags=["ru"]
# Открыть можно любую раздачу за рисунком: щёлкните по отметке или выберите её в списке под рисунком
# (список открывает Enter).

# %%
hands.explore(slime.table)

# %% [markdown] tags=["en"]
# ## What surprises
# Cards are not yet places. What does the exchange cost **in the end**, in the place that one comes
# to? Two worlds tell, with the same shuffles: one with the exchange, one without it.

# %% [markdown] tags=["ru"]
# ## Что удивляет
# Карты — это ещё не места. Чего обмен стоит **в конце**, в месте, на которое приходишь? Это покажут
# два мира с одними и теми же тасовками: с обменом и без него.

# %%
settings = {"players": 5, "matches": 500, "deals": 20, "seed": 1, "progress": False}
worlds = slime.compare(rules.replace(exchange="none"), rules, **settings)
effect = worlds.effect("next_places")
shown = {
    "without": effect.a.value,
    "with": effect.b.value,
    "difference": effect.value,
    "from": effect.low,
    "to": effect.high,
}
table = pd.DataFrame(shown, index=places).rename(columns=lambda key: text(key))
table = table.map(text.number).rename_axis(text("from_place"))
table.style.set_caption(text("mean")).set_properties(**{"text-align": "right"})

# %% [markdown] tags=["en"]
# A minus is good: a better place than without the exchange. *From* and *to* are the limits that
# hold the true difference in 95 of 100 cases.

# %% [markdown] tags=["ru"]
# Минус — это хорошо: место лучше, чем без обмена. *От* и *до* — границы, которые накрывают истинную
# разницу в 95 случаях из 100.

# %%
gain, low, high = effect.value, effect.low, effect.high
assert gain[0] < gain[1] < 0 < gain[2] < gain[3] < gain[4]
assert abs(gain.sum()) < 0.01  # somebody's gain is somebody's loss
assert low[2] > 0
bet_third.reveal("worse", text("third", loss=gain[2], low=low[2], high=high[2]))

# %%
per_card = gain[3] - gain[4] / 2
assert per_card > 0.05
text("per_card", one=gain[3], two=gain[4])

# %% [markdown] tags=["en"]
# Economists know both. Who **hands over** a tax is not always the one who **bears** it; and who
# bears it shows only when the game is played on, not in the law.
#
# ## Exercises
# Write your own cell above the folded one; that one has an answer to unfold.
#
# **1. Turn it round.** With `rules.replace(exchange_flow="down")` the champion must give the best
# cards to the slime licker. What will the mean places in the next deal be? Guess all five, then run
# `mean_next(play(...))` with this function:

# %% [markdown] tags=["ru"]
# Экономисты знают и то, и другое. Кто налог **отдаёт**, тот не всегда его **несёт**; а кто несёт,
# видно не по закону, а только когда игра сыграна.
#
# ## Упражнения
# Пишите свою ячейку над свёрнутой; у той есть ответ, который можно развернуть.
#
# **1. Переверните обмен.** С `rules.replace(exchange_flow="down")` лучшие карты отдаёт чемпион, и
# получает их слайм-ликер. Какими станут средние места в следующей раздаче? Угадайте все пять и
# выполните `mean_next(play(...))` с этой функцией:


# %%
def mean_next(sim):
    """The mean place in the next deal, for each place before."""
    moves = sim.transitions()
    return moves @ places / moves.sum(axis=1)


mean_next(sim).round(2)

# %% tags=["solution"]
down = mean_next(play(rules.replace(exchange_flow="down")))
assert down[4] < 1.7 and down[0] > 3.8
assert all(down[i] > down[i + 1] for i in range(4))
text.fold(text("down", last=down[4], first=down[0]))

# %% [markdown] tags=["en"]
# **2. A placebo.** Perhaps it is not the *best* cards that matter, but that cards change hands at
# all? With `exchange_flow="random"` as many cards go both ways, drawn at random. What do you expect
# of the hands, and of the mean places?

# %% [markdown] tags=["ru"]
# **2. Плацебо.** Может быть, дело не в *лучших* картах, а в том, что карты вообще переходят из рук
# в руки? С `exchange_flow="random"` в обе стороны идёт столько же карт, но по жребию. Чего вы ждёте
# от рук и от средних мест?

# %% tags=["solution"]
placebo = play(rules.replace(exchange_flow="random"))
moved = hand_strength(placebo).tax.change.value * 100
gap = abs(mean_next(placebo) - effect.a.value).max()
assert abs(moved).max() < 0.5
assert gap < 0.1
text.fold(text("placebo", change=abs(moved).max(), gap=gap))

# %% [markdown] tags=["en"]
# **3. Torn sets.** How often does a gift of best cards tear a set, as it tore the three aces? Play
# 40 matches of 10 deals. Before each exchange `deal.gifts_due()` lists the gifts, and
# `deal.hand(gift.giver)` is the hand, low to high.

# %% [markdown] tags=["ru"]
# **3. Разорванные наборы.** Как часто подарок из лучших карт разрывает набор, как он разорвал трёх
# тузов? Сыграйте 40 партий по 10 раздач. Перед каждым обменом `deal.gifts_due()` перечисляет
# подарки, а `deal.hand(gift.giver)` — карты на руке от младших к старшим.

# %% tags=["solution"]
torn = gifts = 0
for number in range(40):
    game = slime.Match(rules, 5, strategies="lowest", seed=1, number=number)
    while not game.over:
        deal = game.next_deal()
        for gift in deal.gifts_due():
            if gift.kind == "best":
                ranks = [card[0] for card in deal.hand(gift.giver)]
                gifts += 1
                torn += ranks[-gift.size] == ranks[-gift.size - 1]
        deal.finish()
assert gifts == 40 * 9 * 2
assert 0.15 < torn / gifts < 0.35
text.fold(text("torn", share=torn / gifts, n=gifts))

# %% [markdown] tags=["en"]
# **4. Only the ends.** With `exchange="ends"` champion and slime licker exchange one card, and
# nobody else does. Who has the most of this relief? Compare with the table above.

# %% [markdown] tags=["ru"]
# **4. Только края.** С `exchange="ends"` чемпион и слайм-ликер меняются одной картой, а больше
# никто. Кому это послабление выгоднее всех? Сравните с таблицей выше.

# %% tags=["solution"]
ends = mean_next(play(rules.replace(exchange="ends")))
relief = effect.b.value - ends
assert relief.argmax() == 3 and relief[1] < -0.5
text.fold(text("ends", fourth=relief[3], last=relief[4], second=-relief[1]))

# %% [markdown] tags=["en"]
# ## What to take away
# - Chance deals the same to all. The exchange makes an order of it before a card is played.
# - One number for a hand is enough to see **who pays in cards**; who pays **in places** is another
#   question, and needs two worlds.
# - A rule reaches those it does not name: the third place pays, too.
# - A placebo tells the thing itself from what only comes along with it.
#
# ## Go on
# - Sit down and feel it:
#   `slime.table(slime.Match("slime-licker", 5, "lowest", seed=5), play="P1")`.
# - The same for seven players: give `hand_strength` the result of
#   `slime.simulate(rules, 7, 500, keep="details")`.
# - The next lesson asks who stays on top, and for how long.

# %% [markdown] tags=["ru"]
# ## Что запомнить
# - Случай сдаёт всем одинаково. Обмен делает из этого порядок ещё до первой карты игры.
# - Чтобы увидеть, **кто платит картами**, хватает одного числа на руку; кто платит **местами** —
#   другой вопрос, и для него нужны два мира.
# - Правило достаёт и тех, кого не называет: третье место тоже платит.
# - Плацебо отделяет само действие от того, что ему только сопутствует.
#
# ## Дальше
# - Сядьте за стол и почувствуйте:
#   `slime.table(slime.Match("slime-licker", 5, "lowest", seed=5), play="P1")`.
# - То же для семерых: дайте функции `hand_strength` результат
#   `slime.simulate(rules, 7, 500, keep="details")`.
# - Следующий урок — о том, кто остаётся наверху и надолго ли.
