import { css } from 'lit'

export const statusStyles = css`
  section {
    display: grid;
    gap: var(--space-2);
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-4);
    min-height: var(--target);
  }

  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-4);
    min-width: 0;
  }

  .reach {
    display: inline-flex;
    align-items: center;
    gap: var(--space-2);
    padding: var(--space-1) var(--space-3);
    border: 1px solid transparent;
    border-radius: 99px;
    background: var(--sunken);
    color: var(--muted);
    font-weight: 650;
    white-space: nowrap;
  }

  .reach.good {
    background: var(--good-soft);
    color: var(--good);
  }

  .reach.wait {
    background: var(--wait-soft);
    color: var(--wait);
  }

  .reach.bad {
    background: var(--bad-soft);
    color: var(--bad);
  }

  .waiting,
  .parked,
  .progress {
    font-variant-numeric: tabular-nums;
  }

  button.parked {
    border-color: var(--bad);
    background: var(--bad-soft);
    color: var(--bad);
  }

  .replay {
    margin-inline-start: auto;
  }

  .progress {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-4);
  }

  .measure {
    flex: 1 1 14rem;
    display: grid;
    gap: var(--space-1);
  }

  .measure div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 var(--space-4);
  }

  .progress span,
  .result,
  .details p {
    color: var(--muted);
    font-size: var(--text-label);
  }

  .result:empty {
    position: absolute;
  }

  .short {
    display: none;
  }

  progress {
    appearance: none;
    width: 100%;
    height: 0.5rem;
    border: 1px solid var(--edge);
    border-radius: 99px;
    overflow: hidden;
    background: var(--sunken);
    accent-color: var(--accent);
  }

  progress::-webkit-progress-bar {
    background: var(--sunken);
  }

  progress::-webkit-progress-value {
    background: var(--accent);
  }

  progress::-moz-progress-bar {
    background: var(--accent);
  }

  .note {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2) var(--space-4);
  }

  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 var(--space-4);
  }

  .details summary {
    margin-block: calc(-1 * var(--space-2));
  }

  @media (max-width: 30rem) {
    .row {
      gap: var(--space-2);
    }

    button {
      padding-inline: var(--space-2);
    }
  }

  /* The first line is then a box of the host's parent, so that it stays in view for as long as that is in view. */
  @media (max-width: 40rem), (max-height: 30rem) {
    :host([sticky]),
    :host([sticky]) section,
    :host([sticky]) .row {
      display: contents;
    }

    :host([sticky]) .line {
      position: sticky;
      inset-block-start: 0;
      z-index: 2;
      flex-wrap: nowrap;
      gap: var(--space-1);
      min-height: var(--target);
      padding-inline: var(--space-1);
      border-block-end: 1px solid var(--line);
      background: var(--ground);
      box-shadow:
        -1rem 0 var(--ground),
        1rem 0 var(--ground);
      font-size: var(--text-label);
      white-space: nowrap;
    }

    :host([sticky]) .line > * {
      flex-shrink: 1;
      min-width: 0;
      overflow: hidden;
    }

    :host([sticky]) .line .reach {
      gap: var(--space-1);
      padding-inline: 0.375rem;
    }

    :host([sticky]) [data-figures] {
      --figures: 4.6ch;
    }

    :host([sticky]) [data-figures='1'] {
      --figures: 1.1ch;
    }

    :host([sticky]) [data-figures='2'] {
      --figures: 2.1ch;
    }

    :host([sticky]) [data-figures='3'] {
      --figures: 3.1ch;
    }

    /* Words that do not fit beside the number wrap out of sight, those about waiting first; else they cover it. */
    :host([sticky]) .waiting,
    :host([sticky]) .fit {
      display: flex;
      flex-wrap: wrap;
      block-size: 1lh;
      overflow: hidden;
    }

    :host([sticky]) .line .waiting {
      flex-shrink: 1000000000;
      min-width: calc(1.125em + var(--space-1) + var(--figures));
    }

    :host([sticky]) .line .parked {
      flex-shrink: 10000;
      min-width: calc(1.125em + var(--space-1) + var(--figures) + 2 * var(--space-2) + 2px);
      justify-content: start;
      gap: var(--space-1);
      margin-inline-start: auto;
      padding-inline: var(--space-2);
    }

    :host([sticky]) .short {
      display: flex;
      align-items: center;
      gap: var(--space-1);
      inline-size: 0;
    }

    :host([sticky]) .short::after {
      content: attr(data-number);
    }

    :host([sticky]) .words {
      flex: none;
    }

    :host([sticky]) .waiting .words {
      background: var(--ground);
    }

    :host([sticky]) .parked .words {
      background: var(--bad-soft);
    }

    /* One line has no room for what is not there. */
    :host([sticky]) .line span.parked,
    :host([sticky]) .line .waiting.none:has(~ button.parked) {
      display: none;
    }
  }

  @media (forced-colors: active) {
    .reach {
      border-color: CanvasText;
    }
  }
`
