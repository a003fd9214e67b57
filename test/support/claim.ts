import type { ReadyClaim } from '../../src/ports.js'

/** The claim of a refund that was never sent. */
export const freshClaim: ReadyClaim = {
  run: 1,
  ticket: {
    id: 'a',
    kind: 'refund',
    place: 1,
    attempts: 0,
    unknowns: 0,
    doubts: 0,
    renewals: 0,
    head: '',
    createdAt: 0,
  },
  body: '{}',
}
