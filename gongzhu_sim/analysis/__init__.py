"""Analysis: from integer sums to estimates with intervals; one module a question.

Importable without numba: what plays deals is imported when it is called.
"""
