import { describeSearches } from './searches.js'

describeSearches('fake-indexeddb in Node')
