import { createPlural } from '../../elements/texts/plural.js'
import type { PageTexts } from './texts.js'

const plural = createPlural<'one' | 'other'>('en', 'other')

export const english: PageTexts = {
  title: 'Open a journal',
  promise: 'Nothing leaves this computer. This page uses no network.',
  language: 'Language',
  currency: 'Currency',
  start: {
    intro: 'A file that a till has exported or sent: a copy, a hand-over, or a whole journal.',
    choose: 'Choose a file',
    drop: 'or drop it here',
  },
  locked: {
    passphrase: 'Passphrase of the file',
    show: 'Show the passphrase',
    open: 'Open',
    opening: 'Opening…',
    keyHint: 'This file is sealed to the shop. It opens with the shop’s private key, a file in JWK format.',
    chooseKey: 'Choose the private key',
    another: 'Another file',
  },
  refusals: {
    'not-ours': 'This is not a file that a till has exported.',
    cut: 'The file is incomplete: it ends too early. Get it again.',
    newer: 'A newer release wrote this file. Open it with the page of that release.',
    'wrong-passphrase': 'It does not open. The passphrase is wrong, or the file was changed.',
    'wrong-key': 'It does not open. The key is another one, or the file was changed.',
    'not-a-key': 'This is not a private key. Choose a file in JWK format.',
    unreadable: 'The browser cannot read this file.',
    unsound: (why) => `The file is not as a till writes it: ${why}`,
  },
  kinds: { copy: 'A copy', 'hand-over': 'A hand-over', audit: 'A whole journal' },
  facts: {
    file: 'File',
    till: 'Shop / till',
    written: 'Written, by the till’s clock',
    operations: 'Operations',
    left: 'Could not be read at the till',
  },
  verdict: {
    title: 'Signed log',
    checking: 'Checking…',
    none: 'This file has no log: what was altered at the till cannot be found. Only a whole journal has one (export with audit).',
    sound: 'Everything is as the till signed it.',
    caution:
      'Nothing was kept apart to compare with. An older state, or a file written anew under another key, looks the same. counterfoil-verify compares it with checkpoints that were kept apart.',
    found: plural({
      one: '1 thing is not as the till signed it.',
      other: '# things are not as the till signed them.',
    }),
    more: plural({ one: 'And 1 more.', other: 'And # more.' }),
    failed: (message) => `The check did not end: ${message}`,
    deeds: {
      removed: 'Removed',
      altered: 'Altered',
      added: 'Added',
      reordered: 'Moved',
      'rolled-back': 'Older state',
      'log-altered': 'Log altered',
    },
    place: (number) => `place ${number}`,
    deleted: plural({ one: 'Retention deleted 1 operation.', other: 'Retention deleted # operations.' }),
    erased: plural({
      one: 'Of 1 operation retention erased the personal data.',
      other: 'Of # operations retention erased the personal data.',
    }),
  },
  save: 'Save as JSON lines',
  saveHint:
    'Every operation on a line of its own. Card numbers are whole in it, and from a copy PINs too. Delete it when the case is closed.',
  close: 'Close the file',
  opened: plural({ one: 'The file is open: 1 operation.', other: 'The file is open: # operations.' }),
  searchHint: 'Words that an operation has: digits of a card, a number (#12), an order, a name, a reason.',
  slipNotice: 'From an exported journal',
}
