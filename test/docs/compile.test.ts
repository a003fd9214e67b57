import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { findBlock, listGuides, readBlocks, type Block } from '../support/blocks.js'

/** Names that what we tell people uses without saying where they come from, and what stands for each. */
const preamble = {
  page: {
    openTill: `typeof import('counterfoil').openTill`,
    till: `import('counterfoil').Till`,
    otherTill: `import('counterfoil').Till`,
    id: 'string',
    card: 'string',
    sale: '{ id: string }',
    passphrase: 'string',
    copy: 'Blob',
    file: 'Blob',
    correctedModel: `import('counterfoil').Models['refund']`,
    model: `import('counterfoil').Models['refund']`,
    showView: '(name: string) => void',
    showMessage: '(text: string) => void',
    warnCashier: '(text: string) => void',
    freshToken: '() => Promise<string>',
    askForBadge: '(why: string) => Promise<{ name: string; isSupervisor: boolean } | undefined>',
  },
  worker: {
    installReplay: `typeof import('counterfoil/worker').installReplay`,
    freshToken: '() => Promise<string>',
    onConflict: `import('counterfoil/worker').WorkerService['onConflict']`,
  },
}

type Side = keyof typeof preamble

/** Is made from the types, and holds no code but declarations. */
const signatures = 'docs/reference.md'

/** A worker's code is checked against what a worker has, a page's against what a page has. */
const isWorkers = ({ code }: Block) => /installReplay|counterfoil\/worker|ServiceWorkerGlobalScope/.test(code)

/** Signatures, written from the types themselves; they are no code that anybody takes. */
const reference = 'docs/reference.md'

/** Next finds no TypeScript under a name that ends in `.js`. */
const isForBundlersAlone = ({ code }: Block) => code.startsWith('// src/TillOnly.tsx')

/** Whole modules and pieces of TypeScript; of JSX whole modules alone, for a piece of it stands in a component. */
const isChecked = ({ file, language, code }: Block) =>
  file !== reference && (language === 'ts' || (language === 'tsx' && /^import /m.test(code)))

const libraries: Record<Side, string[]> = {
  page: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  worker: ['lib.es2022.d.ts', 'lib.webworker.d.ts', 'lib.webworker.iterable.d.ts'],
}

const folder = resolve('what-is-told')

/** As a bundler resolves what is imported, and as Node does, which wants whole names of files. */
type Resolution = 'bundler' | 'nodenext'

function readOptions(side: Side, resolution: Resolution): ts.CompilerOptions {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object }
  }
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, '.')
  return {
    ...options,
    ...(resolution === 'nodenext' && {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
    }),
    noUnusedLocals: false,
    noUnusedParameters: false,
    jsx: ts.JsxEmit.ReactJSX,
    lib: libraries[side],
    types: side === 'page' ? ['node', 'vite/client'] : [],
    paths: {
      counterfoil: [resolve('src/index.ts')],
      'counterfoil/*': [resolve('src/*.ts'), resolve('src/*/index.ts')],
    },
  }
}

/** Everything that is told of one side, as the files of one program. */
function collectFiles(side: Side, resolution: Resolution): Map<string, { text: string; block?: Block }> {
  const blocks = listGuides()
    .filter((file) => file !== signatures)
    .flatMap(readBlocks)
    .filter((block) => isChecked(block) && isWorkers(block) === (side === 'worker'))
    .filter((block) => resolution === 'bundler' || !isForBundlersAlone(block))
  const names = Object.entries(preamble[side]).map(([name, type]) => `  const ${name}: ${type}`)
  const files = new Map<string, { text: string; block?: Block }>([
    ['preamble.ts', { text: `declare global {\n${names.join('\n')}\n}\nexport {}\n` }],
  ])
  if (side === 'page') {
    files.set('till.ts', { text: findBlock('till').code })
    files.set('Counter.tsx', { text: findBlock('react').code })
    files.set('vue.d.ts', {
      text: `declare module '*.vue' {\n  const App: import('vue').Component\n  export default App\n}\n`,
    })
  }
  for (const block of blocks) {
    const name = `${block.file.replaceAll('/', '-')}-${block.line}.${block.language}`
    files.set(name, { text: `${block.code}export {}\n`, block })
  }
  return new Map([...files].map(([name, file]) => [resolve(folder, name), file]))
}

function compile(side: Side, resolution: Resolution): { told: number; faults: string[] } {
  const files = collectFiles(side, resolution)
  const options = readOptions(side, resolution)
  const host = ts.createCompilerHost(options)
  const usual = ts.createCompilerHost(options)
  host.readFile = (path) => files.get(path)?.text ?? usual.readFile(path)
  host.fileExists = (path) => files.has(path) || usual.fileExists(path)
  host.directoryExists = (path) => path === folder || (usual.directoryExists?.(path) ?? true)
  host.getSourceFile = (path, ...words) => {
    const file = files.get(path)
    return file
      ? ts.createSourceFile(path, file.text, {
          languageVersion: ts.ScriptTarget.ES2022,
          impliedNodeFormat: ts.ModuleKind.ESNext,
        })
      : usual.getSourceFile(path, ...words)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  // What it imports is checked elsewhere.
  const found = program
    .getSourceFiles()
    .filter(({ fileName }) => files.has(fileName))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
  const faults = [...program.getGlobalDiagnostics(), ...found].map(({ file, start = 0, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ')
    if (!file) return text
    const { line } = file.getLineAndCharacterOfPosition(start)
    const block = files.get(file.fileName)?.block
    return block ? `${block.file}:${block.line + line}: ${text}` : `${file.fileName}:${line + 1}: ${text}`
  })
  return { told: [...files.values()].filter(({ block }) => block).length, faults }
}

describe('the code that is told', () => {
  it.each([
    ['page', 'bundler'],
    ['page', 'nodenext'],
    ['worker', 'bundler'],
    ['worker', 'nodenext'],
  ] as const)('compiles, strictly, on the side of the %s, resolved by %s', (side, resolution) => {
    const { told, faults } = compile(side, resolution)
    expect(faults).toEqual([])
    expect(told).toBeGreaterThan(side === 'page' ? 12 : 3)
  })

  it('uses every name of the preamble', () => {
    const told = listGuides()
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const names = [...Object.keys(preamble.page), ...Object.keys(preamble.worker)]
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(told))).toEqual([])
  })
})
