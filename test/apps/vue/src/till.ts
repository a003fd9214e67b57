import { openTill } from 'counterfoil'

export const opening = openTill({ shop: 'S01', terminal: 'T1', service: { baseUrl: '/api' } })

/** These apps are built for browsers that know a module's own await. */
export const till = await opening

// For the console, and for support.
Object.assign(globalThis, { counterfoilTill: till })
