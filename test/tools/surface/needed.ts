import { relative, resolve } from 'node:path'
import ts from 'typescript'
import { readEntries } from './entries.js'

/** Every declaration file that an entry's types lead to. */
export function findNeededTypes(): string[] {
  const program = ts.createProgram(
    readEntries().map(({ types }) => resolve(types)),
    {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
      noLib: true,
    },
  )
  return program
    .getSourceFiles()
    .map(({ fileName }) => relative('.', fileName).replaceAll('\\', '/'))
    .filter((path) => path.startsWith('dist/types/'))
}
