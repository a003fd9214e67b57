/** Why an act on an entry was refused. */
export type ActReason =
  | 'not-handed-over'
  | 'sending'
  | 'settled'
  | 'voided'
  | 'queued'
  | 'unreadable'
  | 'moved'
  | 'secrets-erased'
  | 'newer-release'
  | 'changed'
  | 'by-missing'
  | 'reason-missing'
  | 'transaction-invalid'
  | 'shop-key'
  | 'other-service'

export const actTexts: Record<ActReason, string> = {
  'not-handed-over': 'It was not handed over to another till: there is nothing to take back',
  sending: 'It is being sent: wait for the answer',
  settled: 'The service has it already: enter a correction as a new operation',
  voided: 'It has been voided: enter a new operation if it is still wanted',
  queued: 'It waits for its turn: nothing needs to be done',
  unreadable: 'It cannot be read: void it or mark it as applied',
  moved: 'Another till has it: take it back first',
  'secrets-erased': 'Its secrets have been erased: amend it instead',
  'newer-release': 'A newer release wrote it: load the page again',
  changed: 'It has changed since you looked: look again, then decide',
  'by-missing': 'No name was given: say in `by` who decides',
  'reason-missing': 'No reason was given: say why in `reason`',
  'shop-key': 'The copies open with the private key of the shop only: give it in `privateKey`',
  'other-service':
    'The copies are for another card service or currency: open the till for those, or list the address in `service.replaces`',
  'transaction-invalid': '`transactionId` is not a whole number: give the number that the service shows',
}

/** Why a journal was not written to a file, or not read from one. */
export type TransferReason =
  | 'passphrase-short'
  | 'verdict-missing'
  | 'own-terminal'
  | 'not-ours'
  | 'cut'
  | 'newer'
  | 'wrong-passphrase'
  | 'needs-key'
  | 'needs-passphrase'
  | 'wrong-key'
  | 'unsound'
  | 'other-terminal'
  | 'other-service'
  | 'other-currency'
  | 'too-old'
  | 'changed'
  | 'sending'
  | 'file-deleted'
  | 'file-damaged'
  | 'file-unknown'

export const transferTexts: Record<TransferReason, (detail?: string) => string> = {
  'passphrase-short': (min) => `The passphrase has fewer than ${min} characters: choose a longer one`,
  'verdict-missing': (option) => `\`${option}\` does not say who and why: give \`by\` and \`reason\``,
  'own-terminal': (terminal) => `${terminal} is this till: name the till that is to send the operations`,
  'not-ours': () => 'The file is not an exported journal: choose another file',
  cut: () => 'The file ends too early: copy it again',
  newer: () => 'A newer release wrote the file: update this till first',
  'wrong-passphrase': () =>
    'The passphrase is wrong or the file was altered: type it again, or copy the file again',
  'needs-key': () => 'The file is sealed to a shop’s key: give the private key in `privateKey`',
  'needs-passphrase': () => 'The file is encrypted under a passphrase: give that and not a key',
  'wrong-key': () =>
    'The key is not the private key that the file is sealed to, or the file was altered: give the other key, or copy the file again',
  unsound: (place) => `A value is not as a till writes it (${place}): correct it, or export the file again`,
  'other-terminal': (terminal) => `The file is for terminal ${terminal}: import it there`,
  'other-service': (address) =>
    `The file is for the card service at ${address}: import it at a till of that service, or list that address in \`service.replaces\``,
  'other-currency': (currency) =>
    `The amounts of the file are in ${currency}: import it at a till of that currency`,
  'too-old': () => 'The file is more than a year old: settle its operations by hand',
  changed: () => 'Operations were changed meanwhile, and nothing was handed over: try again',
  sending: (id) => `${id} is being sent: wait for the answer`,
  'file-deleted': () =>
    'The file was deleted when a person confirmed that it arrived: use the copy at the other till',
  'file-damaged': () => 'The stored file is damaged: take its entries back and hand them over again',
  'file-unknown': (file) =>
    `No entries are parked here for the hand-over ${file}: list hand-overs with till.handOvers()`,
}
