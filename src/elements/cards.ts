import { html, type TemplateResult } from 'lit'

/** Covered cards, one or several. */
const masks = /(•{4}\S*\d(?:, •{4}\S*\d)*)/u

/** Words with the cards in them, whose digits stay behind the dots from right to left too. */
export function renderWithCards(words: string): (string | TemplateResult)[] {
  return words
    .split(masks)
    .map((part, place) => (place % 2 === 0 ? part : html`<bdi dir="ltr">${part}</bdi>`))
}
