import highlight from 'highlight.js'
import { Marked, type Token, type Tokens } from 'marked'
import { posix } from 'node:path'
import { pathToPage, type Source } from './sources.js'

/** A part of a page under one heading, as the search finds it. */
export interface Section {
  url: string
  page: string
  heading: string
  text: string
}

/** A document as its page shows it. */
export interface Rendered {
  title: string
  html: string
  sections: Section[]
  /** The files that it shows or links to besides pages, from the project's root. */
  files: string[]
}

/** Renders a document; `pages` are the paths of all that have a page. */
export function renderDocument({ path, page, text }: Source, pages: ReadonlySet<string>): Rendered {
  const files: string[] = []
  const anchorOf = createAnchors()
  const marked = new Marked({
    renderer: {
      heading(inner, level, raw) {
        const anchor = anchorOf(raw)
        return `<h${level} id="${anchor}">${inner} <a class="anchor" href="#${anchor}" aria-label="Link to this part">#</a></h${level}>\n`
      },
      code: renderCode,
      link: (href, _title, inner) => `<a href="${resolve(href)}">${inner}</a>`,
      image: (href, _title, alt) => `<img src="${resolve(href)}" alt="${escape(alt)}" loading="lazy" />`,
      html: (html) => (/^\s*<!--/.test(html) ? '' : html),
      // A wide table scrolls by itself, also by keyboard.
      table: (head, body) =>
        `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`,
    },
  })

  /** An address as the page needs it; the target must be there. */
  function resolve(href: string): string {
    if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href
    const [file = '', anchor] = href.split('#')
    const target = posix.join(posix.dirname(path), file)
    if (target.endsWith('.md') && !pages.has(target))
      throw new Error(`${path} links to ${target}, which has no page`)
    if (!target.endsWith('.md')) files.push(target)
    const found = posix.relative(posix.dirname(page), pathToPage(target))
    return anchor === undefined ? found : `${found}#${anchor}`
  }

  const tokens = marked.lexer(text)
  const first = tokens.find((token) => token.type === 'heading') as Tokens.Heading | undefined
  const title = first ? toPlain(first) : path
  return { title, html: marked.parser(tokens), sections: readSections(tokens, page, title), files }
}

/** The anchors of a page's headings, as the links between documents name them. */
function createAnchors(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const bare = heading.replace(/[`*_]|\]\([^)]*\)|\[/g, (mark) => (mark === '_' ? mark : ''))
    const anchor = bare
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    const times = used.get(anchor) ?? 0
    used.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  }
}

function renderCode(code: string, info: string | undefined): string {
  const language = { vue: 'xml', html: 'xml', tsx: 'typescript', jsonc: 'json' }[info ?? ''] ?? info ?? ''
  const html = highlight.getLanguage(language) ? highlight.highlight(code, { language }).value : escape(code)
  return `<pre tabindex="0"><code>${html}</code></pre>\n`
}

function readSections(tokens: readonly Token[], page: string, title: string): Section[] {
  const anchorOf = createAnchors()
  const sections: Section[] = [{ url: page, page: title, heading: title, text: '' }]
  for (const token of tokens) {
    const last = sections.at(-1)
    if (token.type === 'heading') {
      const heading = toPlain(token)
      const url = `${page}#${anchorOf((token as Tokens.Heading).text)}`
      sections.push({ url, page: title, heading, text: '' })
    } else if (last && token.type !== 'html') last.text += ` ${toPlain(token)}`
  }
  return sections
    .map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ').trim() }))
    .filter(({ text, url }) => text !== '' || url !== page)
}

/** The words of a token without its marks. */
function toPlain(token: Token): string {
  const table = token as Partial<Tokens.Table>
  if (token.type === 'table') {
    return [table.header ?? [], ...(table.rows ?? [])]
      .flat()
      .map(({ tokens }) => tokens.map(toPlain).join(''))
      .join(' ')
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(toPlain).join(' ')
  const inner = (token as { tokens?: Token[] }).tokens
  if (inner) return inner.map(toPlain).join(token.type === 'list_item' ? ' ' : '')
  return token.type === 'space' ? ' ' : decode((token as { text?: string }).text ?? '')
}

/** The lexer has escaped what stands in a paragraph; the search shows it as it was written. */
function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

export function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
