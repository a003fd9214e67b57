import { englishAttention } from './attention.js'
import { englishDay } from './day.js'
import { englishErrors } from './errors.js'
import { englishNames } from './names.js'
import { englishDayWords } from '../../domain/day-words/english.js'
import { englishDesk } from './desk.js'
import { englishJournal } from './journal.js'
import { englishOutcome } from './outcome.js'
import { englishSlip } from './slip.js'
import type { Texts } from './texts.js'
import { createPlural } from './plural.js'

const plural = createPlural<'one' | 'other'>('en', 'other')

/** English. */
export const english: Texts = {
  ...englishAttention,
  csv: englishDayWords,
  day: englishDay,
  errors: englishErrors,
  desk: englishDesk,
  journal: englishJournal,
  names: englishNames,
  outcome: englishOutcome,
  slip: englishSlip,
  kinds: englishDayWords.kinds,
  reach: {
    online: 'Online',
    offline: 'Offline',
    unknown: 'Checking connection…',
    stopped: 'Not working',
    paused: 'Sending paused',
    blocked: 'Not sending',
    busy: 'Card service busy',
    partly: 'Not sending everything',
    stalled: 'Waiting too long',
  },
  reachChanges: { online: 'The card service answers.' },
  pauses: {
    offline: 'The card service cannot be reached.',
    'not-the-service': 'You may need to sign in to this Wi-Fi.',
    'worker-answers':
      'A script of this site answers in place of the card service, so nothing is sent. Please tell support.',
    unsent: 'The till could not prepare its requests. Please tell support.',
    unauthorized: 'The card service does not accept this till’s credentials.',
    busy: 'The card service is busy. We will retry.',
    misconfigured: 'The card service does not know this address.',
    failing: 'The card service has a problem with this operation.',
  },
  hints: {
    address:
      'The address looks wrong: the card service says that it does not know this operation. Nothing is lost. Ask support to check the card service’s address, then send again.',
    cors: 'The card service is there, but what is sent to it ends at once. Probably it does not allow this till’s address, a method or a header (CORS). Please tell support.',
    'hidden-headers':
      'The card service hides its headers from this till. Probably it does not expose them (CORS). Please tell support.',
    csp: 'This site’s own security policy lets nothing through to the card service (Content-Security-Policy, connect-src). Please tell support.',
    'local-network':
      'This browser blocks the shop’s own network for this site, where the card service may be. Allow local network access in the site’s settings, beside the address. Please tell support.',
  },
  storage: {
    low: 'This device is nearly full. Make room before you enter anything new. Waiting operations are still sent.',
    outdated:
      'A newer version of this till is running in this browser. Load this page again; nothing has been lost.',
    deleted:
      'This till’s data was deleted from the browser, with the operations that were waiting. Call support, then load the page again to begin anew.',
    lost: 'The browser lost access to this till’s data. Nothing can be entered until it is back; the till keeps trying.',
  },
  loss: {
    replaced: {
      what: (time) => `The browser lost this till’s data. It was last there at ${time}.`,
      missing: plural({
        one: 'One operation that had not been confirmed is missing.',
        other: '# operations that had not been confirmed are missing.',
      }),
      advice: 'Tell your supervisor. Receipt numbers continue after a gap.',
    },
    'set-back': {
      what: (time) =>
        `The browser put older data of this till back. The newer data was last there at ${time}.`,
      missing: plural({
        one: 'One operation entered since is missing.',
        other: '# operations entered since are missing.',
      }),
      advice:
        'Tell your supervisor. What still waits may have been sent already, so the till checks each operation first.',
    },
    none: 'No operation is missing.',
    acknowledge: 'I have seen this',
    acknowledged: 'Recorded.',
    kept: plural({
      one: 'One operation can be brought back.',
      other: '# operations can be brought back.',
    }),
    effect:
      'What is brought back goes to the end of the line. What may have been sent already is checked by a person first.',
    bringBack: 'Bring back',
    key: 'The shop’s private key',
    broughtBack: plural({
      one: 'One operation is back.',
      other: '# operations are back.',
    }),
    damaged: plural({
      one: 'One copy was damaged.',
      other: '# copies were damaged.',
    }),
    clashing: plural({
      one: 'One operation was not brought back, because its number is taken here. Please tell support.',
      other: '# operations were not brought back, because their numbers are taken here. Please tell support.',
    }),
    left: plural({
      one: 'One operation was not brought back: its copy needs another key, or is for another card service or currency. The copy is kept.',
      other:
        '# operations were not brought back: their copies need another key, or are for another card service or currency. The copies are kept.',
    }),
    without: 'Continue without them',
    sure: 'The copies are deleted for good.',
  },
  worker: {
    starting: 'Background sending is starting.',
    active: 'Background sending is ready.',
    none: (detail) => `Sends only while this page is open: ${detail}.`,
    heldBack: (option) => `Sends only while this page is open: the option ${option} stays with the page.`,
    outdated: 'Sends only while this page is open: background sending waits for its own update.',
    reload: 'Sends only while this page is open: load every page of this till again.',
    missing: {
      replay: (script) => `Sends only while this page is open: ${script} does not take part in sending.`,
      takeover: (script) =>
        `Sends only while this page is open: a newer ${script} waits until all pages of this site are closed.`,
      registration: () =>
        'Sends only while this page is open: background sending was removed. Load this page again.',
      scope: (script) =>
        `Sends only while this page is open: ${script} has the place of background sending. Please tell support.`,
    },
    failed: (detail) => `Sends only while this page is open: background sending did not start (${detail}).`,
  },
  status: {
    label: 'Till status',
    line: 'Line to the card service:',
    waiting: (_, shown) => `${shown} waiting`,
    waitingUnknown: 'Waiting: not known',
    parked: plural({ one: '1 needs attention', other: '# need attention' }),
    parkedUnknown: 'Needs attention: not known',
    nothingWaits: 'Nothing is waiting any more.',
    delivering: (done, total) => `Sending: ${done} of ${total}`,
    secondsLeft: () => 'less than a minute left',
    minutesLeft: plural({ one: 'about one minute left', other: 'about # minutes left' }),
    replay: 'Send now',
    pause: 'Pause',
    resume: 'Resume',
    held: (time, name = 'a person') => `Sending was paused by ${name} at ${time}. You can keep serving.`,
    resumed: 'Sending resumed.',
    replaying: 'Sending…',
    replayFailed: (message) => `Sending failed: ${message}`,
    settledNow: (_, shown) => `${shown} settled`,
    parkedNow: plural({ one: '1 needs attention', other: '# need attention' }),
    requeuedNow: (_, shown) => `${shown} waiting again`,
    stillDown: 'It is still paused.',
    nothingToSend: 'Nothing to send.',
    pauseOf: (kind, pause) => `${kind}: ${pause}`,
    nextTry: (duration) => `Next try in ${duration}.`,
    tryingNow: 'Trying now…',
    keepServing: 'You can keep serving.',
    stalled: (duration) => `The oldest operation has waited for ${duration}. Tell your supervisor.`,
    oldest: (time) => `Oldest waiting since ${time}.`,
    notPersistent: 'Storage on this device is not protected. Tell your manager.',
    copiesFailing: (time) => `Backup copies have not left this device since ${time}. Tell your manager.`,
    trouble: (fault) => `Trouble with this till’s storage: ${fault}`,
    reload: 'Load the page again',
    details: 'Details',
    clockAhead: (time) => `The service’s clock is ${time} ahead of this till’s.`,
    clockBehind: (time) => `The service’s clock is ${time} behind this till’s.`,
    room: (used, quota) => `Room used: ${used} of ${quota}.`,
  },
  reasons: {
    unknown: 'Sent, no answer. Check the card before sending again.',
    conflict: 'The card service has different details.',
    precondition: 'Someone else changed it in the meantime.',
    rejected: 'Refused by the card service.',
    refused: 'The card service does not allow this till to do it.',
    reference: 'The original operation never went through.',
    expired: 'Too old to send automatically.',
    moved: 'It was handed over to another till.',
    invalid: 'It breaks the rules of this till. Correct it or void it.',
    unreadable: 'Its record cannot be read here. It stays as it is.',
  },
  reasonDetails: {
    stored: 'Sent, but we do not know if it worked. Sending again brings the same answer. Check the card.',
    answered: 'Sent, but we do not know if it worked. Check the card before sending again.',
    probablyApplied: 'An earlier try was probably applied.',
  },
  events: {
    'rung-up': 'Entered',
    'limit-overridden': 'Allowed above a limit',
    'duplicate-allowed': 'Allowed, not a duplicate',
    imported: 'Taken over from a file',
    attempt: 'Sent',
    recovery: 'Looked at again',
    resolved: 'Conflict resolved',
    expired: 'Too old to send automatically',
    'not-repeated': 'Not sent again',
    'handed-over': 'Handed over to another till',
    'take-back': 'Taken back from another till',
    'send-again': 'Sent again',
    'mark-applied': 'Recorded as done',
    amend: 'Corrected',
    void: 'Voided',
    'show-cards': 'Card number shown',
    'look-up': 'Card service asked',
  },
  outcomes: {
    acknowledged: 'the service has it',
    unacknowledged: 'an answer that confirms nothing',
    'not-the-service': 'something else answered, perhaps a Wi-Fi sign-in page',
    rejected: 'the service rejected it',
    unauthorized: 'the service did not let this till do it',
    misconfigured: 'the service has no such address',
    conflict: 'the service has different details',
    precondition: 'the record had been changed in the meantime',
    busy: 'the service is busy',
    failed: 'the service failed',
    silent: 'no answer',
    unsent: 'it did not leave the till',
    interrupted: 'the till stopped before the answer came',
    unreadable: 'its record cannot be read',
    unreferenced: 'the transaction it needs is not known',
    expired: 'it was older than the till allows',
    unrepeatable: 'an earlier try may have worked, and sending it again could do it twice',
    'found-applied': 'the service was asked and has it',
    'found-absent': 'the service was asked and does not have it',
  },
  history: {
    by: (name) => `by ${name}`,
    status: (status) => `status ${status}`,
    silence: { network: 'connection failed', timeout: 'took too long' },
  },
}
