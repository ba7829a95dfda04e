"""The workflow on agent-framework: planner, researchers, collector, reviewer, report writer."""
