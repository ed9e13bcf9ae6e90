import type { CoverageReport, CoveredValue, ExpressionReport } from '@heirlight/security-rules';

/** Shows rules with the values that their expressions had: one page without scripts and without other files. */
export function coveragePage(project: string, report: CoverageReport): string {
  const all = report.flatMap(({ expressions }) => expressions.flatMap(withParts));
  const evaluated = all.filter(({ values }) => values.length > 0).length;
  const summary =
    report.length === 0
      ? 'No rules are loaded.'
      : `${evaluated} of ${all.length} expressions were evaluated. Point at one to see its values.`;
  const files = report.map(({ file, expressions }) => {
    const source = marked(file.content, { from: 0, to: file.content.length }, expressions);
    return `<h2>${escaped(file.name)}</h2>\n<pre>${source}</pre>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Rule coverage of ${escaped(project)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; color: #1c1b19; background: #fff; }
pre { font: 14px/1.7 ui-monospace, monospace; overflow-x: auto; }
span { border-bottom: 2px solid transparent; }
.never { background: #fff0c2; }
.true { border-color: #2e7d32; }
.false { border-color: #c62828; }
.error { border-color: #6a1b9a; }
.both { border-color: #1565c0; }
span:hover { outline: 1px solid #1565c0; }
</style>
<h1>Rule coverage of ${escaped(project)}</h1>
<p>${summary}</p>
<p><span class="never">never evaluated</span> · <span class="true">always true</span> · <span class="false">always
false</span> · <span class="both">true and false</span> · <span class="error">only errors</span></p>
${files.join('\n')}
</html>
`;
}

const withParts = (report: ExpressionReport): ExpressionReport[] => [report, ...report.children.flatMap(withParts)];

/** The source between two offsets, with each expression inside in an element of its own. */
function marked(
  source: string,
  { from, to }: { from: number; to: number },
  inside: readonly ExpressionReport[],
): string {
  let at = from;
  let html = '';
  for (const report of inside) {
    const { currentOffset, endOffset } = report.sourcePosition;
    const body = marked(source, { from: currentOffset, to: endOffset }, report.children);
    html += `${escaped(source.slice(at, currentOffset))}<span class="${kindOf(report)}" title="${titleOf(report)}">${body}</span>`;
    at = endOffset;
  }
  return html + escaped(source.slice(at, to));
}

function kindOf({ values }: ExpressionReport): string {
  if (values.length === 0) return 'never';
  if (values.every(({ value }) => 'undefined' in value)) return 'error';
  const truths = values.flatMap(({ value }) => ('boolValue' in value ? [value.boolValue] : []));
  if (truths.length === 0) return 'value';
  if (truths.includes(true) && truths.includes(false)) return 'both';
  return String(truths[0]);
}

const titleOf = ({ values }: ExpressionReport): string =>
  values.length === 0
    ? 'never evaluated'
    : escaped(values.map(({ value, count }) => `${textOf(value)}: ${count} ×`).join('\n'));

function textOf(value: CoveredValue): string {
  if ('undefined' in value) return `error (${value.undefined.causeMessage})`;
  if ('others' in value) return 'other values';
  if ('stringValue' in value) return JSON.stringify(value.stringValue);
  return String(Object.values(value)[0]);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string);
