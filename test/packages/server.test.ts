import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createFolder, removeFolder } from '../support/apps.js'
import { listGuides, readBlocks } from '../support/blocks.js'
import { cleanEnvironment } from '../support/vite.js'

const run = promisify(execFile)

interface Manifest {
  exports: Record<string, string | object>
  devDependencies: Record<string, string>
}

const { exports, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

/** What a program imports; the rest are files that a host serves. */
const entries = Object.keys(exports)
  .filter((name) => typeof exports[name] === 'object')
  .map((name) => name.replace('.', 'counterfoil'))

/**
 * Takes away what some releases of Node have of a browser, and notes what the package asks for all the same: even to ask
 * whether it is there. The libraries that it imports may look; they have a way of their own on a server.
 */
const watch = `
const touched = []
const names = 'window self document navigator location history screen localStorage sessionStorage indexedDB IDBKeyRange caches \
customElements HTMLElement Element Node ShadowRoot CSSStyleSheet MutationObserver matchMedia addEventListener removeEventListener \
requestAnimationFrame BroadcastChannel ServiceWorkerGlobalScope registration clients origin isSecureContext'.split(' ')
for (const name of names) {
  let value
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      const [, , caller = ''] = new Error().stack.split('\\n')
      if (caller.includes('/counterfoil/dist/')) touched.push(name)
      return value
    },
    set(given) { value = given },
  })
}
const before = Object.getOwnPropertyNames(globalThis)
const namespace = await import(process.argv[2])
const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name))
console.log(JSON.stringify({ touched: [...new Set(touched)], exported: Object.keys(namespace).length, added }))
`

/** On a server Lit brings the registry in which elements are defined, and leaves its marks. */
const ofLit = {
  touched: ['customElements'],
  added: [
    'litServerRoot',
    'litPropertyMetadata',
    'reactiveElementVersions',
    'litHtmlVersions',
    'litElementVersions',
  ],
}

describe('on a server', () => {
  let folder: string
  beforeAll(async () => {
    folder = createFolder()
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    const optional = ['react', 'react-dom', '@point-of-sale/receipt-printer-encoder', 'pg']
    const libraries = optional.map((name) => `${name}@${devDependencies[name] ?? 'missing'}`)
    const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    await run('npm', ['install', inject('tarball').path, ...libraries, ...quietly], {
      cwd: folder,
      env: cleanEnvironment(),
    })
    writeFileSync(join(folder, 'watch.js'), watch)
  })
  afterAll(() => {
    removeFolder(folder)
  })

  it('has entries to import', () => {
    expect(entries).toContain('counterfoil')
    expect(entries).toContain('counterfoil/elements')
    expect(entries.length).toBeGreaterThanOrEqual(9)
  })

  it.each(entries)('%s is imported, and touches nothing of a browser', async (entry) => {
    const { stdout, stderr } = await run(process.execPath, ['watch.js', entry], { cwd: folder })
    const { exported, ...seen } = JSON.parse(stdout) as { exported: number }
    expect({ ...seen, stderr }).toEqual({
      ...(entry === 'counterfoil/elements' ? ofLit : { touched: [], added: [] }),
      stderr: '',
    })
    expect(exported).toBeGreaterThan(0)
  })

  it('the guide’s component is rendered by React', async () => {
    const block = listGuides()
      .flatMap(readBlocks)
      .find(({ code }) => code.startsWith('// src/TillOnly.tsx'))
    const { outputText } = ts.transpileModule(block?.code ?? '', {
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2022,
        jsx: ts.JsxEmit.ReactJSX,
      },
    })
    writeFileSync(join(folder, 'TillOnly.js'), outputText)
    writeFileSync(
      join(folder, 'render.js'),
      `import 'counterfoil'
import 'counterfoil/elements'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { TillOnly } from './TillOnly.js'
process.stdout.write(renderToString(createElement(TillOnly)))`,
    )
    const { stdout, stderr } = await run(process.execPath, ['render.js'], { cwd: folder })
    expect([stdout, stderr]).toEqual(['<p>Opening the till…</p>', ''])
  })
})
