import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderDocument } from './markdown.js'
import { readNavigation } from './navigation.js'
import { createSearch } from './search.js'
import { readSources, toGlossary } from './sources.js'
import { toPage } from './template.js'

const sources = readSources()
const paths = new Set(sources.map(({ path }) => path))
const groups = readNavigation(sources)
const rendered = new Map(
  sources.map((source) => {
    const document = renderDocument(source, paths)
    return [source.page, { ...document, whole: toPage(source.page, document, groups) }]
  }),
)
const search = createSearch([...rendered.values()].flatMap(({ sections }) => sections))

/** Where the links of a page lead within the site. */
function listTargets(page: string): string[] {
  const links = rendered.get(page)?.whole.matchAll(/ href="([^"]+)"/g) ?? []
  return [...links]
    .map(([, href = '']) => href)
    .filter((href) => !/^[a-z]+:/.test(href))
    .map((href) => (href.startsWith('#') ? `${page}${href}` : posix.join(posix.dirname(page), href)))
}

function isThere(target: string): boolean {
  const [page = '', anchor] = target.split('#')
  if (!page.endsWith('.html') || page === 'demo.html') return true
  const found = rendered.get(page)
  return found !== undefined && (anchor === undefined || found.whole.includes(` id="${anchor}"`))
}

describe('the site of the documents', () => {
  it('has every link lead to a page and to a heading of it', () => {
    const lost = [...rendered.keys()].flatMap((page) =>
      listTargets(page)
        .filter((target) => !isThere(target))
        .map((target) => `${page}: ${target}`),
    )
    expect(lost).toEqual([])
    expect(isThere('docs/embedding.html#none')).toBe(false)
    expect(isThere('docs/none.html')).toBe(false)
  })

  it('names each column of each table', () => {
    const unnamed = [...rendered].filter(([, { whole }]) => /<th[^>]*>\s*<\/th>/.test(whole))
    expect(unnamed.map(([page]) => page)).toEqual([])
  })

  it('leaves no page out of reach of the first one', () => {
    const reached = new Set(['index.html'])
    for (const page of reached) {
      for (const target of listTargets(page)) {
        const [next = ''] = target.split('#')
        if (rendered.has(next)) reached.add(next)
      }
    }
    expect([...rendered.keys()].filter((page) => !reached.has(page))).toEqual([])
  })

  it('shows the list of guides, by reader, beside every page', () => {
    expect(groups.map(({ title }) => title)).toContain('You embed the till')
    expect(groups.flatMap(({ links }) => links.map(({ page }) => page))).toEqual(
      expect.arrayContaining(['docs/embedding.html', 'docs/decisions/index.html', 'glossary.html']),
    )
    expect(rendered.get('docs/states.html')?.whole).toContain('>Styling and texts</a>')
    expect(rendered.get('docs/states.html')?.whole).toContain('href="states.html" aria-current="page"')
  })

  it('refuses a link to a document that has no page', () => {
    const source = { path: 'docs/a.md', page: 'docs/a.html', text: '[there](none.md)' }
    expect(() => renderDocument(source, paths)).toThrow('docs/a.md links to docs/none.md, which has no page')
  })

  it('tells headings of the same words apart', () => {
    const source = { path: 'docs/a.md', page: 'docs/a.html', text: '# A\n\n## `It` holds\n\n## It holds\n' }
    const { html, sections } = renderDocument(source, paths)
    expect(html.match(/ id="[^"]+"/g)).toEqual([' id="a"', ' id="it-holds"', ' id="it-holds-1"'])
    expect(sections.at(-1)?.url).toBe('docs/a.html#it-holds-1')
  })

  it('shows code as it was written', () => {
    const text =
      '# A\n\n```html\n<b title="1">&amp;</b>\n```\n\n```unheard-of\na < b\n```\n\n<!-- test: a -->\n'
    const { html } = renderDocument({ path: 'docs/a.md', page: 'docs/a.html', text }, paths)
    const plain = html.replace(/<\/?span[^>]*>/g, '')
    expect(plain).toContain('&lt;b title=&quot;1&quot;&gt;&amp;amp;&lt;/b&gt;')
    expect(plain).toContain('a &lt; b')
    expect(html).not.toContain('test: a')
  })

  it('has each word of the glossary under a heading of its own', () => {
    expect(toGlossary('\n## Glossary\n\n- **act**: a deed.\n- **a, b**, **c**: both.\n')).toBe(
      '# Glossary\n\n## act\n\na deed.\n## a, b, c\n\nboth.\n',
    )
    expect(rendered.get('glossary.html')?.whole).toContain('id="lane"')
  })
})

describe('its search', () => {
  it('finds a guide by its subject, a word of the glossary, an export and an error', () => {
    const urls = (words: string) => search(words).map(({ url }) => url)
    expect(urls('printer').join()).toContain('docs/printing.html')
    expect(urls('lane')).toContain('glossary.html#lane')
    expect(urls('openTill')[0]).toContain('.html')
    expect(urls('KeysLost').join()).toContain('docs/errors.html')
  })

  it('finds by the beginning of a word, and forgives a letter only where nothing is spelt so', () => {
    expect(search('captiv port').length).toBeGreaterThan(0)
    expect(search('idempotancy').length).toBeGreaterThan(0)
    expect(search('qqqqqq')).toEqual([])
  })

  it('shows the words that were asked for', () => {
    for (const { excerpt, heading, page } of search('hotel'))
      expect(`${excerpt} ${heading} ${page}`.toLowerCase()).toContain('hotel')
  })

  it('leads to headings that are there', () => {
    const all = [...rendered.values()].flatMap(({ sections }) => sections.map(({ url }) => url))
    expect(all.length).toBeGreaterThan(300)
    expect(all.filter((url) => !isThere(url))).toEqual([])
  })
})
