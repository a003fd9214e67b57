import { posix } from 'node:path'
import { escape, type Rendered } from './markdown.js'
import type { Group } from './navigation.js'

const headerLinks = [
  ['docs/index.html', 'Guides'],
  ['docs/reference.html', 'Reference'],
  ['glossary.html', 'Glossary'],
  ['docs/decisions/index.html', 'Decisions'],
] as const

/** The whole page of a document. Every address in it is relative, so that the site may lie in any folder. */
export function toPage(page: string, { title, html }: Rendered, groups: readonly Group[]): string {
  const to = (target: string) => posix.relative(posix.dirname(page), target)
  const isCurrent = (target: string) => (target === page ? ' aria-current="page"' : '')
  const root = to('.') === '' ? '.' : to('.')
  return `<!doctype html>
<html lang="en" data-root="${root}/">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'" />
    <meta name="color-scheme" content="light dark" />
    <title>${page === 'index.html' ? 'Counterfoil' : `${escape(title)} · Counterfoil`}</title>
    <link rel="icon" href="${to('icon.svg')}" type="image/svg+xml" />
    <link rel="stylesheet" href="${to('site.css')}" />
    <script type="module" src="${to('site.js')}"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the text</a>
    <header>
      <a class="name" href="${to('index.html')}"${isCurrent('index.html')}><img src="${to('icon.svg')}" alt="" />Counterfoil</a>
      <nav aria-label="Parts of the site">
        ${headerLinks.map(([target, name]) => `<a href="${to(target)}"${isCurrent(target)}>${name}</a>`).join('\n        ')}
        <a class="demo" href="${to('demo.html')}">Try the till</a>
      </nav>
      <search>
        <input type="search" id="search" placeholder="Search" aria-label="Search the documents" autocomplete="off" aria-controls="found" />
        <div id="found" role="region" aria-label="What was found" aria-live="polite" hidden></div>
      </search>
      <button class="menu" type="button" popovertarget="guides">All pages</button>
    </header>
    <nav id="guides" popover aria-label="All pages">
      ${groups.map((group) => toGroup(group, to, isCurrent)).join('\n      ')}
    </nav>
    <main id="content" tabindex="-1">
${html}
    </main>
  </body>
</html>
`
}

type Turn = (target: string) => string

function toGroup({ title, links }: Group, to: Turn, isCurrent: Turn): string {
  const items = links.map(
    (link) => `<li><a href="${to(link.page)}"${isCurrent(link.page)}>${escape(link.title)}</a></li>`,
  )
  return `<h2>${escape(title)}</h2><ul>${items.join('')}</ul>`
}
