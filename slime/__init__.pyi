from slime import experiments as experiments
from slime import figures as figures
from slime import measures as measures
from slime import strategies as strategies
from slime.claims import commentary as commentary
from slime.datasets import load_matches as load_matches
from slime.experiments import compare as compare
from slime.experiments import decompose as decompose
from slime.experiments import sample_size as sample_size
from slime.game.deal import Deal as Deal
from slime.game.errors import IllegalAction as IllegalAction
from slime.game.match import Match as Match
from slime.game.rules import Rules as Rules
from slime.game.rules import RulesError as RulesError
from slime.game.rules import rules as rules
from slime.i18n import language as language
from slime.measures.places import places as places
from slime.records import replay as replay
from slime.simulation import simulate as simulate
from slime.simulation.address import Address as Address
from slime.simulation.address import deal_of as deal_of
from slime.strategies.custom import strategy as strategy
from slime.tournaments.check import check_strategy as check_strategy
from slime.tournaments.play import tournament as tournament
from slime.widgets import bet as bet
from slime.widgets import table as table

__version__: str
