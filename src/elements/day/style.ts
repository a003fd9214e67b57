import { css } from 'lit'

/** The layout of a day's figures, on screen and on paper. */
export const dayStyle = css`
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 0.5rem;
    margin-block-end: 0.75rem;
  }
  .bar label {
    display: grid;
    gap: 0.125rem;
    margin-inline-end: auto;
    font-size: 0.875rem;
  }
  .bar input {
    min-height: var(--target);
    padding: 0.25rem 0.5rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--ground);
    font-size: 1rem;
  }
  @media (max-width: 30rem) {
    .bar label {
      flex-basis: 100%;
    }
    .bar button {
      flex: 1;
    }
  }
  .report {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 1rem;
  }
  .report h2 {
    font-size: 1.25rem;
  }
  .report h3 {
    margin-block-end: 0.375rem;
    font-size: 1rem;
  }
  .note ul {
    margin-block: 0.25rem;
    padding-inline-start: 1.25rem;
    list-style: disc;
  }
  .figures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
    gap: 0.5rem;
  }
  .figures > div {
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--line, #999);
    border-radius: var(--radius);
    background: var(--sunken);
  }
  .figures dt,
  .small {
    color: var(--muted);
    font-size: 0.875rem;
  }
  .figures dd {
    font-size: 1.5rem;
    font-weight: 650;
    overflow-wrap: anywhere;
  }
  .origin {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
  }
  .figures + p {
    margin-block-start: 0.375rem;
  }
  .scroll + .scroll {
    margin-block-start: 0.75rem;
  }
  .figures.money dd {
    font-size: 1.125rem;
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
    font-size: 0.9375rem;
  }
  caption {
    padding-block-end: 0.25rem;
    font-weight: 650;
    text-align: start;
  }
  th,
  td {
    padding: 0.375rem 0.5rem;
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
    padding-block-start: 0.25rem;
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
    gap: 1rem;
    font-size: 0.875rem;
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
