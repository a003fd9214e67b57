import { readFileSync } from 'node:fs'

/** The rows of a corpus; test/README.md says where each comes from. */
export function readCorpus<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8')) as Row[]
}

/** A line to a service that is never reached: the tests answer in its place. */
export const access = {
  baseUrl: 'https://cards.example',
  headers: {},
  headersAt: 0,
  credentials: 'omit' as const,
  timeoutMs: 30_000,
  probe: false as const,
}
