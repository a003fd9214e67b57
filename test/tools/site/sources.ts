import { readdirSync, readFileSync } from 'node:fs'

/** A document of the site: where its text lies in this project, and where its page lies in the site. */
export interface Source {
  path: string
  page: string
  text: string
}

const glossaryHeading = '## Glossary'

/** The guides, the decisions, the reference and the pages of the top level; the glossary is a page of its own. */
export function readSources(): Source[] {
  const guides = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    // The reports of the interface are for comparing; the reference is for reading.
    .filter((path) => path.endsWith('.md') && !path.startsWith('docs/api/'))
    .sort()
  const sources = ['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', ...guides].map((path) => ({
    path,
    page: pathToPage(path),
    text: readFileSync(path, 'utf8'),
  }))
  const architecture = sources.find(({ path }) => path === 'ARCHITECTURE.md')?.text ?? ''
  return [...sources, { path: 'ARCHITECTURE.md', page: 'glossary.html', text: toGlossary(architecture) }]
}

/** Where the page of a document lies: links between pages are as those between documents. */
export function pathToPage(path: string): string {
  return path.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html')
}

/** Each word under a heading of its own, so that it can be linked and found. */
export function toGlossary(architecture: string): string {
  const list = architecture.split(`\n${glossaryHeading}\n`)[1] ?? ''
  return `# Glossary\n${list.replace(/^- \*\*(.+?)\*\*(, \*\*.+?\*\*)?: /gm, '## $1$2\n\n')}`.replaceAll(
    '**',
    '',
  )
}
