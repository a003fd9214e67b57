import { describePutLast } from './put-last.js'

describePutLast('the IndexedDB of a real browser')
