"""The pages of planner and collector: what went in, what came out, and what it took."""

from __future__ import annotations

from engine.snapshot import ResearcherView, RunSnapshot, StageWork, WaveView
from engine.values import TokenUse
from resources.translation import tr, trn
from widgets import figures, phrases
from widgets.graph.nodes import has_ended
from widgets.inspector.page_rows import Row, fact, heading, shown
from widgets.text.plain_words import plain_words

SHOWN_SOURCES = 40


def planner_rows(run: RunSnapshot, now_s: float) -> tuple[Row, ...]:
    """Return the planner's page: topic and follow-ups in, questions out."""
    works = [run.stage("planner", wave.wave) for wave in run.waves] or [run.stage("planner", 1)]
    rows = [
        heading("in", tr("What went in")),
        Row("topic-name", "part", tr("Topic, as you typed it")),
        Row("topic", "text", run.topic),
    ]
    rows += [row for wave in run.waves[:-1] for row in _follow_ups_in(wave)]
    rows.append(heading("out", tr("What came out")))
    if not any(wave.questions for wave in run.waves):
        rows.append(Row("none", "text", tr("The questions come next.")))
    for wave in run.waves:
        rows += _questions(run, wave, now_s)
    rows += [heading("limits", tr("Limits of this run")), *_limits(run)]
    return (*rows, *took_rows(run, works, now_s))


def _follow_ups_in(wave: WaveView) -> list[Row]:
    decision = wave.decision
    if decision is None or not decision.follow_up_questions:
        return []
    name = tr("Asked for after wave {wave}", wave=wave.wave)
    count = trn("{n} question", "{n} questions", len(decision.follow_up_questions))
    return [Row(f"follow-{wave.wave}", "part", name, right=count),
            Row(f"follow-{wave.wave}-why", "text", plain_words(decision.rationale))]  # fmt: skip


def _limits(run: RunSnapshot) -> tuple[Row, ...]:
    options, plan = run.options, run.options.plan
    span = str(plan.min_questions)
    if plan.max_questions != plan.min_questions:
        span = tr("{least} to {most}", least=plan.min_questions, most=plan.max_questions)
    return shown(
        fact("limit-depth", tr("Depth"), tr(phrases.DEPTH_WORDS[options.depth])),
        fact("limit-waves", tr("Waves"), tr("at most {n}", n=options.max_waves)),
        fact("limit-questions", tr("Questions per plan"), span),
        fact("limit-pages", tr("Pages each"), tr("at most {n}", n=plan.pages)),
        fact("limit-at-once", tr("At once"), trn("{n} researcher", "{n} researchers", options.concurrency)),
        fact("limit-sources", tr("Sources"), phrases.source_words(options)),
    )


def _questions(run: RunSnapshot, wave: WaveView, now_s: float) -> list[Row]:
    if not wave.questions:
        return []
    took = took_words(run.stage("planner", wave.wave), now_s)
    count = trn("{n} question", "{n} questions", len(wave.questions))
    rows = [Row(f"wave-{wave.wave}", "part", tr("Wave {wave}", wave=wave.wave), right=figures.joined(count, took))]
    for place, question in enumerate(wave.questions, 1):
        number = f"{wave.wave}.{place}"
        rows.append(Row(f"question-{number}", "item", question, number, key=f"researcher-{number}"))
    return rows


def collector_rows(run: RunSnapshot, wave: WaveView, now_s: float) -> tuple[Row, ...]:
    """Return the collector's page: findings in, numbered sources with checked quotes out."""
    views = wave.researchers
    ended = sum(has_ended(view) for view in views)
    count = tr("{got} of {all}", got=ended, all=len(views) or len(wave.questions))
    rows = [heading("in", tr("What went in"), count)]
    rows += [_finding(view) for view in views] or [Row("none", "text", tr("No answer yet."))]
    rows.append(heading("out", tr("What came out")))
    if not wave.collected:
        left = len(views) - ended
        text = tr("The dossier of this wave is made when everyone has ended.")
        rows.append(Row("open", "text", text, right=str(left)))
    else:
        rows += _dossier(run, wave)
    return (*rows, *took_rows(run, [run.stage("collector", wave.wave)], now_s))


def _finding(view: ResearcherView) -> Row:
    finding, state = view.finding, tr(phrases.RESEARCHER_FACES[view.state].word)
    number = phrases.researcher_id(view)
    if finding is None:
        return Row(f"finding-{number}", "item", view.question, number, state, f"researcher-{number}")
    sources = trn("{n} source", "{n} sources", len(finding.sources))
    right = sources if view.state == "done" else state
    return Row(f"finding-{number}", "item", view.question, number, right, f"researcher-{number}")


def _dossier(run: RunSnapshot, wave: WaveView) -> list[Row]:
    findings = [
        view.finding for one in run.waves if one.wave <= wave.wave for view in one.researchers if view.finding
    ]
    refs = {source.ref for finding in findings for source in finding.sources}
    cited = sum(len(finding.sources) for finding in findings)
    sources = [source for source in run.sources if refs.intersection(source.refs)]
    quotes = [quote for source in sources for quote in source.quotes]
    found = sum(quote.status in ("found", "found_folded") for quote in quotes)
    words = sum(len(finding.answer.split()) for finding in findings)
    merged = tr("{n} after merging {cited} citations", n=len(sources), cited=cited)
    rows = [
        fact("answers", tr("Answers"), str(sum(finding.error is None for finding in findings))),
        fact("words", tr("Words"), f"{words:,}"),
        fact("sources", tr("Sources"), merged if cited > len(sources) else str(len(sources))),
        fact("quotes", tr("Quotes found"), tr("{found} of {all}", found=found, all=len(quotes))),
    ]
    for source in sources[:SHOWN_SOURCES]:
        right = tr("{n} merged", n=len(source.refs)) if len(source.refs) > 1 else ""
        title = source.title or phrases.host(source.url)
        rows.append(Row(f"source-{source.id}", "item", title, source.id, right, f"source:{source.id}"))
    more = len(sources) - SHOWN_SOURCES
    if more > 0:
        text = trn("{n} more source is listed in Evidence.", "{n} more sources are listed in Evidence.", more)
        rows.append(Row("more", "text", text))
    return rows


def researchers_rows(run: RunSnapshot) -> tuple[Row, ...]:
    """Return a page of all researchers, for a graph that folded them into one node."""
    rows: list[Row] = []
    for wave in run.waves:
        rows.append(heading(f"wave-{wave.wave}", tr("Wave {wave}", wave=wave.wave)))
        rows += [_finding(view) for view in wave.researchers]
    return tuple(rows)


def took_words(work: StageWork, now_s: float) -> str:
    """Return how long a stage took, or has taken."""
    if work.started_at is None:
        return ""
    return phrases.minutes_seconds((work.ended_at or now_s) - work.started_at)


def took_rows(run: RunSnapshot, works: list[StageWork], now_s: float) -> tuple[Row, ...]:
    """Return what stages took together: model, calls, tokens, cost and time."""
    begun = [work for work in works if work.started_at is not None]
    use = _sum([work.usage for work in works])
    model = next((work.model for work in reversed(works) if work.model), "")
    took = sum((work.ended_at or now_s) - (work.started_at or 0) for work in begun)
    is_mind = any(work.role != "collector" for work in works)
    thinks = tr("None: the code selects and quotes") if is_mind and run.options.mode == "offline" else ""
    rows = shown(
        fact("model", tr("Model"), model or thinks),
        fact("calls", tr("Calls"), str(use.calls) if use.calls else ""),
        fact("tokens", tr("Tokens"), figures.tokens(use)),
        fact("cost", tr("Cost"), figures.cost(use)),
        fact("started", tr("Started"), figures.moment(begun[0].started_at) if begun else ""),
        fact("took", tr("Took"), phrases.minutes_seconds(took) if begun else ""),
    )
    return (heading("details", tr("Details")), *rows) if rows else ()


def _sum(uses: list[TokenUse]) -> TokenUse:
    costs = [use.cost_usd for use in uses if use.cost_usd is not None]
    return TokenUse(
        calls=sum(use.calls for use in uses),
        input_tokens=sum(use.input_tokens for use in uses),
        output_tokens=sum(use.output_tokens for use in uses),
        cost_usd=sum(costs) if costs else None,
        estimated=any(use.estimated for use in uses),
    )
