import { css, unsafeCSS, type CSSResult } from 'lit'

/** The layout of a slip on screen and on paper: always dark on light, as paper is. */
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
`

/** The roll of a receipt printer: its width, and the width that is printed on. */
export const rolls = {
  80: { widthMm: 80, printedMm: 72, font: '0.875rem' },
  58: { widthMm: 58, printedMm: 48, font: '0.6875rem' },
} as const
export type RollName = keyof typeof rolls

/** The roll of this name; 80 mm for any other. */
export function readRoll(paper: string | number | undefined): RollName {
  return Number(paper) === 58 ? 58 : 80
}

/** The layout of a slip on a roll. */
export function rollToStyle(roll: RollName): CSSResult {
  const { printedMm, font } = rolls[roll]
  return css`
    body {
      margin: 0;
    }
    .slip {
      width: ${printedMm}mm;
      max-width: none;
      padding: 0;
      font-size: ${unsafeCSS(font)};
      box-shadow: none;
    }
  `
}

/** A page as long as the slip, so that the printer feeds no more; a page wider than long would be turned about. */
export function rollToPage(roll: RollName, heightMm: number): string {
  const { widthMm, printedMm } = rolls[roll]
  const lengthMm = Math.max(heightMm + 2 * marginMm + spareMm, widthMm + spareMm)
  return `@page { size: ${widthMm}mm ${lengthMm}mm; margin: ${marginMm}mm ${(widthMm - printedMm) / 2}mm }`
}

const marginMm = 4
/** The heights on paper and on screen differ by rounding. */
const spareMm = 1
