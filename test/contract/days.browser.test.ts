import { describeDays } from './days.js'

describeDays('the IndexedDB of a real browser')
