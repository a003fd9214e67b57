import { describeTallies } from './tallies.js'

describeTallies('fake-indexeddb in Node')
