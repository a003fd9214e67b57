import { css } from 'lit'

export const attentionStyles = css`
  section,
  .list,
  article,
  .panel {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--space-3);
  }

  h2 {
    font-size: var(--text-title);
    font-weight: 650;
  }

  h3 {
    font-size: var(--text-body);
    font-weight: 650;
    font-variant-numeric: tabular-nums;
  }

  h4 {
    font-size: var(--text-body);
    font-weight: 650;
  }

  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--space-2);
  }

  .badge {
    min-width: 1.75rem;
    padding: 0.0625rem var(--space-2);
    border: 1px solid var(--bad);
    border-radius: 99px;
    background: var(--bad-soft);
    color: var(--bad);
    font-size: var(--text-label);
    font-weight: 650;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }

  .effect {
    font-size: var(--text-body);
  }

  .when,
  .hint,
  .said-by {
    color: var(--muted);
    font-size: var(--text-label);
  }

  section > div:empty {
    display: none;
  }

  article {
    padding: var(--space-4);
    border: 1px solid var(--line);
    border-inline-start: 4px solid var(--bad);
    border-radius: var(--radius);
    background: var(--ground);
  }

  li[data-reason='moved'] article,
  li[data-reason='reference'] article,
  li[data-reason='expired'] article {
    border-inline-start-color: var(--wait);
  }

  article > header {
    display: flex;
    align-items: start;
    gap: var(--space-1);
  }

  .select {
    display: grid;
    place-items: center;
    flex: none;
    width: var(--target);
    height: var(--target);
    margin: calc(-1 * var(--space-2)) 0 calc(-1 * var(--space-2)) calc(-1 * var(--space-3));
    cursor: pointer;
  }

  input[type='checkbox'],
  input[type='radio'] {
    width: 1.25rem;
    height: 1.25rem;
    margin: 0;
    flex: none;
    accent-color: var(--accent);
  }

  .reason {
    font-weight: 550;
  }

  .said {
    padding-inline-start: var(--space-3);
    border-inline-start: 2px solid var(--line);
  }

  .said p {
    white-space: pre-line;
  }

  .buttons,
  .bulk,
  .pages,
  .named {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2);
  }

  .bulk > .panel {
    flex: 1;
  }

  button[aria-expanded='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }

  button.quiet {
    border-color: transparent;
    background: none;
    color: var(--accent);
    text-decoration: underline;
  }

  .pages {
    justify-content: center;
    gap: var(--space-4);
    font-variant-numeric: tabular-nums;
  }

  .panel {
    padding: var(--space-4);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--sunken);
  }

  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr));
    align-items: end;
    gap: var(--space-3);
  }

  .verdict {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
    max-width: 48rem;
  }

  .fields label {
    display: grid;
    gap: var(--space-1);
    font-size: var(--text-label);
  }

  .fields .wide {
    grid-column: 1 / -1;
  }

  .named {
    gap: 0 var(--space-3);
    min-height: var(--target);
  }

  .named .quiet {
    padding-inline: 0;
  }

  input:not([type='checkbox'], [type='radio']),
  textarea {
    width: 100%;
    min-height: var(--target);
    padding: var(--space-2) var(--space-3);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--ground);
    font-size: var(--text-body);
  }

  textarea,
  pre {
    margin: 0;
    font-family: ui-monospace, 'Liberation Mono', monospace;
    font-size: var(--text-label);
  }

  pre {
    max-height: 20rem;
    overflow: auto;
    white-space: pre-wrap;
  }

  [aria-invalid='true'] {
    border-color: var(--bad);
    box-shadow: inset 0 0 0 1px var(--bad);
  }

  .note ul {
    padding-inline-start: var(--space-5);
    list-style: disc;
  }

  .subjects {
    padding-inline-start: var(--space-5);
    list-style: disc;
    font-weight: 550;
    font-variant-numeric: tabular-nums;
  }

  .facts {
    display: grid;
    gap: var(--space-1);
  }

  .facts > div {
    display: grid;
    grid-template-columns: minmax(6rem, var(--label-width, 9rem)) minmax(0, 1fr);
    gap: var(--space-3);
  }

  .facts dt {
    color: var(--muted);
  }

  .facts dd {
    font-weight: 550;
    font-variant-numeric: tabular-nums;
  }

  .changes {
    width: 100%;
    max-width: 48rem;
    table-layout: fixed;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }

  .changes th,
  .changes td {
    padding: var(--space-2) var(--space-3) var(--space-2) 0;
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
    font-weight: 400;
  }

  .changes th:first-child {
    width: 36%;
  }

  .changes td {
    white-space: pre-line;
  }

  .changes thead th {
    color: var(--muted);
    font-size: var(--text-label);
  }

  .changes td:last-child {
    font-weight: 650;
  }

  .clash {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: var(--space-2);
  }

  .clash.open label {
    border-color: var(--bad);
  }

  .clash legend {
    margin-bottom: var(--space-1);
    padding: 0;
    font-size: var(--text-label);
    font-weight: 650;
  }

  .clash label {
    display: flex;
    gap: var(--space-2);
    min-height: var(--target);
    padding: var(--space-2) var(--space-3);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--ground);
    cursor: pointer;
  }

  .clash label:has(:checked) {
    border-color: var(--accent);
    background: var(--accent-soft);
  }

  .clash .side {
    display: block;
    color: var(--muted);
    font-size: var(--text-small);
  }

  .clash .value {
    font-weight: 550;
    font-variant-numeric: tabular-nums;
    white-space: pre-wrap;
  }

  .history {
    display: grid;
    gap: var(--space-2);
    padding-bottom: var(--space-2);
    font-size: var(--text-label);
  }

  .history li {
    display: grid;
    grid-template-columns: minmax(4rem, max-content) minmax(0, 1fr);
    gap: var(--space-3);
  }

  .history time {
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }

  .empty {
    display: grid;
    justify-items: center;
    gap: var(--space-1);
    padding: var(--space-6) var(--space-4);
    text-align: center;
  }

  .empty .icon {
    width: 2rem;
    height: 2rem;
    color: var(--good);
  }

  details {
    margin-block: calc(-1 * var(--space-2));
  }

  @media (max-width: 30rem) {
    article,
    .panel {
      padding: var(--space-3);
    }

    .facts > div {
      grid-template-columns: minmax(0, 1fr);
      gap: 0;
    }
  }

  @media (forced-colors: active) {
    .clash label:has(:checked) {
      outline: 2px solid Highlight;
    }
  }
`
