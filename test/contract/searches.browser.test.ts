import { describeSearches } from './searches.js'

describeSearches('the IndexedDB of a real browser')
