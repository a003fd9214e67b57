import { describeCrashes } from './crashes.js'

describeCrashes('the IndexedDB of a real browser')
