# ---
# jupyter:
#   slime:
#     title:
#       en: Write a player
#       ru: Напишите игрока
#     about:
#       en: From three lines of Python to a place in a tournament where luck is the same for all.
#       ru: От трёх строк на Python до места в турнире, где везение у всех одинаковое.
# ---

# %% [markdown] tags=["en"]
# **You will find out**
# - how to write a player of your own: a function that looks at its cards and says what to play;
# - what to do when it breaks the rules;
# - how to tell whether one player is *better* than another, and not only luckier;
# - what the cards that are gone can tell you.
#
# It takes about 45 minutes. You should know the game from lesson 1 and what a Python function is.

# %% [markdown] tags=["ru"]
# **Что вы узнаете**
# - как написать своего игрока: функцию, которая смотрит на свои карты и говорит, чем ходить;
# - что делать, когда она нарушает правила;
# - как узнать, что один игрок *лучше* другого, а не просто удачливее;
# - о чём могут рассказать карты, которые уже вышли.
#
# Нужно около 45 минут. Игра знакома вам по уроку 1, а функции на Python вы уже видели.

# %%
import tempfile
from pathlib import Path

import slime
from slime.app.lesson_text import LessonText
from slime.figures import tournament_meetings, tournament_standings
from slime.strategies import from_function, template

slime.language("en")
text = LessonText(lesson=7)  # what the cells of this lesson say

# %% [markdown] tags=["en"]
# ## What a player sees
# When it is your turn at a real table, you look at your hand, at what lies on the table, at how
# many cards the others hold. A player in Python gets exactly this, as a **view**, and nothing
# more: no other hand.
#
# Here is what Boris sees at his first turn.

# %% [markdown] tags=["ru"]
# ## Что видит игрок
# Когда за настоящим столом подходит ваш ход, вы смотрите на свои карты, на стол и на то, сколько
# карт у других. Игрок на Python получает ровно это — **вид** (view), и ничего больше: чужих карт в
# нём нет.
#
# Вот что видит второй игрок, когда ходит в первый раз.

# %%
names = text("names").split()
views = []


def looker(view):
    views.append(view)  # keep it, to look at it later
    return view.legal()[0]


slime.Match(
    "slime-licker", names, ["lowest", looker, "lowest", "lowest"], seed=2
).next_deal().finish()
view = views[0]
print(view)

# %%
assert set(view.legal()) >= {view.hand[0]} and view.cards_left[view.me] == len(view.hand)
for name in ("hand", "counts", "to_beat", "cards_left"):
    print(f"view.{name} =", getattr(view, name))
print("view.legal() =", list(view.legal()))

# %% [markdown] tags=["en"]
# Ranks are written `2 3 4 5 6 7 8 9 T J Q K A` here, with `T` for the ten, and a joker is `*`. In
# `legal()` are all plays that are possible now, from low to high; a pass is `"-"` and comes last.
# `top` is what must be beaten, and `None` on a lead. Try more: in a cell of your own, type `view.`
# and press **Tab**.
#
# ## Three lines
# A player answers with one of the plays. The shortest one takes the first:

# %% [markdown] tags=["ru"]
# Достоинства здесь пишутся `2 3 4 5 6 7 8 9 T J Q K A`: `T` — десятка, `J` — валет, `Q` — дама,
# `K` — король, `A` — туз, а джокер — `*`. В `legal()` — все ходы, возможные сейчас, от младших к
# старшим; пас — это `"-"`, он последний. `top` — то, что нужно побить, а при заходе `None`.
# Попробуйте и другое: в своей ячейке наберите `view.` и нажмите **Tab**.
#
# ## Три строки
# Игрок отвечает одним из ходов. Самый короткий берёт первый попавшийся:


# %%
def first(view):
    """Play the lowest cards that will do, as few as possible."""
    return view.legal()[0]


slime.check_strategy(first)

# %% [markdown] tags=["en"]
# `check_strategy` plays some deals at many different tables and says what is wrong; here, nothing.
#
# Now watch it play, it sits in the second seat. **Click the table and go on with →.** It does
# something at its leads that costs it dearly. What?

# %% [markdown] tags=["ru"]
# `check_strategy` играет по нескольку раздач за разными столами и говорит, что не так; здесь всё в
# порядке.
#
# Теперь посмотрите, как он играет; он второй за столом. **Щёлкните стол и идите дальше клавишей
# →.** Когда он заходит, он делает нечто, что дорого ему обходится. Что?

# %%
deal = slime.Match("slime-licker", names, ["lowest", first, "lowest", "lowest"], seed=2).next_deal()
slime.table(deal.finish())

# %% tags=["solution"]
broken = [
    play.cards
    for play in deal.events
    if type(play).__name__ == "Played" and play.player == names[1]
]
assert all(len(cards) == 1 for cards in broken[:3])
text.fold(text("breaks"))

# %% [markdown] tags=["en"]
# ## When it goes wrong
# This one wants to play what lies on the table already. Run the cell, read what is said, and mend
# it.

# %% [markdown] tags=["ru"]
# ## Когда что-то не так
# Этот игрок хочет положить то же, что уже лежит на столе. Выполните ячейку, прочитайте, что
# сказано, и исправьте.


# %%
def copycat(view):
    return view.to_beat.rank * view.to_beat.size


check = slime.check_strategy(copycat)
check

# %% tags=["solution"]
assert not check.ok and len(check.problems) == 2
text.fold(text("two_faults"))

# %% [markdown] tags=["en"]
# ## Two better ideas
# **tidy** does not break pairs: it plays a rank whole if it can.

# %% [markdown] tags=["ru"]
# ## Две идеи получше
# **tidy** не разбивает пар: если можно, кладёт достоинство целиком.


# %%
def tidy(view):
    """Play a whole rank if that will do; break one only where it would be a pass."""
    plays = view.legal()
    whole = [play for play in plays if len(play) == view.counts.get(play[0])]
    return (whole or plays)[0]


assert slime.check_strategy(tidy).ok

# %% [markdown] tags=["en"]
# **saver** is tidy too, but it keeps kings and all above for later, while it holds more than
# `until` cards. A keyword with a number, like `until=8`, is a *setting*: it can be changed without
# writing a new function.

# %% [markdown] tags=["ru"]
# **saver** тоже не разбивает пар, но королей и всё, что старше, приберегает на потом, пока карт
# больше, чем `until`. Именованный аргумент с числом, как `until=8`, — это *настройка*: её можно
# менять, не переписывая функцию.


# %%
def saver(view, until=8):
    """Like tidy, but pass rather than spend a high card while there are many cards."""
    play = tidy(view)
    high = play != "-" and view.value(play[0]) >= view.value("K")
    if high and view.can_pass and len(view.hand) > until:
        return "-"
    return play


assert slime.check_strategy(saver).ok

# %% [markdown] tags=["en"]
# ## A bet first
# Five players sit down: your three; `lowest`, which you know from lesson 1; and `counter`, the best
# player of this kit, which remembers all cards that are gone.
#
# **In what order will the other four come in, after `counter`?**

# %% [markdown] tags=["ru"]
# ## Сначала ставка
# За стол садятся пятеро: три ваших игрока; `lowest`, знакомый вам по уроку 1; и `counter`, лучший
# игрок этого набора: он помнит все вышедшие карты.
#
# **В каком порядке придут остальные четверо, после `counter`?**

# %%
bet = slime.bet(text("bet"), "order", ["first", "tidy", "saver", "lowest"])
bet

# %% [markdown] tags=["en"]
# ## The tournament
# Whoever gets two jokers is lucky, not clever. So the tournament takes each shuffle **five times**:
# the players move on by one chair each time, until everybody has held every hand. What is left of
# the difference is not luck. Twenty shuffles, matches of five deals: a few seconds.

# %% [markdown] tags=["ru"]
# ## Турнир
# Кому пришли два джокера, тот удачлив, а не умён. Поэтому каждая тасовка играется **пять раз**:
# игроки каждый раз пересаживаются на один стул, пока каждый не подержит в руках все карты. Разница,
# которая после этого останется, — уже не везение. Двадцать тасовок, партии по пять раздач: это
# несколько секунд.

# %%
players = [first, tidy, saver, "lowest", "counter"]
result = slime.tournament(players, matches=20, deals=5, seed=1, progress=False)
tournament_standings(result)

# %%
places = {name: result.mean_place(name).value for name in result.names}
assert list(places)[0] == "counter" and list(places)[-1] == "first"
assert set(list(places)[1:3]) == {"tidy", "saver"}
assert not result.difference("tidy", "saver").excludes()
assert all(result.difference("lowest", name).excludes() for name in ("tidy", "saver"))
told = {"tidy": places["tidy"], "saver": places["saver"], "last": places["first"]}
bet.reveal([["tidy", "saver"], "lowest", "first"], text("second", **told))

# %% [markdown] tags=["en"]
# The lines at the dots are **limits**: how far the mean place of many more shuffles may well be
# from this one. Who beats whom, pair by pair:

# %% [markdown] tags=["ru"]
# Отрезки у точек — это **границы**: насколько среднее место при многих других тасовках может
# отличаться от этого. Кто кого обходит, пара за парой:

# %%
meetings = tournament_meetings(result)
meetings

# %% [markdown] tags=["en"]
# Even `first` is out of cards before `counter` now and then. Every number opens to its deals: here
# is one of them. What happened?

# %% [markdown] tags=["ru"]
# Даже `first` иногда остаётся без карт раньше, чем `counter`. За каждым числом — раздачи; вот одна
# из них. Что случилось?

# %%
found = meetings.addresses(("first", "counter"))[0]
upset = result.deal(found.match, found.deal).finish()
seats = dict(zip(upset.players, map(str, upset.setting.strategies), strict=True))
assert seats[f"P{found.player + 1}"] == "first"
text(
    "upset",
    first=f"P{found.player + 1}",
    counter=next(n for n, s in seats.items() if s == "counter"),
)

# %%
slime.table(upset)

# %% [markdown] tags=["en"]
# ## What surprises
# How much play does it take to know who is better? Let the same five play **three** shuffles only,
# which are still 75 deals: more than most people play in an evening.

# %% [markdown] tags=["ru"]
# ## Что удивляет
# Сколько нужно сыграть, чтобы узнать, кто лучше? Пусть те же пятеро сыграют только **три** тасовки.
# Это всё ещё 75 раздач, больше, чем обычно играют за вечер.

# %%
evening = slime.tournament(players, matches=3, deals=5, seed=1, progress=False)
tournament_standings(evening)

# %%
little, much = (found.difference("lowest", "counter") for found in (evening, result))
assert much.excludes() and not little.excludes()
limits = {"low": little.low, "high": little.high, "low2": much.low, "high2": much.high}
text("evening", deals=evening.deals, gap=little.value, gap2=much.value, **limits)

# %% [markdown] tags=["en"]
# And without the same luck for all it would be worse still. **Never compare two players by results
# with different cards.** In this kit you cannot even do it by accident: a tournament compares only
# within itself, shuffle by shuffle.
#
# ## From the notebook to a file
# For a tournament of a class, each player stands in a file of its own, with a name of your choice.
# There is a file to begin with, a remark at every step:

# %% [markdown] tags=["ru"]
# А если бы карты у всех были разные, было бы ещё хуже. **Никогда не сравнивайте двух игроков по
# результатам с разными картами.** Здесь этого не сделать даже случайно: турнир сравнивает только
# внутри себя, тасовку за тасовкой.
#
# ## Из тетради в файл
# Для турнира всего класса каждый игрок лежит в отдельном файле, с именем по вашему вкусу. Есть файл
# для начала, с пояснением к каждому шагу:

# %%
template()

# %% [markdown] tags=["en"]
# Three pupils have handed in. Each file runs in a process of its own, gets a second for an answer,
# and sees nothing but its view. One of the three has a fault in it.

# %% [markdown] tags=["ru"]
# Три ученика сдали работы. Каждый файл работает в отдельном процессе, на ответ у него секунда, и
# видит он только то, что видит игрок. В одном из трёх файлов ошибка.

# %%
boris = """NAME = "Boris"

def choose(view):
    return view.legal()[0]
"""
vera = """NAME = "Vera"

def choose(view):
    return view.hand[-1]  # the best card, always
"""
folder = Path(tempfile.mkdtemp())
for name, source in {"anna": template(), "boris": boris, "vera": vera}.items():
    (folder / f"{name}.py").write_text(source, encoding="utf-8")
# trust: only for systems without walls around such files, and here we know who wrote them
how = {"players": 4, "matches": 4, "deals": 2, "trust": True, "progress": False}
school = slime.tournament([folder, "lowest"], **how)
assert [forfeit.name for forfeit in school.forfeits] == ["Vera"] and school.forfeits[0].line == 4
print(school)

# %% [markdown] tags=["en"]
# Vera forfeits, and the report says where: file and line. The others play on. In a terminal the
# same is `slime tournament FOLDER`; a file to begin with is `slime tournament --template
# my_player.py`.
#
# ## Exercises
# Write your own cell above the folded one; that one has an answer to unfold.
#
# **1. How long to save?** `from_function(saver)(until=4)` is the saver with another setting. Let
# `until` be 2, 5, 8 and 11, and `lowest` be the fifth. Which is best? Guess before you run it.

# %% [markdown] tags=["ru"]
# Vera выбывает, и в отчёте сказано, где ошибка: файл и строка. Остальные играют дальше. В терминале
# то же самое — `slime tournament ПАПКА`, а файл для начала — `slime tournament --template
# my_player.py`.
#
# ## Упражнения
# Пишите свою ячейку над свёрнутой; у той есть ответ, который можно развернуть.
#
# **1. Долго ли беречь?** `from_function(saver)(until=4)` — тот же игрок с другой настройкой.
# Возьмите `until` 2, 5, 8 и 11, а пятым — `lowest`. Что лучше всего? Сначала угадайте.

# %% tags=["solution"]
savers = [from_function(saver)(until=k) for k in (2, 5, 8, 11)]
saving = slime.tournament([*savers, "lowest"], matches=20, deals=5, progress=False)
assert saving.names[-2:] == ("saver(until=5)", "saver(until=2)")
assert saving.difference("saver(until=5)", "saver").excludes()
means = {
    f"k{k}": saving.mean_place(str(s)).value for k, s in zip((2, 5, 8, 11), savers, strict=True)
}
text.fold(text("saving", **means))

# %% [markdown] tags=["en"]
# **2. Count the cards.** `view.unseen` says how many cards of each rank the others still hold.
# Write `unbeatable(view, play)`: is there nothing unseen that beats this play? Then a player that
# goes for the end: if all its ranks but one are unbeatable, it plays an unbeatable one. Is it
# better than `saver`, on the same luck?

# %% [markdown] tags=["ru"]
# **2. Считайте карты.** `view.unseen` говорит, сколько карт каждого достоинства ещё на руках у
# других. Напишите `unbeatable(view, play)`: правда ли, что побить этот ход уже нечем? А потом
# игрока, который идёт к концу: если все его достоинства, кроме одного, не побить, он кладёт то,
# что не побить. Лучше ли он, чем `saver`, при одинаковом везении?


# %% tags=["solution"]
def unbeatable(view, play):
    """Whether nothing that the others hold beats a play."""
    higher = view.ranks[view.value(play[0]) + 1 :]
    return all(view.unseen.get(rank, 0) < len(play) for rank in higher)


def finisher(view):
    """Like saver, but goes for the end once it cannot be stopped."""
    weak = [rank for rank, n in view.counts.items() if not unbeatable(view, rank * n)]
    for play in view.legal():
        whole = len(play) == view.counts.get(play[0])
        if whole and unbeatable(view, play) and len([r for r in weak if r != play[0]]) <= 1:
            return play
    return saver(view)


assert slime.check_strategy(finisher).ok
ending = slime.tournament(
    [saver, finisher, tidy, "lowest"], players=4, matches=40, deals=3, progress=False
)
gain = ending.difference("saver", "finisher")
text.fold(
    text(
        "finisher_better" if gain.excludes() else "finisher_unclear",
        gain=gain.value,
        low=gain.low,
        high=gain.high,
    )
)

# %% [markdown] tags=["en"]
# **3. What to give.** In the exchange the champion may choose what to give back. A player's
# `give` is a function of a view too: `from_function(saver, give=...)`; it answers with
# `view.cards_due` cards. Giving a pair makes the other a present of an easy lead. Write `give` so
# that pairs stay, and look in `print(view)` what it sees.

# %% [markdown] tags=["ru"]
# **3. Что отдавать.** При обмене чемпион сам выбирает, что вернуть. `give` — тоже функция от
# вида: `from_function(saver, give=...)`; она отвечает картами, их `view.cards_due`. Отдать пару —
# значит подарить другому лёгкий заход. Напишите `give` так, чтобы пары оставались, и посмотрите
# через `print(view)`, что она видит.


# %% tags=["solution"]
def give_singles(view):
    """The lowest cards that are alone; the lowest ones where these are too few."""
    alone = [card for card in view.hand if view.counts[card] == 1]
    return (alone if len(alone) >= view.cards_due else view.hand)[: view.cards_due]


giver = from_function(saver, give=give_singles, name="giver")
assert slime.check_strategy(giver).ok
giving = slime.tournament(
    [saver, giver, tidy, "lowest"], players=4, matches=20, deals=5, progress=False
)
change = giving.difference("saver", "giver")
text.fold(text("giving", gain=change.value, low=change.low, high=change.high))

# %% [markdown] tags=["en"]
# **4. Beat `counter`.** Nobody in this lesson did. Its own file is short and says what it does:
# `print(slime.strategies.counter.doc)`. Take an idea from it, and try.
#
# ## What to take away
# - A player is a function: it sees what a person sees, and answers with a play.
# - **Better is a difference on the same luck**, with limits. A single evening says little, even 75
#   deals.
# - Not breaking pairs helps, saving high cards helps too, but only up to a point; counting helps
#   most.
# - A mistake is found quickest where the computer says *which rule* and *which line*.
#
# ## Go on
# - Send your file to the tournament of your class.
# - Other rules: `slime.tournament(players, "king-and-slave", players=5)`. Does the order stay?
# - In the next lesson: rule or person?

# %% [markdown] tags=["ru"]
# **4. Обыграйте `counter`.** В этом уроке не удалось никому. Его собственный файл короткий, и в
# нём сказано (по-английски), что он делает: `print(slime.strategies.counter.doc)`. Возьмите
# оттуда мысль и попробуйте.
#
# ## Что запомнить
# - Игрок — это функция: видит то же, что человек, и отвечает ходом.
# - **Лучше — это разница при одинаковом везении**, и у неё есть границы. Один вечер говорит мало,
#   даже 75 раздач.
# - Не разбивать пары полезно, беречь старшие карты тоже, но не слишком долго; больше всего помогает
#   счёт карт.
# - Ошибку найти быстрее всего там, где компьютер говорит, *какое правило* и *какая строка*.
#
# ## Дальше
# - Отправьте свой файл на турнир вашего класса.
# - Другие правила: `slime.tournament(players, "king-and-slave", players=5)`. Останется ли порядок
#   прежним?
# - В следующем уроке: правило или человек?
