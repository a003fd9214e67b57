import { css } from 'lit'

export const outcomeStyles = css`
  section {
    display: grid;
    gap: 0.5rem;
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
    gap: 0.5rem 1rem;
    padding: 0.75rem 1rem;
    border: 2px solid var(--tone);
    border-inline-start-width: 6px;
    border-radius: var(--radius);
    background: var(--tone-soft);
  }

  .head {
    display: flex;
    align-items: center;
    gap: 0.25rem 1rem;
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
    font-size: 1.25rem;
    font-weight: 700;
    line-height: 1.2;
  }

  .facts {
    font-size: 0.9375rem;
    font-variant-numeric: tabular-nums;
  }

  .buttons,
  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
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
    gap: 0.75rem;
  }

  .panel label {
    display: grid;
    gap: 0.25rem;
  }

  .panel input {
    width: 100%;
    min-height: var(--target);
    padding: 0.25rem 0.75rem;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: var(--ground);
  }

  .line {
    display: flex;
    align-items: baseline;
    gap: 0.5rem;
    padding: 0.375rem 0.75rem;
    border-inline-start: 4px solid var(--tone);
    background: var(--tone-soft);
    font-size: 0.9375rem;
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
      padding: 0.375rem 0.5rem;
    }

    .head {
      gap: 0.25rem 0.5rem;
    }

    .head > .icon {
      width: 1.5rem;
      height: 1.5rem;
    }

    .title {
      font-size: 1rem;
    }

    .facts {
      font-size: 0.875rem;
    }
  }
`
