import { CounterfoilJournal } from '../elements/journal/journal.js'
import { CounterfoilReceipt } from '../elements/receipt/receipt.js'
import { DeskPage } from './page.js'

customElements.define('counterfoil-journal', CounterfoilJournal)
customElements.define('counterfoil-receipt', CounterfoilReceipt)
customElements.define('counterfoil-desk', DeskPage)
