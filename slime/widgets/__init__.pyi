from slime.widgets._bet import Bet as Bet
from slime.widgets._bet import bet as bet
from slime.widgets.cardtable import CardTable as CardTable
from slime.widgets.cardtable import table as table
from slime.widgets.model import TableModel as TableModel
from slime.widgets.model import open_table as open_table
from slime.widgets.trial import TrialPanel as TrialPanel
from slime.widgets.trial import trial_panel as trial_panel
