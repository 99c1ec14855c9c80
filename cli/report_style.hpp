// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace coldcore::cli {

/// The style of a report: narrow and wide, light and dark.
inline constexpr const char* kReportStyle = R"css(
:root {
  color-scheme: light dark;
  --paper: #fbfbf9; --ink: #1a2126; --faint: #5b6770; --rule: #d8dddf; --panel: #f0f2f1;
  --blue: #0a6a8c; --orange: #b4501a; --green: #2c7a4b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181b; --ink: #e3e7e9; --faint: #9aa5ad; --rule: #333c43; --panel: #1d2327;
    --blue: #5cb8da; --orange: #e5955b; --green: #74c596;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 56rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--rule); }
h3 { font-size: .95rem; margin: 1rem 0 .25rem; }
p { margin: .5rem 0; max-width: 44rem; }
.lead { font-size: 1.15rem; }
.status { color: var(--green); font-weight: 600; }
.status.short { color: var(--orange); }
.note, figcaption { color: var(--faint); font-size: .9rem; }
code, pre { font-family: ui-monospace, "SF Mono", Consolas, "DejaVu Sans Mono", monospace; font-size: .875rem; }
pre { background: var(--panel); padding: .75rem; margin: .5rem 0; border-radius: 4px; white-space: pre-wrap; }
details pre { max-height: 24rem; overflow-y: auto; white-space: pre; overflow-x: auto; overflow-wrap: normal; }
summary { cursor: pointer; }
figure { margin: 0 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { padding: .3rem .75rem .3rem 0; text-align: left; vertical-align: top; font-weight: normal; }
thead th { color: var(--faint); font-size: .85rem; }
tbody tr { border-top: 1px solid var(--rule); }
tbody th { white-space: nowrap; }
td.number, th.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.bounds :last-child { width: 100%; }
.bars tr { border: 0; }
.bars th { width: 1%; }
.bars td.number { width: 1%; padding-right: 0; }
.bars svg { display: block; margin-top: .3rem; }
.bars rect { fill: var(--blue); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0; }
dt { color: var(--faint); }
dd { margin: 0; }
code span { display: inline-block; max-width: 100%; }
svg.chart { display: block; }
svg.chart, .chart svg { overflow: visible; }
.chart text {
  font-size: 12px; fill: var(--faint); paint-order: stroke; stroke: var(--paper); stroke-width: 4px;
  font-variant-numeric: tabular-nums;
}
.chart path { fill: none; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
.chart .grid { stroke: var(--rule); stroke-width: 1; }
.chart .resumed { stroke: var(--faint); stroke-width: 1; stroke-dasharray: 2 3; }
.chart .best { stroke: var(--blue); stroke-width: 2.5; }
.chart .lower { stroke: var(--green); stroke-width: 1.5; stroke-dasharray: 6 4; }
.chart .upper { stroke: var(--orange); stroke-width: 1.5; stroke-dasharray: 2 3; }
.chart .between { stroke: var(--blue); stroke-width: 1; stroke-opacity: .35; }
.chart .dots { stroke: var(--blue); stroke-width: 5; stroke-linecap: round; }
.key { display: inline-block; width: 1.5rem; margin: 0 .4rem .25em 0; border-top: 2.5px solid var(--blue); }
.key.lower { border-top: 2px dashed var(--green); }
.key.upper { border-top: 2px dotted var(--orange); }
.legend { margin-right: 1.25rem; display: inline-block; }
svg.board { display: block; width: 100%; }
.board rect { fill: var(--blue); }
.board text { font-size: 11px; text-anchor: middle; fill: var(--ink); font-variant-numeric: tabular-nums; }
.board .digit { fill: var(--faint); }
.board circle { fill: var(--orange); }
.board .ring { fill: none; stroke: var(--orange); stroke-width: 1.5; }
.board .chosen text { fill: var(--paper); font-weight: 700; }
@media (max-width: 34rem) {
  dl { gap: .25rem .75rem; }
  h1 { font-size: 1.4rem; }
}
@media print { details pre { max-height: none; } }
)css";

}  // namespace coldcore::cli
