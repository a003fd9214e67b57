import { describe, expect, it } from 'vitest'
import { findMiskept } from './precache.js'

const files: Record<string, string> = {
  'index.js': `import { a } from "./first.js";\nexport * from './types.js';\nimport 'dexie';`,
  'first.js': `import "./index.js";\nconst load = () => import("./rest.js");`,
  'rest.js': 'import { b } from "./first.js"',
  'types.js': 'export {}',
  'worker.js': '',
}
const find = (urls: readonly string[], revision = '1') =>
  findMiskept(
    urls.map((url) => ({ url, revision })),
    'index.js',
    (path) => files[path] ?? '',
    () => '1',
  )
const whole = ['index.js', 'first.js', 'rest.js', 'types.js']

describe('a list of what to precache', () => {
  it('has every file that the page reaches, at once or later', () => {
    expect(find(whole)).toEqual([])
    expect(find(['index.js', 'first.js', 'types.js'])).toEqual(['rest.js is not to be precached'])
  })

  it('has nothing else, and nothing twice', () => {
    expect(find([...whole, 'worker.js'])).toEqual(['worker.js is to be precached, and not reached'])
    expect(find([...whole, 'rest.js'])).toEqual(['rest.js is named twice'])
  })

  it('tells each file by what is in it', () => {
    expect(find(whole, '2')).toEqual(whole.map((url) => `${url} has another revision`))
  })
})
