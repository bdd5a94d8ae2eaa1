from slime.strategies.base import Option as Option
from slime.strategies.base import Strategy as Strategy
from slime.strategies.base import option as option
from slime.strategies.custom import from_function as from_function
from slime.strategies.custom import strategy as strategy
from slime.strategies.faults import StrategyFault as StrategyFault
from slime.strategies.files import from_file as from_file
from slime.strategies.files import template as template
from slime.strategies.registry import find as find
from slime.strategies.registry import names as names
from slime.strategies.view import View as View

def __getattr__(name: str) -> Strategy: ...  # the built-in ones, a file each
