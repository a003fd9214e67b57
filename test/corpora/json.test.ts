import { afterEach, describe, expect, it, vi } from 'vitest'
import { classify } from '../../src/decide/classify.js'
import { readBody } from '../../src/service/read-body.js'
import { createTransport } from '../../src/transport/transport.js'
import { freshClaim } from '../support/claim.js'
import { access, readCorpus } from './data.js'

/** A text as bytes, one letter per byte; the two longest repeat theirs. */
type Row = [name: string, bytes: string, times?: number]

const texts = readCorpus<Row>('json-test-suite').map(
  ([name, bytes, times = 1]) => [name, Buffer.from(bytes.repeat(times), 'latin1')] as const,
)

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The outcome of an operation that is answered by a 200 with these bytes. */
async function deliver(bytes: Uint8Array<ArrayBuffer>) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(bytes)))
  return classify(await createTransport(access).send(freshClaim, () => Promise.resolve(true)), true)
}

const named = (prefix: string) => texts.filter(([name]) => name.startsWith(prefix))

describe('a reply of 200, by the suite of JSON texts,', () => {
  it('has each kind of text', () => {
    expect(['y_', 'n_', 'i_'].map((prefix) => named(prefix).length)).toEqual([95, 188, 35])
  })

  it.each(named('y_'))(
    'acknowledges with the sound text %s, which is stored as it says',
    async (_, bytes) => {
      const body = JSON.parse(bytes.toString()) as unknown
      expect(await deliver(bytes)).toMatchObject({ tag: 'acknowledged', reply: { body } })
    },
  )

  it.each(named('n_'))('acknowledges nothing with the unsound text %s', async (_, bytes) => {
    expect((await deliver(bytes)).tag).toBe('not-the-service')
  })

  /**
   * The standard leaves these to the reader. A service that writes its words in another encoding has done the operation
   * all the same, as long as the structure can be read; text in UTF-16 and a list of 500 levels cannot.
   */
  it('acknowledges with what the standard leaves open, if its structure can be read', async () => {
    const refused: string[] = []
    for (const [name, bytes] of named('i_')) {
      if ((await deliver(bytes)).tag !== 'acknowledged') refused.push(name)
    }
    expect(refused).toEqual([
      'i_string_UTF-16LE_with_BOM',
      'i_string_utf16BE_no_BOM',
      'i_string_utf16LE_no_BOM',
      'i_structure_500_nested_arrays',
    ])
  })
})

describe('a request to the kit for card services, by the same suite,', () => {
  it.each(named('n_'))('is refused with the unsound text %s', async (_, bytes) => {
    const request = new Request('https://cards.example', { method: 'PUT', body: bytes })
    await expect(readBody(request)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^The body is not (JSON|UTF-8)$/) as string,
    })
  })
})
