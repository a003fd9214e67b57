import { openTill } from 'counterfoil'

await openTill({ shop: 'S01', terminal: 'T1', service: { baseUrl: '/api' } })
