import { css } from 'lit'

/** Sizes of text and space in few steps, each from one size that the host may set; paper has them too. */
export const scale = css`
  :host,
  :root {
    --text-small: calc(0.8125 * var(--counterfoil-text, 1rem));
    --text-label: calc(0.875 * var(--counterfoil-text, 1rem));
    --text-body: var(--counterfoil-text, 1rem);
    --text-title: calc(1.125 * var(--counterfoil-text, 1rem));
    --text-figure: calc(1.25 * var(--counterfoil-text, 1rem));
    --text-display: calc(1.5 * var(--counterfoil-text, 1rem));
    --space-1: var(--counterfoil-space, 0.25rem);
    --space-2: calc(2 * var(--counterfoil-space, 0.25rem));
    --space-3: calc(3 * var(--counterfoil-space, 0.25rem));
    --space-4: calc(4 * var(--counterfoil-space, 0.25rem));
    --space-5: calc(6 * var(--counterfoil-space, 0.25rem));
    --space-6: calc(8 * var(--counterfoil-space, 0.25rem));
  }
`

/** Colours follow the page's color-scheme on their own background; the host can replace each by a property. */
export const common = css`
  ${scale}

  :host {
    --ground: var(--counterfoil-ground, light-dark(#ffffff, #19201d));
    --sunken: var(--counterfoil-sunken, light-dark(#f7f8f5, #141a18));
    --ink: var(--counterfoil-ink, light-dark(#1a2320, #e7ece9));
    --muted: var(--counterfoil-muted, light-dark(#55615b, #a2afa8));
    --line: var(--counterfoil-line, light-dark(#dce1db, #313b36));
    --edge: var(--counterfoil-edge, light-dark(#78857e, #78857e));
    --accent: var(--counterfoil-accent, light-dark(#0d5f52, #6fd0b8));
    --accent-ink: var(--counterfoil-accent-ink, light-dark(#ffffff, #06251d));
    --accent-soft: var(--counterfoil-accent-soft, light-dark(#e2efeb, #1c3a33));
    --good: var(--counterfoil-good, light-dark(#17663c, #7fd6a2));
    --good-soft: var(--counterfoil-good-soft, light-dark(#e4f2e9, #1b3326));
    --wait: var(--counterfoil-wait, light-dark(#7a4f00, #f0c26b));
    --wait-soft: var(--counterfoil-wait-soft, light-dark(#fbf1dc, #382c14));
    --bad: var(--counterfoil-bad, light-dark(#a4211b, #ff9d93));
    --bad-soft: var(--counterfoil-bad-soft, light-dark(#fbe9e7, #402320));
    --focus: var(--counterfoil-focus, light-dark(#0b57c9, #8fbcff));
    --radius: var(--counterfoil-radius, 0.375rem);
    --target: 2.75rem;

    display: block;
    min-width: 0;
    background: var(--ground);
    color: var(--ink);
    font-family: var(--counterfoil-font, inherit);
    font-size: var(--text-body);
    line-height: 1.45;
    overflow-wrap: anywhere;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  h2,
  h3,
  h4,
  p,
  ol,
  ul,
  dl,
  dd,
  fieldset {
    margin: 0;
    padding: 0;
  }

  ol,
  ul {
    list-style: none;
  }

  fieldset {
    border: 0;
    min-width: 0;
  }

  button,
  input,
  textarea {
    font: inherit;
    color: inherit;
  }

  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--space-2);
    min-height: var(--target);
    min-width: var(--target);
    padding: var(--space-1) var(--space-4);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--ground);
    font-weight: 550;
    cursor: pointer;
  }

  button:hover {
    border-color: var(--accent);
    color: var(--accent);
  }

  button:active {
    background: var(--accent-soft);
  }

  /* A button that waits keeps the focus: a dialog that the host opens meanwhile gives it back. */
  button:is(:disabled, [aria-disabled='true']) {
    border-color: var(--line);
    color: var(--muted);
    cursor: default;
  }

  button.primary {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--accent-ink);
    font-weight: 650;
  }

  button.danger {
    border-color: var(--bad);
    color: var(--bad);
  }

  button.danger:hover {
    background: var(--bad-soft);
    border-color: var(--bad);
    color: var(--bad);
  }

  button.danger[aria-expanded='true'] {
    border-color: var(--bad);
    background: var(--bad-soft);
    color: var(--bad);
  }

  button.primary.danger {
    border-color: var(--bad);
    background: var(--bad);
    color: var(--ground);
  }

  button.primary:hover {
    filter: brightness(1.1);
  }

  .reasons {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
  }

  button.choice {
    padding-inline: var(--space-3);
    border-radius: 99px;
    font-size: var(--text-label);
    font-weight: 500;
  }

  button.choice[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }

  :focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: 2px;
  }

  summary {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    width: fit-content;
    min-height: var(--target);
    color: var(--muted);
    font-size: var(--text-label);
    cursor: pointer;
  }

  summary::before {
    content: '';
    flex: none;
    width: 0.4rem;
    height: 0.4rem;
    margin-inline-end: var(--space-1);
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    rotate: -45deg;
  }

  summary:dir(rtl)::before {
    rotate: 135deg;
  }

  details[open] > summary::before {
    rotate: 45deg;
  }

  .icon {
    flex: none;
    width: 1.125em;
    height: 1.125em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .note {
    padding: var(--space-2) var(--space-3);
    border: 1px solid var(--line);
    border-inline-start: 4px solid var(--edge);
    border-radius: var(--radius);
    background: var(--sunken);
    font-size: var(--text-body);
  }

  .note.wait {
    border-inline-start-color: var(--wait);
    background: var(--wait-soft);
  }

  .note.bad {
    border-color: var(--bad);
    background: var(--bad-soft);
  }

  .note.good {
    border-inline-start-color: var(--good);
    background: var(--good-soft);
  }

  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @media (forced-colors: active) {
    button.primary {
      border-width: 2px;
    }
  }
`
