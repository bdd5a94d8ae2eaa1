"""What surrounds the kit: opening the lessons, the doctor, the sentences of lessons."""
