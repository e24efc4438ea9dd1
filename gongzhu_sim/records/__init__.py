"""Game records: read strictly, checked card by card, scored and written; a deal step by step.

=========== ========================================================================
module      owns
=========== ========================================================================
reading     lines from a stream in bounded memory, and strict JSON
fields      the entries of a record as masks and numbers
forms       quick text forms of cards
rule_book   the rules a record names, and how a record names rules
judging     a record played through by the compiled engine
scoring     records in, scores or reasons of refusal out
writing     records out, from outcomes and from deals
asking      one player asked for one decision
laying      a deal on the compiled engine's table
arguments   hands and declarations as programs give them
table       `Table`: one deal, step by step
playthrough one deal of a simulation, played again
=========== ========================================================================
"""
