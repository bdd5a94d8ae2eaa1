from slime.advice._advise import Advice as Advice
from slime.advice._advise import Choice as Choice
from slime.advice._advise import advise as advise
from slime.advice.endgame import Endgame as Endgame
from slime.advice.endgame import solve as solve
