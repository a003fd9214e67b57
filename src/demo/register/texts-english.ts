import { englishDayWords } from '../../domain/day-words/english.js'
import { englishJournal } from '../../elements/texts/journal.js'
import type { RegisterTexts } from './texts.js'

/** The texts of the register in English. */
export const english: RegisterTexts = {
  title: 'New operation',
  tabs: {
    refund: 'Refund',
    associate: 'Link card',
    migrate: 'Replace card',
    updateReceipt: 'Correct receipt',
    confirmOrder: 'Order',
  },
  actions: {
    refund: 'Enter refund',
    associate: 'Link card',
    migrate: 'Replace card',
    updateReceipt: 'Enter correction',
    confirmOrder: 'Enter order',
  },
  kinds: englishDayWords.kinds,
  states: englishJournal.states,
  example: 'Example',
  clear: 'Clear',
  optional: 'optional',
  fields: {
    card: 'Card',
    authorization: 'Authorization code',
    method: 'Paid back',
    notes: 'Notes',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    pin: 'PIN',
    oldCard: 'Old card',
    newCard: 'New card',
    target: 'Which operation is corrected?',
    transaction: 'Transaction number',
    number: 'Number on the receipt',
    order: 'Order number',
    externalOrder: 'External order',
    buyerName: 'Buyer’s name',
    buyerEmail: 'Buyer’s email',
  },
  hints: {
    transaction: 'As the service gave it for the refund or replacement',
    number: 'The corrected receipt keeps its number',
    order: 'This or the external order',
    externalOrder: 'This or the order number',
    pin: 'The customer types it',
  },
  methods: { 'stored-value': 'On the card', cash: 'Cash', 'bank-card': 'Bank card' },
  lists: {
    lines: {
      legend: 'Receipt',
      add: 'Add a line',
      row: (number) => `Line ${number}`,
      remove: (number) => `Remove line ${number}`,
    },
    payments: {
      legend: 'Payments',
      add: 'Add a payment',
      row: (number) => `Payment ${number}`,
      remove: (number) => `Remove payment ${number}`,
    },
  },
  columns: {
    lines: { name: 'Item', price: 'Price', quantity: 'Quantity' },
    payments: { method: 'Paid by', amount: 'Amount' },
  },
  total: 'Total',
  sum: 'Paid',
  targets: {
    first: 'Scan or type the card: what was entered with it here is shown here.',
    none: 'No refund or replacement of this card was entered here. Type the transaction number.',
    other: 'Another one, by its transaction number',
    number: (number) => `No. ${number}`,
  },
  faults: {
    card: 'Scan or type the card.',
    oldCard: 'Scan or type the old card.',
    newCard: 'Scan or type the new card.',
    sameCard: 'This is the old card too. Scan the new one.',
    transaction: 'Choose an operation above, or type its transaction number.',
    number: 'Type the number that stands on the receipt.',
    order: 'Type the order number or the external order.',
    email: 'Type an address such as ada@example.com.',
    whole: 'Type a whole number, digits only.',
    amount: 'Type an amount such as 12.50, without a separator for thousands.',
    quantity: 'Type a quantity such as 1 or 0.125.',
    positive: 'The total must be more than zero.',
    lines: 'Type at least one line with its price.',
    unchanged: 'This is what the receipt says already. Change what is wrong.',
  },
  cardFaults: {
    length: (min, max, found) => `A card number has ${countCharacters(min, max)}. This one has ${found}.`,
    pattern: 'This is not a card number of this shop.',
    'check-digit': 'One digit of this card number is wrong. Scan the card, or type it again.',
  },
  refusedField: {
    missing: 'This field is needed.',
    sum: 'The receipt does not add up: lines, payments and total must come to the same sum.',
    other: 'The till does not take this value.',
  },
  check: 'Not entered yet. Please check what is marked.',
  again: 'Not entered yet.',
  support: (message) => `For support: ${message}`,
  troubles: {
    storage: {
      title: 'NOT saved. Do not hand anything over.',
      advice:
        'This browser could not save it. What you typed is still here: try once more, or serve the customer at another till.',
    },
    outdated: {
      title: 'NOT entered. This page is out of date.',
      advice:
        'A newer version of the till is running in this browser. Load the page again and enter it there. Nothing has been lost.',
    },
    closed: {
      title: 'NOT entered. This till has been closed.',
      advice: 'Load the page again and enter it there.',
    },
    unclear: {
      title: 'Not certain that it was saved. Do not hand anything over yet.',
      advice: 'Press the button once more: it cannot be entered twice.',
    },
  },
  duplicate: {
    title: (time) => `You already entered this at ${time}.`,
    advice: 'Nothing new was entered. Look at the first one. If both are meant, say why.',
    confirm: 'Enter it again',
    show: 'Show it',
    cancel: 'Cancel',
  },
  balance: {
    amount: (amount) => `Balance: ${amount}.`,
    waiting: (amount) => `Provisional: ${amount} waits on this card.`,
    failed: 'The balance cannot be read now.',
  },
  allowedBy: (name) => `Allowed by ${name}`,
  reused: {
    title: 'The first press was saved after all.',
    advice:
      'What was changed since then was not entered. Look at the one that was saved before you enter another.',
    confirm: 'Enter as a new one',
  },
  limit: {
    title: 'Not entered: a limit is reached.',
    advice: 'Wait until the waiting operations are sent, or ask a supervisor.',
    confirm: 'Allow it',
    above: {
      hint: (max) => `Above ${max}: a supervisor must allow it.`,
      title: 'Not entered: a supervisor must allow it.',
      advice: 'Call a supervisor. Name and reason go into the history.',
    },
    reasons: {
      perOperation: (found, max) => `The amount is ${found}. One operation may have ${max} at most.`,
      perCard: (found, max) => `With it, ${found} would wait on this card. The most is ${max}.`,
      total: (found, max) => `With it, ${found} would wait on this till. The most is ${max}.`,
      count: (found, max) => `With it, ${found} operations would wait. The most is ${max}.`,
      ageHours: (found, max) => `The oldest operation has waited for ${found}. The most is ${max}.`,
    },
  },
  verdict: {
    name: 'Your name',
    supervisor: 'Supervisor’s name',
    reason: 'Reason',
    needed: 'This goes into the history and cannot be left empty.',
  },
  scan: {
    read: (field, code) => `${field} read: ${code}`,
    homeless: (code) =>
      `${code} is not a card number, and no other field here takes it. Nothing was changed.`,
    secret: (field) => `A scan went into the field ${field} and was left there. Please check it.`,
    filled: (held, scanned) => `This field holds ${held}. The scan reads ${scanned}. Which one is the card?`,
    keep: (card) => `Keep ${card}`,
    use: (card) => `Use ${card}`,
  },
  restored: (time) => `Not entered yet: this is what was typed at ${time}. Check it, or press Clear.`,
  keypad: { title: 'Keypad', next: 'Next', erase: 'Erase', mark: 'Decimal point' },
  reference: (id) => `ref ${id}`,
  order: (name) => `Order ${name}`,
  migrated: (oldCard, newCard) => `Old card ${oldCard} → new card ${newCard}`,
  preview: {
    title: 'Current sale',
    empty: 'Lines and total appear here as you type.',
    numbered: 'The receipt gets its number when it is entered.',
    corrected: 'The receipt keeps its number and date.',
  },
  slip: { title: 'Last slip', empty: 'The slip of what you enter is shown here, ready to print.' },
  recent: {
    title: 'Recent operations',
    empty: 'Nothing has been entered yet. Press Example, then enter it.',
    fault: (message) => `The list cannot be read: ${message}`,
  },
}

function countCharacters(min: number, max: number): string {
  if (min === max) return `${min} characters`
  if (max === Infinity) return `at least ${min} characters`
  return min > 1 ? `${min} to ${max} characters` : `at most ${max} characters`
}
