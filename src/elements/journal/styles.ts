import { css } from 'lit'
import { detailStyles } from './detail-styles.js'
import { layoutStyles } from './layout-styles.js'

const form = css`
  .form {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr));
    gap: var(--space-3);
  }

  .field {
    display: grid;
    align-content: start;
    gap: var(--space-1);
    min-width: 0;
  }

  .field.wide {
    grid-column: 1 / -1;
  }

  label {
    font-size: var(--text-label);
    font-weight: 550;
  }

  .searching {
    position: relative;
  }

  input,
  select {
    width: 100%;
    min-width: 0;
    min-height: var(--target);
    padding: var(--space-2) var(--space-3);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--ground);
    color: inherit;
    font: inherit;
    font-variant-numeric: tabular-nums;
  }

  #search {
    padding-inline-end: var(--target);
    font-size: var(--text-title);
  }

  #search::-webkit-search-cancel-button {
    display: none;
  }

  button.quiet {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    padding: 0;
    border-color: transparent;
    background: none;
    color: var(--muted);
  }

  .hint,
  .count {
    color: var(--muted);
    font-size: var(--text-label);
  }

  .count {
    min-height: 1.45em;
    font-variant-numeric: tabular-nums;
  }
`

const list = css`
  .grid {
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--ground);
    overflow: hidden;
  }

  .scroller {
    max-block-size: var(--counterfoil-journal-height, clamp(18rem, 65vh, 48rem));
    overflow: hidden auto;
    overflow-anchor: none;
    overscroll-behavior: contain;
    scrollbar-gutter: stable;
  }

  .space {
    position: relative;
    contain: layout style;
  }

  .probe,
  .row {
    block-size: 4.25rem;
  }

  .probe {
    position: absolute;
    visibility: hidden;
    inset-block-start: 0;
    inline-size: 1px;
  }

  .cells {
    display: grid;
    grid-template:
      'what what amount' auto
      'state rest rest' auto / auto minmax(0, 1fr) auto;
    align-content: center;
    align-items: center;
    gap: var(--space-1) var(--space-2);
    padding-inline: var(--space-2);
  }

  .row {
    position: absolute;
    inset-inline: 0;
    contain: layout style paint;
    border-block-end: 1px solid var(--line);
    border-inline-start: 4px solid transparent;
    font-variant-numeric: tabular-nums;
    cursor: pointer;
  }

  .row:hover {
    background: var(--sunken);
  }

  .row[aria-selected='true'] {
    border-inline-start-color: var(--accent);
    background: var(--accent-soft);
  }

  .row:focus-visible {
    outline-offset: -3px;
  }

  .heads {
    display: none;
    padding-block: var(--space-2);
    border-block-end: 1px solid var(--line);
    border-inline-start: 4px solid transparent;
    background: var(--sunken);
    color: var(--muted);
    font-size: var(--text-small);
    font-weight: 550;
    scrollbar-gutter: stable;
    overflow: hidden;
  }

  /* Both in one area, so that a long date takes no room from the line above. */
  .time {
    grid-area: rest;
    justify-self: end;
    color: var(--muted);
    font-size: var(--text-label);
    white-space: nowrap;
  }

  .what {
    grid-area: what;
    display: flex;
    align-items: baseline;
    gap: 0.5ch;
    white-space: nowrap;
  }

  .kind,
  .subject,
  .number {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .kind {
    font-weight: 600;
  }

  .subject {
    flex: none;
    max-width: 75%;
    color: var(--muted);
    font-size: var(--text-label);
  }

  .amount {
    grid-area: amount;
    text-align: end;
    font-weight: 600;
    white-space: nowrap;
  }

  .number {
    grid-area: rest;
    max-inline-size: calc(100% - 7em);
    color: var(--muted);
    font-size: var(--text-label);
    white-space: nowrap;
  }

  .row .state,
  .badge {
    display: inline-flex;
    align-items: center;
    gap: var(--space-2);
    font-size: var(--text-label);
    font-weight: 550;
  }

  .state {
    grid-area: state;
    min-width: 0;
    white-space: nowrap;
  }

  .queued .state,
  .sending .state,
  .badge.queued,
  .badge.sending {
    color: var(--wait);
  }

  .settled .state,
  .badge.settled {
    color: var(--good);
  }

  .parked .state,
  .badge.parked {
    color: var(--bad);
  }

  .unread,
  .voided .state,
  .badge.voided {
    color: var(--muted);
  }

  .row.voided .kind,
  .row.voided .amount {
    text-decoration: line-through;
  }

  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: var(--space-2) var(--space-4);
    color: var(--muted);
    font-size: var(--text-label);
  }

  .foot button {
    color: var(--ink);
    font-size: var(--text-body);
  }

  .empty {
    display: grid;
    justify-items: center;
    gap: var(--space-2);
    padding: var(--space-6) var(--space-4);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    text-align: center;
  }

  .empty .icon {
    width: 2rem;
    height: 2rem;
    color: var(--good);
  }

  .fault {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2);
  }
`

export const journalStyles = [form, list, detailStyles, layoutStyles]
