import { describeBatch } from './batch.js'

describeBatch('the IndexedDB of a real browser')
