import { css, html, type TemplateResult } from 'lit'
import { renderWithCards } from '../cards.js'
import type { Voice } from '../element.js'
import { cardsToShort, cardsToWords } from '../entry-words.js'
import type { Row } from './rows.js'

/** The order or the cards; of a migration, in few words where there is little room. */
export function renderSubject(
  row: Row,
  texts: Voice['texts'],
): string | TemplateResult | (string | TemplateResult)[] {
  if (row.cards === '' && row.order !== undefined) return texts.list.order(row.order)
  const [long, short] = [cardsToWords(row.cards, row, { texts }), cardsToShort(row.cards, row)]
  if (long === short) return renderWithCards(long)
  return html`<span class="long">${renderWithCards(long)}</span><bdi class="brief" dir="ltr">${short}</bdi>`
}

export const subjectStyles = css`
  .long {
    display: none;
  }

  @container list (min-width: 50rem) {
    .long {
      display: inline;
    }

    .brief {
      display: none;
    }
  }
`
