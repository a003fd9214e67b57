import { css } from 'lit'

export const detailStyles = css`
  .detail {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--space-4);
    padding: var(--space-4);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--ground);
  }

  .bar {
    display: flex;
  }

  .arrow {
    display: inline-block;
  }

  .arrow:dir(rtl) {
    scale: -1 1;
  }

  h3 {
    font-size: var(--text-title);
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }

  h4 {
    margin-block-end: var(--space-2);
    font-size: var(--text-label);
    font-weight: 650;
  }

  .badge {
    width: fit-content;
    padding: var(--space-1) var(--space-3);
    border-radius: 99px;
    background: var(--sunken);
    font-weight: 650;
  }

  .badge.queued,
  .badge.sending {
    background: var(--wait-soft);
  }

  .badge.settled {
    background: var(--good-soft);
  }

  .badge.parked {
    background: var(--bad-soft);
  }

  .reason {
    display: grid;
    justify-items: start;
    gap: var(--space-2);
  }

  .facts,
  .fields {
    display: grid;
    gap: var(--space-1);
    font-size: var(--text-label);
  }

  .facts > div,
  .fields > div.value,
  .fields > div.covered {
    display: grid;
    grid-template-columns: minmax(0, 10rem) minmax(0, 1fr);
    gap: var(--space-3);
  }

  dt {
    color: var(--muted);
  }

  dd {
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }

  .fields .group > dt {
    margin-block-start: var(--space-2);
    color: var(--ink);
    font-weight: 600;
  }

  .fields .group > dd {
    padding-inline-start: var(--space-3);
    border-inline-start: 2px solid var(--line);
  }

  .cancel {
    width: fit-content;
  }

  .cancelling,
  .panel {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
  }

  .panel {
    padding: var(--space-3);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--sunken);
  }

  .panel button.quiet {
    position: static;
    padding: var(--space-1) var(--space-2);
    color: var(--accent);
    text-decoration: underline;
  }

  .panel .note ul {
    padding-inline-start: var(--space-5);
    list-style: disc;
  }

  .detail > div:empty {
    display: none;
  }

  .panel .fields {
    gap: var(--space-3);
  }

  .panel label {
    display: grid;
    gap: var(--space-1);
  }

  .panel input {
    font-size: var(--text-body);
    font-weight: 400;
  }

  .panel .buttons,
  .named {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2);
  }

  .panel [aria-invalid='true'] {
    border-color: var(--bad);
    box-shadow: inset 0 0 0 1px var(--bad);
  }

  button.link {
    min-height: var(--target);
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent);
    font-weight: 500;
    text-align: start;
    text-decoration: underline;
    overflow-wrap: anywhere;
  }

  .timeline {
    display: grid;
    font-size: var(--text-label);
  }

  .timeline li {
    position: relative;
    display: grid;
    gap: 0;
    padding: 0 0 var(--space-3) var(--space-5);
    border-inline-start: 2px solid var(--line);
    margin-inline-start: 0.3125rem;
  }

  .timeline li::before {
    content: '';
    position: absolute;
    inset-block-start: 0.375rem;
    inset-inline-start: calc(-0.3125rem - 1px);
    width: 0.625rem;
    height: 0.625rem;
    border: 2px solid var(--accent);
    border-radius: 50%;
    background: var(--ground);
  }

  .timeline li:last-child {
    padding-block-end: 0;
    border-inline-start-color: transparent;
  }

  .timeline li:last-child::before {
    background: var(--accent);
  }

  .timeline time {
    color: var(--muted);
    font-size: var(--text-small);
    font-variant-numeric: tabular-nums;
  }

  .id {
    overflow-wrap: anywhere;
  }
`
