import { describeCrashes } from './crashes.js'

describeCrashes('fake-indexeddb in Node')
