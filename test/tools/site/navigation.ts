import { lexer, type Token, type Tokens } from 'marked'
import { posix } from 'node:path'
import { pathToPage, type Source } from './sources.js'

/** Pages for one kind of reader. */
export interface Group {
  title: string
  links: { title: string; page: string }[]
}

/** The list of guides by reader is the navigation too: what stands there stands beside every page. */
export function readNavigation(sources: readonly Source[]): Group[] {
  const list = sources.find(({ path }) => path === 'docs/README.md')
  const groups: Group[] = []
  for (const token of lexer(list?.text ?? '')) {
    if (token.type === 'heading' && token.depth === 2)
      groups.push({ title: (token as Tokens.Heading).text, links: [] })
    const group = groups.at(-1)
    if (!group || !['list', 'paragraph'].includes(token.type)) continue
    for (const { href, text } of listLinks(token)) {
      const path = posix.join('docs', href)
      const page = pathToPage(path)
      const isKnown = group.links.some((link) => link.page === page)
      if (path.endsWith('.md') && !isKnown) group.links.push({ title: capitalise(text), page })
    }
  }
  const looks = { title: 'Glossary', page: 'glossary.html' }
  groups.at(-1)?.links.push(looks, { title: 'What changed', page: 'CHANGELOG.html' })
  return groups
}

/** In the list a link may stand within a sentence. */
function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Links to whole pages; one to a part of a page is for the list alone. */
function listLinks(token: Token): Tokens.Link[] {
  if (token.type === 'link') return [token as Tokens.Link].filter(({ href }) => !href.includes('#'))
  const inner = token.type === 'list' ? (token as Tokens.List).items : (token as { tokens?: Token[] }).tokens
  return (inner ?? []).flatMap(listLinks)
}
