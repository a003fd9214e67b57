import { css } from 'lit'

export const detailStyles = css`
  .detail {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 1rem;
    padding: 1rem;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--ground);
  }

  .bar {
    display: flex;
  }

  h3 {
    font-size: 1.125rem;
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }

  h4 {
    margin-block-end: 0.5rem;
    font-size: 0.9375rem;
    font-weight: 650;
  }

  .badge {
    width: fit-content;
    padding: 0.25rem 0.75rem;
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
    gap: 0.5rem;
  }

  .facts,
  .fields {
    display: grid;
    gap: 0.25rem;
    font-size: 0.9375rem;
  }

  .facts > div,
  .fields > div.value,
  .fields > div.covered {
    display: grid;
    grid-template-columns: minmax(0, 10rem) minmax(0, 1fr);
    gap: 0.75rem;
  }

  dt {
    color: var(--muted);
  }

  dd {
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }

  .fields .group > dt {
    margin-block-start: 0.5rem;
    color: var(--ink);
    font-weight: 600;
  }

  .fields .group > dd {
    padding-inline-start: 0.75rem;
    border-inline-start: 2px solid var(--line);
  }

  .cancel {
    width: fit-content;
  }

  .cancelling,
  .panel {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.75rem;
  }

  .panel {
    padding: 0.75rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--sunken);
  }

  .panel button.quiet {
    position: static;
    padding: 0.25rem 0.5rem;
    color: var(--accent);
    text-decoration: underline;
  }

  .panel .note ul {
    padding-inline-start: 1.25rem;
    list-style: disc;
  }

  .detail > div:empty {
    display: none;
  }

  .panel .fields {
    gap: 0.75rem;
  }

  .panel label {
    display: grid;
    gap: 0.25rem;
  }

  .panel input {
    font-size: 1rem;
    font-weight: 400;
  }

  .panel .buttons,
  .named {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
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
    font-size: 0.9375rem;
  }

  .timeline li {
    position: relative;
    display: grid;
    gap: 0;
    padding: 0 0 0.75rem 1.25rem;
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
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }

  .id {
    overflow-wrap: anywhere;
  }
`
