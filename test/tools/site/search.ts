import MiniSearch from 'minisearch'
import type { Section } from './markdown.js'

/** A part of a page that fits what was asked, and the place in its text to show. */
export interface Hit {
  url: string
  page: string
  heading: string
  excerpt: string
}

/** Finds parts of pages by words: each must be there, at least as the beginning of one. */
export function createSearch(sections: readonly Section[]): (words: string) => Hit[] {
  const index = new MiniSearch<Section & { id: number }>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['url', 'page', 'heading', 'text'],
    searchOptions: { combineWith: 'AND', prefix: true, boost: { heading: 4, page: 2 } },
  })
  index.addAll(sections.map((section, id) => ({ ...section, id })))
  const find = (words: string, fuzzy: number) =>
    index.search(words, { fuzzy: (word) => (word.length > 4 ? fuzzy : 0) })
  return (words) => {
    const exact = find(words, 0)
    // Spelling is forgiven only where nothing is spelt so.
    const hits = (exact.length > 0 ? exact : find(words, 0.2)) as unknown as (Section & { terms: string[] })[]
    return hits.slice(0, hitsMax).map(({ url, page, heading, text, terms }) => {
      return { url, page, heading, excerpt: toExcerpt(text, terms) }
    })
  }
}

const hitsMax = 12
const charactersBefore = 40
const charactersMax = 160

/** The text around the first of the words. */
function toExcerpt(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0)
  const wanted = Math.max(0, (places.length > 0 ? Math.min(...places) : 0) - charactersBefore)
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1
  const excerpt = text.slice(start, start + charactersMax)
  return `${start > 0 ? '…' : ''}${excerpt}${start + charactersMax < text.length ? '…' : ''}`
}
