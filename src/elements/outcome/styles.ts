import { css } from 'lit'

export const outcomeStyles = css`
  section {
    display: grid;
    gap: var(--space-2);
  }

  .saved {
    --tone: var(--wait);
    --tone-soft: var(--wait-soft);
  }

  .confirmed {
    --tone: var(--good);
    --tone-soft: var(--good-soft);
  }

  .stop {
    --tone: var(--bad);
    --tone-soft: var(--bad-soft);
  }

  .cancelled {
    --tone: var(--muted);
    --tone-soft: var(--sunken);
  }

  .newest {
    display: grid;
    gap: var(--space-2) var(--space-4);
    padding: var(--space-3) var(--space-4);
    border: 2px solid var(--tone);
    border-inline-start-width: 6px;
    border-radius: var(--radius);
    background: var(--tone-soft);
  }

  .head {
    display: flex;
    align-items: center;
    gap: var(--space-1) var(--space-4);
  }

  .head > .icon {
    flex: none;
    width: 2rem;
    height: 2rem;
    color: var(--tone);
  }

  .words {
    flex: 1;
    min-width: 0;
  }

  .title {
    color: var(--tone);
    font-size: var(--text-figure);
    font-weight: 700;
    line-height: 1.2;
  }

  .facts {
    font-size: var(--text-label);
    font-variant-numeric: tabular-nums;
  }

  .buttons,
  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
  }

  .acts {
    justify-content: flex-end;
  }

  .acts:not(:has(button)) {
    display: none;
  }

  .dismiss {
    flex: none;
    align-self: start;
    min-width: var(--target);
    padding: 0;
    border-color: transparent;
    background: transparent;
  }

  .acts > div:empty {
    display: none;
  }

  .cancelling {
    flex-basis: 100%;
  }

  .panel {
    display: grid;
    gap: var(--space-3);
  }

  .panel label {
    display: grid;
    gap: var(--space-1);
  }

  .panel input {
    width: 100%;
    min-height: var(--target);
    padding: var(--space-1) var(--space-3);
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--ground);
  }

  .line {
    display: flex;
    align-items: baseline;
    gap: var(--space-2);
    padding: var(--space-2) var(--space-3);
    border-inline-start: 4px solid var(--tone);
    background: var(--tone-soft);
    font-size: var(--text-label);
    font-variant-numeric: tabular-nums;
  }

  .line .icon {
    align-self: center;
    color: var(--tone);
  }

  .line strong {
    color: var(--tone);
  }

  /* On a phone the form needs the room. */
  @media (max-width: 30rem), (max-height: 30rem) {
    .newest {
      padding: var(--space-2) var(--space-2);
    }

    .head {
      gap: var(--space-1) var(--space-2);
    }

    .head > .icon {
      width: 1.5rem;
      height: 1.5rem;
    }

    .title {
      font-size: var(--text-body);
    }

    .facts {
      font-size: var(--text-label);
    }
  }
`
