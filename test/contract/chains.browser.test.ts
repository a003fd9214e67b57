import { describeChains } from './chains.js'

describeChains('the IndexedDB of a real browser')
