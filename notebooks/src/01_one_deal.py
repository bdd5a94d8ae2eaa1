# ---
# jupyter:
#   slime:
#     title:
#       en: One deal
#       ru: Одна раздача
#     about:
#       en: Step through a deal, watch the exchange card by card, see what it does to hundreds.
#       ru: Раздача шаг за шагом, обмен карта за картой и что он меняет за несколько сотен партий.
# ---

# %% [markdown] tags=["en"]
# **You will find out**
# - how a deal of Slime licker goes: you step through one, card by card;
# - what the exchange takes from whom, and gives to whom;
# - how often the winner of a deal wins the next one as well, with the exchange and without it.
#
# It takes about 30 minutes. To run a grey cell, click it and press **Shift + Enter**; go from top
# to bottom. Nothing here can be broken: run a cell again whenever you like.

# %% [markdown] tags=["ru"]
# **Что вы узнаете**
# - как идёт раздача слайм-ликера: вы пройдёте её шаг за шагом, карту за картой;
# - что обмен забирает, у кого и кому отдаёт;
# - как часто победитель раздачи побеждает и в следующей, с обменом и без него.
#
# Нужно около 30 минут. Чтобы выполнить серую ячейку, щёлкните её и нажмите **Shift + Enter**;
# идите сверху вниз. Сломать здесь ничего нельзя: любую ячейку можно выполнить ещё раз.

# %%
import pandas as pd

import slime
from slime.app.lesson_text import LessonText
from slime.figures import transition_heatmap
from slime.game.snapshots import animation
from slime.measures import cell_interval

slime.language("en")
text = LessonText(lesson=1)  # what the cells of this lesson say

# %% [markdown] tags=["en"]
# ## The game in short
# Everyone wants to get rid of all cards. The lowest cards are the threes; highest are ace, then
# two, then the joker ★.
# - The **leader** plays one card, or several of one rank: `7♣ 7♦`.
# - In turn, each player plays **as many** cards of a **higher** rank, or passes.
# - When nobody goes higher, the cards are taken away. Who played last leads again.
# - First without cards: the **champion**. Last: the **slime licker**.
#
# Then come the next cards, and with them the **exchange**. The slime licker gives the champion the
# two best cards; the champion gives back any two. The last but one and the second do the same with
# one card. Nobody is asked.
#
# The next cell shows all rules of our table on one page. Look it through; no need to learn it.

# %% [markdown] tags=["ru"]
# ## Игра коротко
# Все хотят избавиться от своих карт. Младшие карты — тройки, старшие — туз, потом двойка, потом
# джокер ★.
# - Кто **заходит**, кладёт одну карту или несколько одного достоинства: `7♣ 7♦`.
# - Дальше по очереди каждый кладёт **столько же** карт **старше** или пасует.
# - Когда никто не кладёт старше, карты уходят. Чьи были последними, тот заходит снова.
# - Кто первым остался без карт — **чемпион**. Кто последним — **слайм-ликер**.
#
# Потом сдают снова, и начинается **обмен**. Слайм-ликер отдаёт чемпиону две лучшие карты, чемпион
# возвращает две любые. Предпоследнее место и второе меняются так же, одной картой. Согласия никто
# не спрашивает.
#
# Следующая ячейка показывает все правила нашего стола на одной странице. Посмотрите их; учить не
# нужно.

# %%
rules = slime.rules("slime-licker", champion_falls=False)
rules

# %% [markdown] tags=["en"]
# One line has the sign **Δ**: there we left the source. In the old text the champion who does not
# win again falls to the last place at once. For now we play without this fall, to see the exchange
# alone. Exercise 2 brings it back.
#
# ## A bet first
# Five players who are all alike: each plays the lowest cards that will do. Nobody is cleverer than
# the others. One of them has just become champion.
#
# **In how many of 100 deals will the champion come first again?** Place your bets before you go on.
# They are locked then, and judged by themselves when the answer is there.

# %% [markdown] tags=["ru"]
# У одной строки стоит знак **Δ**: здесь мы отошли от исходного текста. В нём чемпион, который не
# побеждает снова, сразу падает на последнее место. Пока мы играем без падения, чтобы увидеть один
# только обмен. В упражнении 2 оно вернётся.
#
# ## Сначала ставка
# Пять совершенно одинаковых игроков: каждый кладёт самые младшие карты, какие подходят. Никто не
# умнее других. Один из них только что стал чемпионом.
#
# **В скольких раздачах из 100 чемпион придёт первым снова?** Сделайте ставки и только потом идите
# дальше. Изменить их уже нельзя; оценятся они сами, когда будет ответ.

# %%
bet = slime.bet({"on": text("bet_with"), "off": text("bet_without")}, "share")
bet

# %% [markdown] tags=["en"]
# ## Step through a deal
# Here is a deal that was played to its end. **Click the table, then press → to go one step on and
# ← to go back**, or use the buttons. The line below the table is the deal from beginning to end:
# click its marks to jump.

# %% [markdown] tags=["ru"]
# ## Раздача по шагам
# Вот раздача, сыгранная до конца. **Щёлкните стол и нажимайте →, чтобы сделать шаг вперёд, и ← —
# назад**, или пользуйтесь кнопками. Полоса под столом — вся раздача от начала до конца: по её
# меткам можно перескакивать.

# %%
names = text("names").split()
match = slime.Match(rules, names, strategies="lowest", seed=3)
first = match.next_deal().finish()
second = match.next_deal()
slime.table(first)

# %% [markdown] tags=["en"]
# Find out, with the table:
# 1. Who leads first, and why?
# 2. Find the first pass. Did that player hold a higher card? Then why the pass?
# 3. Who is out first? Who is second?
#
# The next cell knows the answers. Run it, and unfold them when you have yours.

# %% [markdown] tags=["ru"]
# Найдите с помощью стола:
# 1. Кто заходит первым и почему?
# 2. Найдите первый пас. Были ли на этой руке карты старше? Тогда почему пас?
# 3. Кто выходит первым? Кто вторым?
#
# Ответы знает следующая ячейка. Выполните её и разверните их, когда будут свои.

# %% tags=["solution"]
snapshots = animation(first)["snapshots"]
lead = next(now for now in snapshots if now["mark"] == "trick")
at = next(i for i, now in enumerate(snapshots) if now["passed"])
name, top = snapshots[at]["passed"][0], text.faces(snapshots[at]["top"]["cards"])
hand = text.faces(snapshots[at]["hands"][name])
text.fold(
    f"1. {lead['sentence']}",
    text("who_passed", player=name, hand=hand, top=top),
    text("who_out", first=first.standing[0], names=list(first.standing)),
)

# %% [markdown] tags=["en"]
# ## The exchange, card by card
# The next cards are dealt. Now everybody has a place from the deal before, so gifts are due. Who
# gives how many to whom?

# %% [markdown] tags=["ru"]
# ## Обмен, карта за картой
# Карты сданы снова. Теперь у каждого есть место из прошлой раздачи, значит, пора меняться. Кто,
# кому и сколько отдаёт?

# %%
due = pd.DataFrame(second.gifts_due())
due["kind"] = due["kind"].map(text)
due.rename(columns=text)

# %% [markdown] tags=["en"]
# This is the hand of the slime licker, as dealt. Which two cards must go?

# %% [markdown] tags=["ru"]
# Вот карты слайм-ликера после сдачи. Какие две придётся отдать?

# %%
champion, last = second.previous_standing[0], second.previous_standing[-1]
second.hand(last)

# %% [markdown] tags=["en"]
# The next cell makes this one gift. The two cards lie on the table, face down for the others: the
# champion must choose before looking.

# %% [markdown] tags=["ru"]
# Следующая ячейка делает этот один подарок. Карты лежат на столе, для других рубашкой вверх:
# чемпион выбирает, не глядя на них.

# %%
second.copy().step()

# %% [markdown] tags=["en"]
# Now the champion gives back. Any two cards will do. Which two would you choose?

# %% [markdown] tags=["ru"]
# Теперь чемпион отдаёт две карты взамен. Годятся любые. Какие выбрали бы вы?

# %%
second.copy().step().step()

# %% [markdown] tags=["en"]
# The rest of the exchange, and then the question of this lesson: **who got stronger?** A hand's
# strength is the average height of its cards, from 0 to 100; 50 is the average of the whole pack.

# %% [markdown] tags=["ru"]
# Остальной обмен, а потом вопрос этого урока: **кто стал сильнее?** Сила карт на руке — их средняя
# высота, от 0 до 100; у всей колоды она 50.

# %%
exchanged = second.copy().exchange()
strength = pd.DataFrame(animation(exchanged)["strength"], index=["before", "after"]).T * 100
strength = strength.loc[list(second.previous_standing)].round().astype(int)
strength.rename(columns=text)

# %%
assert strength.after[last] <= strength.before[last]
best = strength.before.idxmax() == last  # was it the best hand of all?
text("dealt_best" if best else "dealt", player=last, **strength.loc[last])

# %%
text("champion_gains", player=champion, **strength.loc[champion])

# %% [markdown] tags=["en"]
# And now the deal itself. The table below begins with the cards as dealt: step through the
# exchange once more, then play. Does the champion stay champion?

# %% [markdown] tags=["ru"]
# А теперь сама раздача. Стол ниже начинается с розданных карт: пройдите обмен ещё раз, потом игру.
# Останется ли чемпион чемпионом?

# %%
played = second.copy().finish()
slime.table(played)

# %%
places = played.places
text("stayed", champion=champion, now=places[champion], last=last, then=places[last])

# %% [markdown] tags=["en"]
# ## A few hundred matches
# One deal shows how it goes, not how it usually goes. So let the same five players play 200
# matches of 10 deals, in **two worlds**: one with the exchange, one without. The shuffles are the
# same in both. This takes a few seconds.

# %% [markdown] tags=["ru"]
# ## Несколько сотен партий
# Одна раздача показывает, как бывает, но не как бывает обычно. Пусть те же пять игроков сыграют
# 200 партий по 10 раздач в **двух мирах**: с обменом и без него. Тасовки в обоих одни и те же. Это
# займёт несколько секунд.


# %%
def play(rules):
    """200 matches of 10 deals, by plain Python: no waiting for a compiler."""
    settings = {"players": 5, "matches": 200, "deals": 10, "seed": 1}
    return slime.simulate(rules, **settings, engine="interpreted", progress=False)


with_exchange = play(rules)
without = play(rules.replace(exchange="none"))
text("world_with")

# %%
matrix = transition_heatmap(with_exchange)
matrix

# %%
text("world_without")

# %%
transition_heatmap(without)

# %% [markdown] tags=["en"]
# **How to read it.** Take a row: the place in one deal. Go along it: how often such a player comes
# to each place in the next deal. If places were drawn at random, every cell would say the same.
#
# Look at the corner top left: champion, and champion again. What did you bet?

# %% [markdown] tags=["ru"]
# **Как это читать.** Возьмите строку: это место в одной раздаче. Идите вдоль неё: как часто игрок
# с этого места занимает каждое место в следующей раздаче. Если бы места тянули по жребию, во всех
# клетках было бы одно и то же.
#
# Посмотрите в левый верхний угол: чемпион, и снова чемпион. На что вы ставили?

# %%
again, again_without = (cell_interval(sim.places, 1, 1) for sim in (with_exchange, without))
assert again.low > 0.4 > 0.2 > again_without.high
seen = {"on": again.value, "off": again_without.value}
bet.reveal(seen, text("again", **seen, chance=1 / 5))

# %%
limits = {"n": again.n, "low": again.low, "high": again.high}
text("sure", **limits, low2=again_without.low, high2=again_without.high)

# %% [markdown] tags=["en"]
# ### Every number is made of deals
# The corner bottom left is small with the exchange, but not zero: now and then the slime licker
# comes first in spite of it all. Here is such a deal. How was it done? Look at the exchange, and
# at who leads.

# %% [markdown] tags=["ru"]
# ### За каждым числом — раздачи
# Левый нижний угол с обменом маленький, но не ноль: бывает, что слайм-ликер приходит первым
# несмотря ни на что. Вот такая раздача. Как это вышло? Посмотрите на обмен и на то, кто заходит.

# %%
found = matrix.addresses((5, 1))[0]  # from place 5 to place 1
deal = with_exchange.deal(found.match, found.deal).finish()
assert deal.standing[0] == deal.previous_standing[-1]
text("opened", match=found.match + 1, deal=deal.number, player=deal.standing[0])

# %%
slime.table(deal)

# %% [markdown] tags=["en"]
# ## What surprises
# The matrix has 25 numbers a world. One number a row says much of it: the **mean place in the next
# deal**, by the place before.

# %% [markdown] tags=["ru"]
# ## Что удивляет
# В матрице 25 чисел на каждый мир. Многое говорит одно число на строку: **среднее место в
# следующей раздаче**, смотря по месту до неё.


# %%
def mean_next(sim):
    """The mean place in the next deal, for each place before."""
    moves = sim.transitions()
    return moves @ range(1, 6) / moves.sum(axis=1)


worlds = {text("with"): with_exchange, text("without"): without}
means = pd.DataFrame({name: mean_next(sim) for name, sim in worlds.items()}, index=range(1, 6))
means = means.map(text.number).rename_axis(text("from_place"))
means.style.set_caption(text("mean")).set_properties(**{"text-align": "right"})

# %%
on, off = mean_next(with_exchange), mean_next(without)
assert off[4] < off[:4].min() - 0.4  # without the exchange the last place is the best start
text("better_last", last=off[4], others=off[:4].mean())

# %%
assert on[3] > on[4] > on[2] > on[1] > on[0]
text("worse_fourth", fourth=on[3], last=on[4])

# %% [markdown] tags=["en"]
# So the rules do two things at once. They let the last one lead, which helps those at the bottom;
# and they take the best cards from the bottom, which hurts far more.
#
# ## Exercises
# **1. Sit down yourself.** The next cell gives you a seat; the others are played by the computer.
# Click cards to choose them, or type them. If a play is not allowed, the table says which rule
# forbids it. Can you come first? Watch what the exchange does to you in the second deal.

# %% [markdown] tags=["ru"]
# Значит, правила делают сразу две вещи. Они дают последнему месту заход, и это помогает тем, кто
# внизу; и они забирают у них лучшие карты, а это вредит куда больше.
#
# ## Упражнения
# **1. Сядьте за стол.** В следующей ячейке одно место ваше, за других играет компьютер. Щёлкайте
# карты, чтобы выбрать их, или набирайте. Если так ходить нельзя, стол скажет, какое правило это
# запрещает. Сможете прийти первым? И посмотрите, что сделает с вами обмен во второй раздаче.

# %%
slime.table(slime.Match(rules, names, "lowest", seed=8), play=names[0])

# %% [markdown] tags=["en"]
# **2. Bring the fall back.** Play the full rules of the source: `slime.rules("slime-licker")`.
# Where can a champion be in the next deal? Who gains by it? Guess first, then run it.
#
# Write your own cell above the folded one; that one has an answer to unfold.

# %% [markdown] tags=["ru"]
# **2. Верните падение.** Сыграйте полные правила исходного текста: `slime.rules("slime-licker")`.
# Где теперь чемпион может оказаться в следующей раздаче? Кому это выгодно? Сначала угадайте, потом
# выполните.
#
# Напишите свою ячейку над свёрнутой; у той есть ответ, который можно развернуть.

# %% tags=["solution"]
with_fall = play(slime.rules("slime-licker"))
moves = with_fall.transitions()
champions = moves[0] / moves[0].sum()
assert champions[1:4].sum() == 0
assert mean_next(with_fall)[4] < on[4]
means = {"mean": mean_next(with_fall)[4], "mean_without": on[4]}
text.fold(text("fall", first=champions[0], last=champions[4], **means))

# %% [markdown] tags=["en"]
# **3. Is it really the lead?** Without the exchange the last place was the best start, and we
# said: because the last one leads. Test it: `rules.replace(exchange="none", lead="draw")` lets
# lots say who leads. What should happen to the mean next place of the last one?

# %% [markdown] tags=["ru"]
# **3. Правда ли дело в заходе?** Без обмена лучше всего было начинать с последнего места, и мы
# сказали: потому что оно заходит. Проверьте: с `rules.replace(exchange="none", lead="draw")` кто
# заходит, решает жребий. Что должно стать со средним следующим местом последнего?

# %% tags=["solution"]
by_lot = mean_next(play(rules.replace(exchange="none", lead="draw")))
assert by_lot[4] > off[4] + 0.3
assert abs(by_lot[:4] - 3).max() < 0.2
text.fold(text("lots", lots=by_lot[4], led=off[4]))

# %% [markdown] tags=["en"]
# **4. Another game.** In King and slave the slave gives the king *one* card. Does the king stay
# king less often than our champion, who gets two and leaves the lead to the last? Guess, then run
# `play(slime.rules("king-and-slave"))`.

# %% [markdown] tags=["ru"]
# **4. Другая игра.** В «Короле и рабе» раб отдаёт королю *одну* карту. Реже ли король остаётся
# королём, чем наш чемпион, который получает две и уступает заход последнему? Угадайте и выполните
# `play(slime.rules("king-and-slave"))`.

# %% tags=["solution"]
kings = play(slime.rules("king-and-slave"))
stays = cell_interval(kings.places, 1, 1)
assert 0.35 < stays.low < stays.high < 0.6
text.fold(text("king", king=stays.value, champion=again.value))

# %% [markdown] tags=["en"]
# **5. The game your class knows.** Most people know a relative of this game. Write its name below:
# `"president"`, `"daifugo"`, `"tycoon"`, or `"king-and-slave"`; the cell shows its rules on a page.
# The next one shows a deal of it to step through. Does the first stay first as often as in Slime
# licker? Guess, then ask `play(yours)` (Tycoon is for four, `play` for five).

# %% [markdown] tags=["ru"]
# **5. Игра, которую знает ваш класс.** Многим знаком какой-нибудь родственник этой игры. Впишите
# ниже его название: `"president"`, `"daifugo"`, `"tycoon"` или `"king-and-slave"`; ячейка покажет
# правила на одной странице, а следующая — раздачу, которую можно пройти по шагам. Так ли часто
# первый остаётся первым, как в слайм-ликере? Угадайте, потом спросите `play(yours)` (в «Тайкун»
# играют вчетвером, а `play` — для пятерых).

# %%
game = "president"
yours = slime.rules(game)
yours

# %%
seated = names[: yours.players[1]]
slime.table(slime.Match(yours, seated, strategies="lowest", seed=3).next_deal().finish())

# %% tags=["solution"]
relatives = [play(slime.rules(name)) for name in ("president", "daifugo")]
president, daifugo = (cell_interval(sim.places, 1, 1) for sim in relatives)
scum, poor = (cell_interval(sim.places, 5, 5) for sim in relatives)
assert 0.4 < daifugo.low < president.high < 0.6 and scum.low > poor.high + 0.05
text.fold(
    text("family", first=president.value, rich=daifugo.value, last=scum.value, poor=poor.value)
)

# %% [markdown] tags=["en"]
# ## What to take away
# - The five players are equal, and the cards are dealt by chance. **Still the champion mostly
#   stays on top**: the rule of the exchange alone does that.
# - A rule is seen by taking it away: two worlds, the same shuffles, one rule apart.
# - Rules work together. Here the lead helps the bottom and the exchange hurts it; only the sum is
#   seen in the end.
# - A number out of a simulation is never exact. It comes with limits.
#
# ## Go on
# - Play another deal: change `seed=3` above and run the cells again.
# - In a terminal: `slime play --seed 3` shows a match as text, `slime rules` all the rules there
#   are.
# - The next lesson asks who pays for the exchange, and how much.

# %% [markdown] tags=["ru"]
# ## Что запомнить
# - Все пять игроков равны, карты сдаёт случай. **И всё же чемпион чаще всего остаётся наверху**:
#   это делает одно только правило обмена.
# - Чтобы увидеть правило, его убирают: два мира, одни и те же тасовки, разница в одном правиле.
# - Правила действуют вместе. Здесь заход помогает тем, кто внизу, а обмен им вредит; видна в конце
#   только сумма.
# - Число из моделирования никогда не точно. У него есть границы.
#
# ## Дальше
# - Сыграйте другую раздачу: измените выше `seed=3` и выполните ячейки снова.
# - В терминале: `slime play --seed 3` показывает партию как текст, `slime rules` — все правила,
#   какие есть.
# - Следующий урок — о том, кто платит за обмен и сколько.
