import { css } from 'lit'

/** The layout of a day's figures, on screen and on paper. */
export const dayStyle = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: var(--space-2);
    margin-block-end: var(--space-3);
  }
  .bar label {
    display: grid;
    gap: var(--space-1);
    margin-inline-end: auto;
    font-size: var(--text-label);
  }
  .bar input {
    min-height: var(--target);
    padding: var(--space-1) var(--space-2);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--ground);
    font-size: var(--text-body);
  }
  @media (max-width: 30rem) {
    .bar label {
      flex-basis: 100%;
    }
    .bar button {
      flex: 1 1 auto;
    }
  }
  .report {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-4);
  }
  .report h2 {
    font-size: var(--text-figure);
  }
  .report h3 {
    margin-block-end: var(--space-2);
    font-size: var(--text-body);
  }
  .mark {
    border: 2px solid;
    font-weight: 700;
    text-align: center;
    text-transform: uppercase;
  }
  .note ul {
    margin-block: var(--space-1);
    padding-inline-start: var(--space-5);
    list-style: disc;
  }
  .figures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
    gap: var(--space-2);
  }
  .figures > div {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    padding: var(--space-2) var(--space-3);
    border: 1px solid var(--line, #999);
    border-radius: var(--radius);
    background: var(--sunken);
  }
  .figures dt,
  .small {
    color: var(--muted);
    font-size: var(--text-label);
  }
  .figures dd {
    font-size: var(--text-display);
    font-weight: 650;
    overflow-wrap: anywhere;
  }
  .origin {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-5);
  }
  .figures + p {
    margin-block-start: var(--space-2);
  }
  .scroll + .scroll {
    margin-block-start: var(--space-3);
  }
  .figures.money dd {
    font-size: var(--text-title);
  }
  dd,
  td,
  svg {
    font-variant-numeric: tabular-nums;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-label);
  }
  caption {
    padding-block-end: var(--space-1);
    font-weight: 650;
    text-align: start;
  }
  th,
  td {
    padding: var(--space-2) var(--space-2);
    border-block-end: 1px solid var(--line, #999);
    text-align: end;
    vertical-align: top;
    white-space: nowrap;
  }
  th {
    white-space: normal;
    hyphens: auto;
    overflow-wrap: normal;
    vertical-align: bottom;
  }
  th:first-child {
    text-align: start;
  }
  .chart {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 3.5rem);
    align-items: end;
    min-height: 9.25rem;
    padding-block-end: 1.375rem;
    font-size: 0.6875rem;
    line-height: 1rem;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .hour {
    position: relative;
    display: grid;
    border-block-end: 1px solid var(--edge, currentcolor);
  }
  .hour .name {
    position: absolute;
    inset: 100% 0 auto;
    padding-block-start: var(--space-1);
    color: var(--muted);
  }
  .column {
    display: block;
    width: 72%;
    margin-inline: auto;
    overflow: visible;
  }
  @media (max-width: 40rem) {
    .minor {
      visibility: hidden;
    }
  }
  .done {
    fill: var(--good);
  }
  .open {
    fill: none;
    stroke: var(--wait, currentcolor);
    stroke-width: 2;
    vector-effect: non-scaling-stroke;
  }
  .legend {
    display: flex;
    gap: var(--space-4);
    font-size: var(--text-label);
  }
  .legend svg {
    width: 0.875rem;
    height: 0.875rem;
    vertical-align: -0.1em;
  }
`

/** The page size of a day's report. */
export const dayPaper = css`
  @page {
    margin: 12mm;
  }
  body {
    margin: 0;
    font-family: sans-serif;
    color: #111;
  }
  h2,
  h3,
  p,
  dl,
  dd {
    margin: 0;
  }
`
