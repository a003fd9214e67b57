import { openTill } from 'counterfoil'

/** The address says which of the ways the worker takes; an app has one. */
const asked = new URLSearchParams(location.search)
const worker = asked.get('worker') ?? '/counterfoil-sw.js'
const probe = asked.get('probe') ?? false

export const opening = openTill({
  shop: 'S01',
  terminal: 'T3',
  service: { baseUrl: '/api', probe },
  worker: worker === 'none' ? false : worker,
})
