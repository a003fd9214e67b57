import { describe, expect, it } from 'vitest'
import { hashToRoute, routeToHash, viewNames } from '../../../src/demo/shell/routes.js'

describe('where somebody is', () => {
  it('is told by the hash, and the hash by it', () => {
    for (const view of viewNames) expect(hashToRoute(routeToHash({ view }))).toEqual({ view })
    for (const id of ['a1', 'till:7/b', 'ä %2F']) {
      expect(hashToRoute(routeToHash({ view: 'journal', id }))).toEqual({ view: 'journal', id })
    }
  })

  it('is the till where the hash means nothing', () => {
    for (const hash of ['', '#', '#nowhere', '#/journal', '#TILL']) {
      expect(hashToRoute(hash)).toEqual({ view: 'till' })
    }
  })

  it('is one operation in the journal alone, however badly it is written', () => {
    expect(hashToRoute('#day/7')).toEqual({ view: 'day' })
    expect(hashToRoute('#journal/')).toEqual({ view: 'journal' })
    expect(hashToRoute('#journal/%E0%A4%A')).toEqual({ view: 'journal', id: '%E0%A4%A' })
  })
})
