import { readFileSync } from 'node:fs'

/** The rows of a corpus; test/README.md says where each comes from. */
export function readCorpus<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8')) as Row[]
}
