import { css } from 'lit'

/** The layout of a slip on screen and on 80 mm paper: always dark on light, as paper is. */
export const slipStyle = css`
  .slip {
    box-sizing: border-box;
    max-width: 72mm;
    padding: 4mm;
    background: #fff;
    color: #111;
    font:
      0.875rem/1.4 ui-monospace,
      'DejaVu Sans Mono',
      monospace;
    overflow-wrap: anywhere;
  }
  .slip :where(p, ul, dl, dd) {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .slip > * + * {
    margin-block-start: 0.6em;
  }
  .issuer,
  .kind,
  .mark {
    text-align: center;
  }
  .issuer :first-child,
  .mark,
  .total {
    font-weight: 700;
  }
  .mark {
    padding: 0.3em;
    border: 2px solid #111;
    text-transform: uppercase;
  }
  .slip.void .amounts {
    text-decoration: line-through;
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1em;
  }
  .pair > :last-child {
    margin-inline-start: auto;
    text-align: end;
  }
  .amounts > * + * {
    margin-block-start: 0.6em;
    padding-block-start: 0.6em;
    border-block-start: 1px dashed #111;
  }
  .detail {
    padding-inline-start: 1em;
  }
  .id {
    font-size: 0.75rem;
    text-align: center;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    margin-block-start: 0.75rem;
  }
  @media screen {
    .slip {
      border-radius: 2px;
      box-shadow:
        0 0 0 1px var(--line, #ccc),
        0 1px 3px rgb(0 0 0 / 15%);
    }
  }
  @media print {
    .slip {
      width: 72mm;
      padding: 0;
    }
  }
`

/** The page size of a slip; the printer cuts the roll. */
export const slipPaper = css`
  @page {
    size: 80mm 297mm;
    margin: 4mm;
  }
  body {
    margin: 0;
  }
`
