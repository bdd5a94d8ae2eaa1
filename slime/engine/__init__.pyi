from slime.engine.beats import may_pass as may_pass
from slime.engine.beats import why_not as why_not
from slime.engine.legal import all_legal as all_legal
from slime.engine.legal import count_legal as count_legal
from slime.engine.legal import legal_number as legal_number
from slime.engine.streams import below as below
from slime.engine.streams import draw as draw
from slime.engine.turns import act as act
