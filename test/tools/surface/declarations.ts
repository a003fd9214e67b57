import { resolve } from 'node:path'
import ts from 'typescript'
import type { EntryPoint } from './entries.js'
import { createExpander, declarationToText, findNames, type Expansion } from './print.js'

/** One declaration as a host meets it. */
export interface Declaration {
  name: string
  kind: 'function' | 'class' | 'constant' | 'type'
  /** What stands above it. */
  comment: string
  /** The declaration with the comments inside it. */
  text: string
}

/** All that one entry promises in types. */
export interface Surface {
  entry: EntryPoint
  exports: Declaration[]
  /** Not exported, but part of what is. */
  reached: Declaration[]
  /** Exported by another entry. */
  borrowed: { specifier: string; name: string; text: string }[]
}

interface Exported {
  symbol: ts.Symbol
  /** Only its types may be used. */
  isType: boolean
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
}

const libraries = new Map<string, ts.SourceFile | undefined>()

/** What other packages declare does not change while this runs, and is read once. */
function createHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(options, true)
  const readFile = host.getSourceFile.bind(host)
  host.getSourceFile = (path, ...rest) => {
    if (!path.includes('/node_modules/')) return readFile(path, ...rest)
    if (!libraries.has(path)) libraries.set(path, readFile(path, ...rest))
    return libraries.get(path)
  }
  return host
}

/** Reads what every entry exports, and all that its types lead to. */
export function readSurfaces(entries: readonly EntryPoint[], folder: string): Surface[] {
  const files = entries.map(({ types }) => resolve(types))
  const program = ts.createProgram(files, options, createHost())
  const checker = program.getTypeChecker()
  const home = resolve(folder).replaceAll('\\', '/')
  const isOwn = (symbol: ts.Symbol) =>
    symbol.declarations?.every((node) => node.getSourceFile().fileName.startsWith(`${home}/`)) ?? false
  const exported = entries.map((entry, index) => ({
    entry,
    names: readExports(program.getSourceFile(files[index] ?? ''), checker),
  }))
  const expand = createExpander(
    checker,
    exported.flatMap(({ names }) => [...names.values()].map(({ symbol }) => symbol)),
  )
  const describe = (name: string, found: Exported) => describeSymbol(name, found, expand)
  const lenders = new Map<ts.Symbol, string>()
  return exported.map(({ entry, names }) => {
    const found = follow([...names.values()], lenders, { checker, isOwn, expand })
    const surface = {
      entry,
      exports: [
        ...[...names].map(([name, one]) => describe(name, one)),
        ...readGlobals(program.getSourceFile(resolve(entry.types))),
      ].sort(byName),
      reached: found.reached.map((symbol) => describe(symbol.name, { symbol, isType: true })).sort(byName),
      borrowed: found.borrowed
        .map((symbol) => ({ name: symbol.name, specifier: lenders.get(symbol) ?? '', text: '' }))
        .sort(byName),
    }
    for (const { symbol } of names.values()) if (!lenders.has(symbol)) lenders.set(symbol, entry.specifier)
    return surface
  })
}

function readExports(file: ts.SourceFile | undefined, checker: ts.TypeChecker): Map<string, Exported> {
  const module = file && checker.getSymbolAtLocation(file)
  if (!file || !module) throw new Error('reading an entry refused: its declarations are no module')
  const starred = findTypeStars(file, checker)
  return new Map(
    checker.getExportsOfModule(module).map((found) => {
      const symbol = unalias(found, checker)
      const isNamedType = found.declarations?.some(
        (node) => ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly),
      )
      return [found.name, { symbol, isType: (isNamedType ?? false) || starred.has(symbol) }]
    }),
  )
}

/** What `export type *` brings: no values, whatever else is declared under the name. */
function findTypeStars(file: ts.SourceFile, checker: ts.TypeChecker): Set<ts.Symbol> {
  const modules = file.statements.flatMap((node) => {
    if (!ts.isExportDeclaration(node) || !node.isTypeOnly || node.exportClause || !node.moduleSpecifier)
      return []
    return checker.getSymbolAtLocation(node.moduleSpecifier) ?? []
  })
  return new Set(modules.flatMap((module) => checker.getExportsOfModule(module)))
}

function unalias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

interface Reading {
  checker: ts.TypeChecker
  isOwn: (symbol: ts.Symbol) => boolean
  expand: (symbol: ts.Symbol) => Expansion | undefined
}

/** Everything of our own that the declarations mention, and what that mentions in turn. */
function follow(
  start: readonly Exported[],
  lenders: ReadonlyMap<ts.Symbol, string>,
  { checker, isOwn, expand }: Reading,
): { reached: ts.Symbol[]; borrowed: ts.Symbol[] } {
  const own = new Set(start.map(({ symbol }) => symbol))
  const reached = new Set<ts.Symbol>()
  const borrowed = new Set<ts.Symbol>()
  const waiting = [...start]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { symbol, isType } = next
    const named = () =>
      pickDeclarations(symbol, isType).flatMap((node) =>
        findNames(node).flatMap((name) => checker.getSymbolAtLocation(name) ?? []),
      )
    for (const found of expand(symbol)?.mentions ?? named()) {
      const met = unalias(found, checker)
      if (own.has(met) || reached.has(met) || !isOwn(met) || !isTopLevel(met)) continue
      if (lenders.has(met)) {
        borrowed.add(met)
        continue
      }
      reached.add(met)
      waiting.push({ symbol: met, isType: true })
    }
  }
  return { reached: [...reached], borrowed: [...borrowed] }
}

function isTopLevel({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(({ parent }) => ts.isSourceFile(parent) || ts.isVariableStatement(parent.parent))
}

function pickDeclarations({ declarations = [] }: ts.Symbol, isType: boolean): ts.Declaration[] {
  const types = declarations.filter(
    (node) =>
      ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node),
  )
  return isType && types.length > 0 ? types : declarations
}

function describeSymbol(
  name: string,
  { symbol, isType }: Exported,
  expand: (symbol: ts.Symbol) => Expansion | undefined,
): Declaration {
  const nodes = pickDeclarations(symbol, isType)
  const comment = nodes
    .map((node) => readComment(node))
    .filter((text) => text !== '')
    .join('\n\n')
  const expansion = expand(symbol)
  const text = expansion ? `type ${name} = ${expansion.text}` : nodes.map(declarationToText).join('\n')
  return { name, kind: findKind(nodes[0]), comment, text }
}

function findKind(node: ts.Declaration | undefined): Declaration['kind'] {
  if (node && ts.isFunctionDeclaration(node)) return 'function'
  if (node && ts.isClassDeclaration(node)) return 'class'
  return node && ts.isVariableDeclaration(node) ? 'constant' : 'type'
}

/** What stands in the comment above a declaration, its tags as a list. */
function readComment(node: ts.Node): string {
  const home = ts.isVariableDeclaration(node) ? node.parent.parent : node
  const [comment] = ts.getJSDocCommentsAndTags(home).filter(ts.isJSDoc).slice(-1)
  const tags = (comment?.tags ?? []).map((tag) => {
    const text = (ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/^-\s*/, '')
    return `- \`@${tag.tagName.text}\` ${text.replace(/^(\S+) -\s/, '`$1`: ')}`.trim()
  })
  const told = comment ? (ts.getTextOfJSDocComment(comment.comment) ?? '') : ''
  return [told, tags.join('\n')].filter((text) => text !== '').join('\n\n')
}

/** What an entry adds to the names that every page has. */
function readGlobals(file: ts.SourceFile | undefined): Declaration[] {
  const blocks = (file?.statements ?? []).filter(
    (node) => ts.isModuleDeclaration(node) && (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0,
  )
  return blocks.map((node) => ({
    name: 'global',
    kind: 'type',
    comment: 'What every page knows once the entry is imported.',
    text: node.getText(),
  }))
}

interface Named {
  name: string
  text: string
}

function byName(left: Named, right: Named): number {
  return compare(left.name, right.name) || compare(left.text, right.text)
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
