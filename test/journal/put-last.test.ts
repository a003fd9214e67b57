import { describePutLast } from './put-last.js'

describePutLast('a made-up IndexedDB')
