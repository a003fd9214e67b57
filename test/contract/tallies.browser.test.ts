import { describeTallies } from './tallies.js'

describeTallies('the IndexedDB of a real browser')
