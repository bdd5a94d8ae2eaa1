from slime.records._read import Recorded as Recorded
from slime.records._read import read as read
from slime.records._read import replay as replay
from slime.records.format import RecordError as RecordError
from slime.records.write import deal_to_json as deal_to_json
from slime.records.write import write_deals as write_deals
