import { englishDayWords } from '../../domain/day-words/english.js'
import type { LabTexts } from './words.js'
import { createPlural } from '../../elements/texts/plural.js'

const plural = createPlural<'one' | 'other'>('en', 'other')

/** English. */
export const english: LabTexts = {
  intro: 'Break the line and the card service here, and watch what the till does about it.',
  silence: 'The till’s own server does not answer either; the till works all the same.',
  failed: 'The stand-in service did not take that. Try again.',
  kinds: { ...englishDayWords.kinds, confirmOrder: 'Order', unknown: 'Operation' },
  line: {
    title: 'The line',
    plug: 'Line',
    colon: ':',
    plugTo: ' to the card service',
    till: 'Till',
    service: 'Card service',
    pluggedIn: 'plugged in',
    pulled: 'unplugged',
    tryPulling: 'Pull the plug and go on selling.',
    tryRinging: 'Enter a refund now: it is saved here and leaves when you plug back in.',
    keeping: plural({
      one: 'One operation waits here, safe on disk. Plug back in and watch it leave.',
      other: '# operations wait here, safe on disk. Plug back in and watch them leave, in order.',
    }),
    catchingUp: plural({
      one: 'Plugged in: one operation still waits.',
      other: 'Plugged in: # operations still wait.',
    }),
    caughtUp: plural({
      one: 'Back on the line: what waited has been sent, once.',
      other: 'Back on the line: all # that waited have been sent, each once.',
    }),
  },
  faults: {
    title: 'What goes wrong',
    hint: 'Choose a mishap, then enter something.',
    forHowLong: 'It happens',
    durations: { once: 'once', five: '5 times', standing: 'until cleared' },
    groups: {
      answers: 'The answer does not come',
      refusals: 'The service says no',
      surroundings: 'Something is odd',
    },
    names: {
      answerLost: {
        name: 'Answer lost after the card was charged',
        till: 'The till cannot know: it asks a person instead of paying twice.',
      },
      requestLost: {
        name: 'Request lost on the way',
        till: 'The browser tries once more by itself. If that is lost too, the till asks a person.',
      },
      resent: {
        name: 'The browser sends it twice by itself',
        till: 'The till hears one answer. A service that recognises a repeat does it once; another does it twice, and only its books show that.',
      },
      slow: { name: 'Answer takes 5 seconds', till: 'The till waits; you can keep serving.' },
      nonsense: {
        name: 'Answer of the wrong kind',
        till: 'Not the service’s language: the till stops sending, and asks a person about this one.',
      },
      busy: {
        name: 'Busy: come back in 5 seconds (503)',
        till: 'The till waits as long as it was told, then sends again by itself.',
      },
      tooMany: {
        name: 'Too many requests (429)',
        till: 'The till sends nothing until the service lets it, then goes on.',
      },
      unauthorized: {
        name: 'Credentials refused (401)',
        till: 'The till keeps everything and tries again in a minute, or when you tell it to.',
      },
      conflict: {
        name: 'Different details (409)',
        till: 'The till sets it aside for a person; other cards go on.',
      },
      changed: {
        name: 'Changed by someone else (412)',
        till: 'The till overwrites nothing: it asks a person.',
      },
      rejected: {
        name: 'Rejected: the card is blocked (400)',
        till: 'The till shows the service’s own words and asks for a correction.',
      },
      failed: {
        name: 'Failure after the card was charged (500)',
        till: 'It may have happened: the till asks a person, and rests such operations for a minute.',
      },
      portal: {
        name: 'Sign-in page of the guest Wi-Fi',
        till: 'The till notices that this is not the service: it keeps everything and asks again within a minute.',
      },
      clock: {
        name: 'The service’s clock is an hour ahead',
        till: 'The till allows for the difference, and goes on.',
      },
    },
    badDay: 'A bad day: 3 in 10 requests go wrong',
    badDayTill: 'Enter ten and see: nothing is lost and nothing is done twice.',
    inForce: 'In force',
    none: 'Nothing: every request gets through.',
    left: plural({ one: 'once', other: '# times' }),
    standing: 'until cleared',
    other: (kind) => `Another mishap (${kind})`,
    clear: 'Clear',
    added: (name) => `In force: ${name}.`,
    cleared: 'Nothing goes wrong any more.',
  },
  settings: {
    title: 'What the service is able to do',
    keys: 'It recognises a repeat',
    keysOn: 'A request that comes again with the same key is answered from memory; nothing is done twice.',
    keysOff: 'A request that comes again is done again. That is why the till does not just repeat.',
    conditions: 'It checks conditions',
    conditionsOn: 'A change made against an old state of the card is turned down (412).',
    conditionsOff: 'A change is made, even if the card has changed meanwhile.',
  },
  tally: {
    title: 'Arrivals against effects',
    hint: 'What reached the service, and what it really did. Money moves only in the second.',
    arrived: 'arrived',
    applied: 'done',
    twice: 'done twice',
    picture: ({ arrived, applied, twice, lost }) =>
      `Requests that arrived: ${arrived}. Done: ${applied}, of which twice: ${twice}. Lost on the way: ${lost}.`,
    arrivedRow: 'arrived',
    appliedRow: 'done',
    empty: 'Nothing has arrived yet.',
    fates: {
      answered: 'done and answered',
      unheard: 'done, answer lost',
      'turned-down': 'turned down',
      recognised: 'recognised, not repeated',
      lost: 'lost on the way',
      twice: 'done twice',
    },
    lost: plural({ one: '1 request was lost on the way.', other: '# requests were lost on the way.' }),
    probes: plural({
      one: '1 probe asked whether the line is there.',
      other: '# probes asked whether the line is there.',
    }),
    repeats: 'Writing the same receipt again changes nothing and is not counted as twice.',
    effects: 'Last done by the service',
    columns: { operation: 'Operation', card: 'Card', amount: 'Amount', time: 'Time' },
  },
  timeline: {
    title: 'Timeline',
    empty: 'Nothing has been entered yet. Each operation that you enter draws its line here.',
    fault: (message) => `The timeline cannot be drawn: ${message}`,
    picture: plural({
      one: 'The last operation over time. The words below tell the same.',
      other: 'The last # operations over time, the newest on top. The words below tell the same.',
    }),
    inWords: 'In words',
    legend: 'Signs',
    points: {
      'rung-up': 'entered',
      parked: 'needs attention',
      person: 'a person decides',
      settled: 'settled',
      voided: 'voided',
    },
    waiting: 'waits',
    signs: {
      done: 'sent, done',
      unknown: 'sent, not known',
      refused: 'sent, turned down',
      later: 'sent, told to wait',
    },
    inFlight: 'being sent',
    cut: 'quiet time left out',
    sentence: ({ subject, steps }) => `${subject}: ${steps}.`,
    subject: ({ kind, amount, cards }) =>
      [kind, amount, cards === '' ? '' : `for ${cards}`].filter((part) => part !== '').join(' '),
    rungUp: (time) => `entered ${time}`,
    sent: (count, shown) =>
      count === 0
        ? 'not sent'
        : count === 1
          ? 'sent once'
          : count === 2
            ? 'sent twice'
            : `sent ${shown} times`,
    person: plural({ one: 'one decision by a person', other: '# decisions by a person' }),
    states: {
      queued: () => 'waiting',
      sending: () => 'being sent now',
      settled: (time) => `settled ${time}`,
      parked: (time) => `needs attention since ${time}`,
      voided: (time) => `voided ${time}`,
    },
  },
  startOver: {
    title: 'Start over',
    hint: 'Empties the books of the stand-in service. The till’s own journal stays: it never forgets by itself.',
    ask: 'Start over…',
    sure: 'The service forgets all it has done, every mishap ends, and the plug goes back in. The till keeps its journal, so the two will tell different stories of the past.',
    confirm: 'Empty the books',
    cancel: 'Cancel',
    done: 'The service’s books are empty.',
  },
  losing: 'Other tabs of this till are still open. Close them.',
  notLost: 'The browser has kept the data. Load the page again.',
  lose: {
    title: 'The browser loses its files',
    hint: 'Deletes the till’s database, as browsers sometimes do by themselves, and loads the page again.',
    ask: 'Lose the data…',
    sure: 'Every operation that this till has saved is gone, also those that the service does not have. The till will say what is missing.',
    confirm: 'Lose the data',
    cancel: 'Cancel',
  },
}
