import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string
  text: string
  /** Files of the project that it imports, types included. */
  imports: string[]
  /** Packages that it imports. */
  packages: string[]
}

/** Every TypeScript file below a folder. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts'))
    .map((file) => readSource(join(file.parentPath, file.name)))
}

function readSource(path: string): SourceFile {
  const text = readFileSync(path, 'utf8')
  const names = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  const isOwn = (name: string) => name.startsWith('.')
  return {
    path: slashed(path),
    text,
    imports: names.filter(isOwn).map((name) => slashed(join(dirname(path), name)).replace(/\.js$/, '.ts')),
    packages: names.filter((name) => !isOwn(name)),
  }
}

function slashed(path: string): string {
  return relative('.', path).replaceAll('\\', '/')
}

/** Every function with the lines it takes. */
export function measureFunctions({ path, text }: SourceFile): { name: string; lines: number }[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: { name: string; lines: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const start = source.getLineAndCharacterOfPosition(node.getStart()).line
      const end = source.getLineAndCharacterOfPosition(node.getEnd()).line
      found.push({ name: `${path}:${start + 1}`, lines: end - start + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Every place that catches an error, does nothing with it, and has no comment on why. */
export function listSilentCatches({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const explained = findSwallowing(node)
    if (explained && !/\/\/|\/\*/.test(explained.getFullText())) {
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getEnd()).line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The code in which a comment must stand, if the node drops an error; a caught error that has a name is used. */
function findSwallowing(node: ts.Node): ts.Node | undefined {
  if (ts.isCatchClause(node)) return node.variableDeclaration ? undefined : node.block
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const [handler] = node.arguments
  if (node.expression.name.text !== 'catch' || !handler) return undefined
  const isDropped = ts.isArrowFunction(handler) && handler.parameters.length === 0
  return isDropped ? ts.findAncestor(node, isWholeStatement) : undefined
}

function isWholeStatement(node: ts.Node): boolean {
  return ts.isStatement(node) && !ts.isIfStatement(node.parent)
}

/** A path of imports that leads back to where it began; none if there is no circle. */
export function findCircle(files: readonly SourceFile[]): string[] | undefined {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const done = new Set<string>()
  const walk = (path: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return undefined
    for (const next of importsOf.get(path) ?? []) {
      const circle = walk(next, [...trail, path])
      if (circle) return circle
    }
    done.add(path)
    return undefined
  }
  return files.reduce<string[] | undefined>((circle, { path }) => circle ?? walk(path, []), undefined)
}
