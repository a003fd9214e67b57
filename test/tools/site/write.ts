import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renderDocument } from './markdown.js'
import { readNavigation } from './navigation.js'
import { readSources } from './sources.js'
import { toPage } from './template.js'

/** Writes the pages, what the search reads, and the files that they show. The demo has been built before. */
export function writeSite(folder: string): void {
  renameSync(join(folder, 'index.html'), join(folder, 'demo.html'))
  placeManifest(join(folder, 'manifest.webmanifest'))
  const sources = readSources()
  const paths = new Set(sources.map(({ path }) => path))
  const groups = readNavigation(sources)
  const rendered = sources.map((source) => ({ source, document: renderDocument(source, paths) }))
  for (const { source, document } of rendered) {
    write(join(folder, source.page), toPage(source.page, document, groups))
    for (const file of document.files) cpSync(file, join(folder, file))
  }
  write(join(folder, 'search.json'), JSON.stringify(rendered.flatMap(({ document }) => document.sections)))
  cpSync('test/tools/site/site.css', join(folder, 'site.css'))
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** The demo's manifest names addresses of a root; here they are relative. */
function placeManifest(path: string): void {
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { icons: { src: string }[] }
  const icons = manifest.icons.map((icon) => ({ ...icon, src: icon.src.replace(/^\//, '') }))
  const placed = { ...manifest, id: 'demo.html', start_url: 'demo.html', scope: './', icons }
  writeFileSync(path, JSON.stringify(placed))
}
