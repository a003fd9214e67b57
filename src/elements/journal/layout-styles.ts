import { css } from 'lit'

/** How list and detail lie beside each other, or one in place of the other. */
export const layoutStyles = css`
  .journal {
    container: journal / inline-size;
  }

  .layout,
  .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: var(--space-3);
  }

  .side {
    container: list / inline-size;
    min-width: 0;
  }

  .side > div[role='alert']:not(:has(*)) {
    display: none;
  }

  .layout.open > .side {
    display: none;
  }

  .when-beside {
    display: none;
  }

  @container journal (min-width: 56rem) {
    .layout {
      --is-beside: 1;
    }

    .layout.open {
      grid-template-columns: minmax(0, 7fr) minmax(22rem, 5fr);
      align-items: start;
      gap: var(--space-4);
    }

    .layout.open > .side {
      display: grid;
      position: sticky;
      inset-block-start: 0.5rem;
    }

    .when-alone {
      display: none;
    }

    .when-beside {
      display: inline;
    }

    .bar {
      justify-content: end;
      margin-block-end: -3.25rem;
    }

    /* It lies in the room that the title leaves, and above it: a click there is for the button. */
    .close {
      position: relative;
    }

    .title {
      min-height: var(--target);
      padding-inline-end: 6rem;
    }
  }

  @container list (min-width: 50rem) {
    .heads {
      display: block;
    }

    .cells {
      column-gap: var(--space-3);
      grid-template: 'time what state number amount' auto / 10.5rem minmax(0, 1fr) 9.5rem 6rem minmax(
          6rem,
          auto
        );
    }

    .probe,
    .row {
      block-size: 3.25rem;
    }

    .time {
      grid-area: time;
      justify-self: start;
    }

    .number {
      grid-area: number;
      max-inline-size: none;
      color: inherit;
      font-size: inherit;
      text-align: end;
    }
  }

  @media (forced-colors: active) {
    .row[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }

    .timeline li:last-child::before {
      background: CanvasText;
    }
  }
`
