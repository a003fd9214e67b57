import type { TestProject } from 'vitest/node'
import { packPackage, type Tarball } from './apps.js'

declare module 'vitest' {
  export interface ProvidedContext {
    tarball: Pick<Tarball, 'path' | 'files'>
  }
}

/** The package is packed once, for all that install it. */
export default function setUp(project: TestProject): () => void {
  const { path, files, remove } = packPackage()
  project.provide('tarball', { path, files })
  return remove
}
