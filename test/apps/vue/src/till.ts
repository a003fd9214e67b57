import { openTill } from 'counterfoil'

export const till = await openTill({ shop: 'S01', terminal: 'T1', service: { baseUrl: '/api' } })

// For the console, and for support.
Object.assign(globalThis, { counterfoilTill: till })
