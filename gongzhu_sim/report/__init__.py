"""Reports: what a study found, as tables, figures, a manifest and one page."""

from gongzhu_sim.report.study import Report, build_report, write_report

__all__ = ["Report", "build_report", "write_report"]
