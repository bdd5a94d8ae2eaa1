from slime.engine.legal import all_legal as all_legal
from slime.engine.legal import count_legal as count_legal
from slime.engine.legal import legal_number as legal_number
from slime.engine.play import act as act
from slime.engine.play import may_pass as may_pass
from slime.engine.play import why_not as why_not
from slime.engine.streams import below as below
from slime.engine.streams import draw as draw
