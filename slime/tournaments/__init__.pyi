from slime.tournaments.check import Check as Check
from slime.tournaments.check import check_strategy as check_strategy
from slime.tournaments.entrants import Entrant as Entrant
from slime.tournaments.entrants import Forfeit as Forfeit
from slime.tournaments.play import TooFew as TooFew
from slime.tournaments.play import tournament as tournament
from slime.tournaments.rating import Ratings as Ratings
from slime.tournaments.result import Tournament as Tournament
