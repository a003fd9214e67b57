import { readFileSync } from 'node:fs'

/** The rows of a corpus; test/README.md says where each comes from. */
export function readCorpus<Row>(name: string): Row[] {
  return JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), 'utf8')) as Row[]
}

export type Header = [name: string, value: string | number]

/** A test of the suite for caches: the first request is answered and stored, the second asks for what is stored. */
export interface CacheTest {
  file: string
  id: string
  kind: 'required' | 'optimal' | 'check'
  requests: {
    request_headers?: Header[]
    response_headers?: Header[]
    expected_type?: string
    expected_status?: number
    rfc850date?: string[]
  }[]
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
