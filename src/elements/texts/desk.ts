import type { ActName } from './texts.js'

/** What the supervisor's desk says, in the list of what needs attention. */
export interface DeskTexts {
  /** Reasons that a person may choose; none of them is chosen beforehand. */
  reasons: Record<ActName | 'send-unknown', readonly string[]>
  reasonsLabel: string
  notApproved: string
}

/** English. */
export const englishDesk: DeskTexts = {
  reasons: {
    'send-again': ['The cause was fixed', 'The card service asked to try again'],
    'send-unknown': ['I checked the card: nothing was done', 'The card service says it has nothing'],
    'mark-applied': ['I saw it on the card', 'The card service confirmed it'],
    merge: ['Both receipts compared'],
    amend: ['Wrong card', 'Wrong amount', 'Wrong items'],
    void: ['Entered twice', 'The customer does not want it', 'Settled in another way'],
    'take-back': ['The file was lost', 'The other till did not import it'],
  },
  reasonsLabel: 'Choose a reason, or write your own',
  notApproved: 'Nothing was done: nobody approved it.',
}

/** Italian. */
export const italianDesk: DeskTexts = {
  reasons: {
    'send-again': ['La causa è stata risolta', 'Il servizio carte chiede di riprovare'],
    'send-unknown': ['Carta controllata: non è stato fatto nulla', 'Il servizio carte non ha nulla'],
    'mark-applied': ['Vista sulla carta', 'Confermata dal servizio carte'],
    merge: ['Scontrini confrontati'],
    amend: ['Carta sbagliata', 'Importo sbagliato', 'Articoli sbagliati'],
    void: ['Inserita due volte', 'Il cliente non la vuole', 'Regolata in altro modo'],
    'take-back': ['Il file è andato perso', 'L’altra cassa non l’ha importata'],
  },
  reasonsLabel: 'Scegliere un motivo, o scriverlo',
  notApproved: 'Non è stato fatto nulla: nessuno ha approvato.',
}
