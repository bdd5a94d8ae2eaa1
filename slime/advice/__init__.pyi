from slime.advice.endgame import Endgame as Endgame
from slime.advice.endgame import solve as solve
