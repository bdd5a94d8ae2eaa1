# ---
# jupyter:
#   slime:
#     title:
#       en: The text on trial
#       ru: Суд над текстом
#     about:
#       en: Bet on what the rules text claims, try each claim, turn a definition, write your own.
#       ru: Поставьте на утверждения текста правил, проверьте их, смените определение.
# ---

# %% [markdown] tags=["en"]
# **You will find out**
# - which claims of the old rules text are true, for whom, and under which rules;
# - how a sentence becomes a number that can say yes or no;
# - how much of a verdict hangs on a definition.
#
# It takes about 40 minutes. You should know the game from lesson 1.

# %% [markdown] tags=["ru"]
# **Что вы узнаете**
# - какие утверждения старого текста правил верны, для кого и по каким правилам;
# - как фраза становится числом, которое может сказать «да» или «нет»;
# - сколько в вердикте зависит от определения.
#
# Нужно около 40 минут. Игра знакома вам по уроку 1.

# %%
import numpy as np
import pandas as pd

import slime
from slime.app.lesson_text import LessonText
from slime.claims import Runner, estimate, judge, make_case, verdict_sheet
from slime.datasets import load_trial as stored_trial
from slime.figures import claim_figure, claim_forest, trial_forest
from slime.widgets.trial import trial_panel

slime.language("en")
text = LessonText(lesson=5)  # what the cells of this lesson say
commentary = slime.commentary
w = text.words  # the words of the kit

# %% [markdown] tags=["en"]
# ## What the text says
# The texts that the rules come from do not only tell how to play. They also say what kind of
# *society* comes out at the table. Here is what they claim, in our words, and how we measure it.

# %% [markdown] tags=["ru"]
# ## Что говорит текст
# Тексты, из которых взяты правила, рассказывают не только, как играть. Они говорят ещё, какое
# *общество* получается за столом. Вот их утверждения нашими словами и то, как мы их измеряем.

# %%
commentary

# %% [markdown] tags=["en"]
# ## A bet first
# For each claim choose: it **holds**, it **does not hold**, or it **depends** on who plays, how
# many play, or the rules. Your bets are judged further down.

# %% [markdown] tags=["ru"]
# ## Сначала ставка
# Для каждого утверждения выберите: **верно**, **неверно** или **зависит** от того, кто играет,
# сколько играют или по каким правилам. Ваши ставки будут проверены ниже.

# %%
claims = {claim.key: f"{claim.key}. {commentary.says(claim)}" for claim in commentary}
bet = slime.bet(claims, "verdict")
bet

# %% [markdown] tags=["en"]
# ## One claim, one case
# “From the bottom it is very hard to rise.” What is the bottom, what is to rise, what is very hard?
# Before anything is played, this must be **fixed**:
# - the bottom is the last place;
# - to rise is to come into the better half in the next deal;
# - very hard is at most half the chance that lots would give.
#
# The next cell plays 200 matches with five equal players.

# %% [markdown] tags=["ru"]
# ## Одно утверждение, один случай
# «Со дна выбраться очень трудно». Что такое дно, что значит выбраться, что значит очень трудно?
# Это нужно **назначить** прежде, чем что-нибудь сыграно:
# - дно — последнее место;
# - выбраться — попасть в следующей раздаче в верхнюю половину;
# - очень трудно — не больше половины шанса по жребию.
#
# Следующая ячейка играет 200 партий пяти одинаковых игроков.

# %%
rising = commentary.test("4", society="lowest", players=5, table="A", matches=200)
claim_figure(rising)

# %%
row = rising.rows[0]
assert rising.verdict == "fails"
text("rising", value=row.value, low=row.low, high=row.high)

# %% [markdown] tags=["en"]
# How a verdict comes about: the number has **limits**. If all between the limits lies on the side
# that the claim wants, the claim *holds*. If all of it lies on the other side, it *does not*.
# If the bound lies between the limits, we have not played enough: *undecided*.
#
# Every number is made of deals. Here is one where the last one rose to the very top.

# %% [markdown] tags=["ru"]
# Как получается вердикт: у числа есть **границы**. Если всё между ними лежит с той стороны,
# которой хочет утверждение, оно *верно*. Если всё с другой — *неверно*. Если порог лежит между
# границами, мы сыграли слишком мало: *не решено*.
#
# За каждым числом — раздачи. Вот одна, в которой последний поднялся на самый верх.

# %%
deal = rising.open(0)[0]
assert deal.standing[0] == deal.previous_standing[-1]
slime.table(deal)

# %% [markdown] tags=["en"]
# ## Turn the definition
# Is the better half really what the text means by rising? Perhaps it means the **first** place. A
# claim's definitions can be chosen otherwise:

# %% [markdown] tags=["ru"]
# ## Смените определение
# Правда ли «выбраться» — это верхняя половина? Может быть, имеется в виду **первое** место.
# Определения утверждения можно крутить, как ручки:

# %%
options = {k.name: (w(f"trial.option.{k.name}"), k.values) for k in commentary["4"].options}
columns = [text("option"), text("may_be")]
left = [{"selector": tag, "props": "text-align: left"} for tag in ("td", "th")]
pd.DataFrame(options.values(), options.keys(), columns).style.set_table_styles(left)

# %%
to_first = commentary.test("4", to="first", matches=200)
assert to_first.verdict == "holds"
text("turned", half=row.value, first=to_first.rows[0].value)

# %% [markdown] tags=["en"]
# The same society, the same deals, and the opposite verdict. That is why definitions are fixed
# *before* one looks, and why a claim that holds under every fair definition is worth more.
#
# ## Does waiting help? Same luck, twice
# The text gives advice: the poor should wait until the rich are out. Advice is tried by following
# it, with **everything else the same**. One player, whenever last, plays every deal twice: playing
# on, and waiting.

# %% [markdown] tags=["ru"]
# То же общество, те же раздачи — и противоположный вердикт. Вот почему определения назначают *до*
# того, как смотрят, и почему утверждение, верное при любом честном определении, стоит больше.
#
# ## Помогает ли ждать? Та же удача, дважды
# Текст даёт совет: бедным нужно ждать, пока выйдут богатые. Совет проверяют, следуя ему, когда
# **всё остальное то же самое**. Один игрок каждый раз, когда он последний, играет раздачу дважды:
# сразу и выжидая.

# %%
waiting = commentary.test("2b", matches=400)
claim_figure(waiting)

# %%
row = waiting.rows[0]
assert waiting.verdict == "fails"
text("waiting", value=row.value, low=row.low, high=row.high)

# %% [markdown] tags=["en"]
# On average. In single deals waiting does help now and then: here is one, first played on, then
# waiting. Compare what P1 does with the high cards.

# %% [markdown] tags=["ru"]
# Это в среднем. В отдельных раздачах ожидание иногда помогает: вот такая, сначала «сразу», потом
# «выжидая». Сравните, что P1 делает со старшими картами.

# %%
at_once, patiently = waiting.open(0)
assert patiently.places["P1"] < at_once.places["P1"]
slime.table(at_once)

# %%
slime.table(patiently)

# %% [markdown] tags=["en"]
# ## Your turn
# Choose a claim, a society and the rules, change how it is measured, and press the button. What
# is claimed, and what was fixed beforehand, stands below it. Can you find a case in which claim 5
# holds?

# %% [markdown] tags=["ru"]
# ## Теперь вы
# Выберите утверждение, общество и правила, покрутите ручки и нажмите кнопку. Что утверждается и
# что назначено заранее, написано под ней. Найдёте ли вы случай, в котором утверждение 5 верно?

# %%
trial_panel("5")

# %% [markdown] tags=["en"]
# ## The whole trial
# All claims were tried in all cases: four societies, four to seven players, four sets of rules. It
# takes some minutes, so its numbers came with this copy (`slime trial full` makes them again).
# Each mark below is one case. What lies right of the thick line speaks for the claim.

# %% [markdown] tags=["ru"]
# ## Весь суд
# Все утверждения проверены во всех случаях: четыре общества, от четырёх до семи игроков, четыре
# набора правил. Это занимает несколько минут, поэтому числа пришли с этой копией (повторить их —
# `slime trial full`). Каждый знак ниже — один случай. Что правее толстой линии, говорит за
# утверждение.

# %%
trial = stored_trial(seed=1)
trial_forest(trial)

# %%
verdict_sheet(trial, stored_trial(seed=2))

# %% [markdown] tags=["en"]
# And your bets?

# %% [markdown] tags=["ru"]
# А ваши ставки?

# %%
verdicts = {key: trial.verdict(key).word for key in trial.claims}
bet.reveal(verdicts)

# %% [markdown] tags=["en"]
# ## What surprises
# Most claims neither hold nor fail: it **depends**. The text speaks of *the* champion and *the*
# second place, but the answer changes with a line of the rules. Claim 3, in every case:

# %% [markdown] tags=["ru"]
# ## Что удивляет
# Большинство утверждений нельзя назвать ни верными, ни неверными: всё **зависит** от условий. Текст
# говорит о чемпионе и втором месте вообще, а ответ меняется от одной строчки правил. Утверждение 3
# во всех случаях:

# %%
claim_forest(trial, "3")

# %%
words = list(verdicts.values())
assert trial.verdict("3").factors[0] == "table"
text("many_depend", n=words.count("depends"), all=len(words))

# %% [markdown] tags=["en"]
# ## Write your own claim
# A claim is a sentence, a number, a bound fixed beforehand, and the side it must lie on. Say: “A
# champion who has won twice running is safer than a new one.” The number: the share of champions
# who win again, after two wins, minus after one. The bound: 5 in a hundred. (Without the fall, so
# that there are long reigns to count.)

# %% [markdown] tags=["ru"]
# ## Своё утверждение
# Утверждение — это фраза, число, порог, назначенный заранее, и сторона, с которой оно должно
# лежать. Скажем: «Чемпион, победивший дважды подряд, сидит крепче нового». Число: доля чемпионов,
# победивших снова, после двух побед минус после одной. Порог: 5 из ста. (Без падения, чтобы было
# много долгих правлений.)

# %%
world = Runner(matches=400, seed=1).world(make_case("lowest", 5, "A-no-fall"))
first = world.places == 1  # match, deal, player: who wins
again = first[:, 2:]  # who wins now
one = first[:, 1:-1] & ~first[:, :-2]  # who has won once before that
two = first[:, 1:-1] & first[:, :-2]  # who has won twice
# sums by match: after one win, how many won again; after two, how many won again
counts = [x.sum((1, 2)) for x in (one, one & again, two, two & again)]
found = estimate(np.stack(counts, axis=1), lambda s: s[..., 3] / s[..., 2] - s[..., 1] / s[..., 0])
verdict = judge(found.low, found.high, bound=0.05)
text("own", value=found.value, low=found.low, high=found.high, verdict=text(verdict))

# %% [markdown] tags=["en"]
# The unit is the match, not the deal: deals of one match share their players and their past.
#
# ## Exercises
# Write your own cell above the folded one; that one has an answer to unfold.
#
# **1. Another society.** The same own claim among players who differ: put `"mix"` for `"lowest"`.
# Why should a champion of two deals be safer there?

# %% [markdown] tags=["ru"]
# Единица — партия, а не раздача: у раздач одной партии общие игроки и общее прошлое.
#
# ## Упражнения
# Пишите свою ячейку над свёрнутой; у той есть ответ, который можно развернуть.
#
# **1. Другое общество.** То же своё утверждение среди разных игроков: поставьте `"mix"` вместо
# `"lowest"`. Почему там чемпион двух раздач должен сидеть крепче?

# %% tags=["solution"]
mixed = Runner(matches=400, seed=1).world(make_case("mix", 5, "A-no-fall")).places == 1
one, two = mixed[:, 1:-1] & ~mixed[:, :-2], mixed[:, 1:-1] & mixed[:, :-2]
again = mixed[:, 2:]
safer = (two & again).sum() / two.sum() - (one & again).sum() / one.sum()
assert safer > found.value + 0.03
text.fold(text("mixed", mixed=safer, equal=found.value))

# %% [markdown] tags=["en"]
# **2. Half of claim 1.** The text credits the exchange *together with* the champion's fall. Test
# claim 1, `commentary.test("1", matches=200)`, and read its parts: what does each rule alone do?

# %% [markdown] tags=["ru"]
# **2. Половина утверждения 1.** Текст приписывает неравенство обмену *вместе с* падением чемпиона.
# Проверьте утверждение 1, `commentary.test("1", matches=200)`, и прочитайте его части: что делает
# каждое правило само по себе?

# %% tags=["solution"]
parts = {row.part: row for row in commentary.test("1", matches=200).rows}
assert parts["exchange"].verdict == "holds" and parts["fall"].verdict == "fails"
assert parts["fall"].value < 0 < parts["exchange"].value
text.fold(text("together", exchange=parts["exchange"].value, fall=-parts["fall"].value))

# %% [markdown] tags=["en"]
# **3. Three aces.** Claim 7 deals with hands that no exchange can bring about. How were they made?
# Try it with kings, `commentary.test("7", three="K")`: are three kings better than an ace and two
# kings?

# %% [markdown] tags=["ru"]
# **3. Три туза.** В утверждении 7 речь о картах, которых не даст никакой обмен. Как они получены?
# Попробуйте с королями, `commentary.test("7", three="K")`: лучше ли три короля, чем туз и два
# короля?

# %% tags=["solution"]
kings = commentary.test("7", three="K", matches=400)
row = kings.rows[0]
assert kings.verdict == "fails"
text.fold(text("kings", value=row.value, low=row.low, high=row.high))

# %% [markdown] tags=["en"]
# ## What to take away
# - A sentence can be tried only when its words are turned into a number, a bound and a side,
#   **before** looking.
# - Advice is tried by following it with the same luck, not by watching who follows it.
# - “It depends” is an answer, if one can say on what.
# - A verdict has limits; undecided means: play more.
#
# ## Go on
# - `slime trial` in a terminal runs a quick trial; `slime trial full` everything.
# - Each claim is one short file in `slime/claims/catalogue/`.
# - In lesson 7 you write a player, and may try the text's advice yourself.

# %% [markdown] tags=["ru"]
# ## Что запомнить
# - Фразу можно проверить, только если её слова превращены в число, порог и сторону — **до** того,
#   как посмотреть.
# - Совет проверяют, следуя ему при той же удаче, а не глядя, кто ему следует.
# - «Зависит» — это ответ, если сказано, от чего.
# - У вердикта есть границы; «не решено» значит: играйте ещё.
#
# ## Дальше
# - `slime trial` в терминале проводит быстрый суд, `slime trial full` — полный.
# - Каждое утверждение — один короткий файл в `slime/claims/catalogue/`.
# - В уроке 7 вы напишете игрока и сможете сами проверить советы текста.
