import type { ErrorCode } from '../../domain/errors.js'
import type { ActReason, LimitName, StorageReason, TransferReason } from '../../domain/error-texts.js'

/** The errors whose text depends on a reason; each reason has a text of its own. */
type ReasonedCode = 'limit-reached' | 'storage-refused' | 'act-refused' | 'transfer-refused'

/** What a person reads when the till refuses something or fails. */
export interface ErrorTexts {
  codes: Record<Exclude<ErrorCode, ReasonedCode>, string>
  /** Amounts come with their currency, hours with their unit. */
  limits: Record<LimitName, (found: string, max: string) => string>
  storage: Record<StorageReason, string>
  acts: Record<ActReason, string>
  transfers: Record<TransferReason, (detail: string) => string>
  /** Any other error, by its name. */
  other: (name: string) => string
}

const setUp = 'This till is not set up correctly. Please tell support.'

/** English. */
export const englishErrors: ErrorTexts = {
  codes: {
    'invalid-operation': 'Some fields are not right. Please fix them.',
    'invalid-receipt': 'The receipt does not add up. Please check the amounts.',
    'invalid-options': setUp,
    'browser-required': setUp,
    'dexie-conflict': setUp,
    'load-failed': 'A part of this till did not load. Check the connection, then load the page again.',
    'id-reused': 'Something else was already entered under the same number. Please tell support.',
    duplicate: 'You already entered this. Look at the first one before you enter it again.',
    'outcome-unknown': 'We do not know if this was done. Look first, then try again.',
    'keys-lost':
      'The keys to this till’s data are missing. Leave this browser as it is and call support. Nothing was changed.',
    'service-mismatch': 'This till’s data belongs to another card service. Please tell support.',
    outdated: 'A newer version of this till is running in this browser. Load the page again.',
    'till-closed': 'This till has been closed. Load the page again.',
    voided: 'The operation was voided.',
    'unknown-entry': 'This till does not have this operation any more.',
  },
  limits: {
    perOperation: (found, max) => `The amount is ${found}. One operation may have ${max} at most.`,
    perCard: (found, max) => `With it, ${found} would wait on this card. The most is ${max}.`,
    total: (found, max) => `With it, ${found} would wait on this till. The most is ${max}.`,
    count: (found, max) => `With it, ${found} operations would wait. The most is ${max}.`,
    ageHours: (found, max) => `The oldest operation has waited for ${found}. The most is ${max}.`,
  },
  storage: {
    full: 'This device is full. Make room, then try again.',
    failed: 'The browser could not save it. Try again. If it fails again, load the page again.',
    reserved: 'The remaining room is reserved for waiting operations. Make room, then try again.',
    insecure: 'This page is not loaded securely (https). Please tell support.',
    deleted: 'This till’s data was deleted from the browser. Load the page again.',
    closed: 'This till has been closed. Load the page again.',
  },
  acts: {
    'not-handed-over': 'It was not handed over to another till. There is nothing to take back.',
    sending: 'It is being sent. Wait for the answer.',
    settled: 'The card service has it already. Enter a correction as a new operation.',
    voided: 'It has been voided. Enter it again if it is still wanted.',
    queued: 'It is waiting to be sent. Nothing needs to be done.',
    unreadable: 'It cannot be read. Void it, or record that it went through.',
    moved: 'Another till has it. Take it back first.',
    'secrets-erased': 'The codes of its card have been erased. Correct it instead.',
    'newer-release': 'A newer version of this till wrote it. Load the page again.',
    changed: 'It has changed since you looked. Look again, then decide.',
    'by-missing': 'Enter your name.',
    'reason-missing': 'Enter a reason.',
    'shop-key': 'The copies open with the shop’s private key only.',
    'other-service':
      'The copies are for another card service or currency. They are kept. Please tell support.',
    'transaction-invalid': 'The transaction number must be a whole number.',
  },
  transfers: {
    'passphrase-short': (min) => `The passphrase is too short. It needs at least ${min} characters.`,
    'verdict-missing': () => 'Enter your name and a reason.',
    'own-terminal': (terminal) => `${terminal} is this till. Name the till that is to receive the file.`,
    'not-ours': () => 'This is not a file of a till. Choose another file.',
    cut: () => 'The end of the file is missing. Copy it again.',
    newer: () => 'A newer version of the till wrote the file. Update this till first.',
    'wrong-passphrase': () =>
      'The passphrase is wrong, or the file was changed. Type it again, or copy the file again.',
    'needs-key': () => 'The shop’s private key opens this file. Choose the key.',
    'needs-passphrase': () => 'A passphrase opens this file. Type it.',
    'wrong-key': () =>
      'The key does not fit, or the file was changed. Choose another key, or copy the file again.',
    unsound: (place) => `The file is damaged (${place}). Write it again at the other till.`,
    'other-terminal': (terminal) => `The file is for terminal ${terminal}. Open it there.`,
    'other-service': (address) =>
      `The file is for another card service (${address}). Open it at a till of that service, or tell support.`,
    'other-currency': (currency) =>
      `The amounts in the file are in ${currency}. Open it at a till of that currency.`,
    'too-old': () => 'The file is more than a year old. Please tell support.',
    changed: () => 'Something changed meanwhile, and nothing was handed over. Try again.',
    sending: () => 'An operation is being sent. Wait for the answer, then try again.',
    'file-deleted': () => 'The file was deleted when it had arrived. Use the copy at the other till.',
    'file-damaged': () => 'The stored file is damaged. Take its operations back, then hand them over again.',
    'file-unknown': () => 'This till does not know this hand-over any more.',
  },
  other: (name) => `Something went wrong (${name}). Please tell support if it happens again.`,
}
