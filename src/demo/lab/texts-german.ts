import { germanDayWords } from '../../domain/day-words/german.js'
import { createPlural } from '../../elements/texts/plural.js'
import type { LabTexts } from './words.js'

const plural = createPlural<'one' | 'other'>('de', 'other')
const sent = plural({ one: 'einmal gesendet', other: '#-mal gesendet' })

/** German. */
export const german: LabTexts = {
  intro: 'Hier lassen sich die Leitung und der Kartendienst stören. Die Kasse zeigt, was sie daraus macht.',
  silence: 'Auch der Server der Kasse antwortet nicht. Die Kasse arbeitet trotzdem.',
  failed: 'Der Übungsdienst hat das nicht angenommen. Erneut versuchen.',
  kinds: { ...germanDayWords.kinds, confirmOrder: 'Bestellung', unknown: 'Vorgang' },
  line: {
    title: 'Die Leitung',
    plug: 'Leitung',
    colon: ':',
    plugTo: ' zum Kartendienst',
    till: 'Kasse',
    service: 'Kartendienst',
    pluggedIn: 'eingesteckt',
    pulled: 'abgezogen',
    tryPulling: 'Den Stecker ziehen und weiterverkaufen.',
    tryRinging: 'Jetzt eine Erstattung erfassen. Sie bleibt hier und geht, sobald der Stecker wieder steckt.',
    keeping: plural({
      one: 'Ein Vorgang wartet hier, sicher gespeichert. Stecker wieder einstecken und zusehen.',
      other: '# Vorgänge warten hier, sicher gespeichert. Stecker wieder einstecken und zusehen.',
    }),
    catchingUp: plural({
      one: 'Eingesteckt: Ein Vorgang wartet noch.',
      other: 'Eingesteckt: # Vorgänge warten noch.',
    }),
    caughtUp: plural({
      one: 'Wieder verbunden: Der wartende Vorgang wurde gesendet, einmal.',
      other: 'Wieder verbunden: Alle # wartenden Vorgänge wurden gesendet, jeder einmal.',
    }),
  },
  faults: {
    title: 'Was schiefgeht',
    hint: 'Eine Störung wählen, dann etwas erfassen.',
    forHowLong: 'Sie tritt auf',
    durations: { once: 'einmal', five: '5-mal', standing: 'bis zum Beenden' },
    groups: {
      answers: 'Die Antwort bleibt aus',
      refusals: 'Der Kartendienst sagt nein',
      surroundings: 'Etwas ist seltsam',
    },
    names: {
      answerLost: {
        name: 'Antwort verloren, Karte schon belastet',
        till: 'Die Kasse kann es nicht wissen. Sie fragt eine Person, statt doppelt zu zahlen.',
      },
      requestLost: {
        name: 'Anfrage unterwegs verloren',
        till: 'Der Browser versucht es einmal selbst. Geht auch das verloren, fragt die Kasse eine Person.',
      },
      resent: {
        name: 'Der Browser sendet von selbst doppelt',
        till: 'Die Kasse hört nur eine Antwort. Erkennt der Kartendienst die Wiederholung, führt er sie einmal aus, sonst zweimal. Das zeigen nur seine Bücher.',
      },
      slow: { name: 'Antwort braucht 5 Sekunden', till: 'Die Kasse wartet, es wird weiter kassiert.' },
      nonsense: {
        name: 'Antwort der falschen Art',
        till: 'So antwortet der Kartendienst nicht. Die Kasse hält das Senden an und fragt hierzu eine Person.',
      },
      busy: {
        name: 'Ausgelastet: in 5 Sekunden erneut (503)',
        till: 'Die Kasse wartet so lange wie verlangt und sendet dann von selbst.',
      },
      tooMany: {
        name: 'Zu viele Anfragen (429)',
        till: 'Die Kasse sendet nichts, bis der Kartendienst es erlaubt, und macht dann weiter.',
      },
      unauthorized: {
        name: 'Zugangsdaten abgelehnt (401)',
        till: 'Die Kasse behält alles und versucht es in einer Minute erneut, oder auf Knopfdruck.',
      },
      conflict: {
        name: 'Andere Angaben (409)',
        till: 'Die Kasse legt den Vorgang zur Klärung beiseite. Andere Karten laufen weiter.',
      },
      changed: {
        name: 'Von jemand anderem geändert (412)',
        till: 'Die Kasse überschreibt nichts. Sie fragt eine Person.',
      },
      rejected: {
        name: 'Abgelehnt: Die Karte ist gesperrt (400)',
        till: 'Die Kasse zeigt die Worte des Kartendienstes und bittet um eine Korrektur.',
      },
      failed: {
        name: 'Fehler, Karte schon belastet (500)',
        till: 'Es kann ausgeführt sein. Die Kasse fragt eine Person und lässt solche Vorgänge eine Minute ruhen.',
      },
      portal: {
        name: 'Anmeldeseite des Gäste-WLANs',
        till: 'Die Kasse merkt, dass das nicht der Kartendienst ist. Sie behält alles und fragt binnen einer Minute erneut.',
      },
      clock: {
        name: 'Uhr des Kartendienstes geht eine Stunde vor',
        till: 'Die Kasse rechnet den Unterschied ein und macht weiter.',
      },
    },
    badDay: 'Ein schlechter Tag: 3 von 10 Anfragen gehen schief',
    badDayTill: 'Zehn Vorgänge erfassen: Nichts geht verloren, nichts geschieht doppelt.',
    inForce: 'In Kraft',
    none: 'Nichts: Jede Anfrage kommt durch.',
    left: plural({ one: 'einmal', other: '#-mal' }),
    standing: 'bis zum Beenden',
    other: (kind) => `Eine andere Störung (${kind})`,
    clear: 'Beenden',
    added: (name) => `In Kraft: ${name}.`,
    cleared: 'Es geht nichts mehr schief.',
  },
  settings: {
    title: 'Was der Kartendienst kann',
    keys: 'Er erkennt Wiederholungen',
    keysOn:
      'Eine Anfrage mit demselben Schlüssel beantwortet er aus dem Gedächtnis. Nichts geschieht doppelt.',
    keysOff: 'Eine wiederholte Anfrage führt er erneut aus. Deshalb wiederholt die Kasse nicht einfach.',
    conditions: 'Er prüft Bedingungen',
    conditionsOn: 'Eine Änderung auf altem Stand der Karte lehnt er ab (412).',
    conditionsOff: 'Eine Änderung führt er aus, was auch inzwischen mit der Karte geschah.',
  },
  tally: {
    title: 'Angekommen und ausgeführt',
    hint: 'Was den Kartendienst erreichte und was er wirklich tat. Geld bewegt sich nur beim Zweiten.',
    arrived: 'angekommen',
    applied: 'ausgeführt',
    twice: 'doppelt ausgeführt',
    picture: ({ arrived, applied, twice, lost }) =>
      `Angekommene Anfragen: ${arrived}. Ausgeführt: ${applied}, davon doppelt: ${twice}. Unterwegs verloren: ${lost}.`,
    arrivedRow: 'angekommen',
    appliedRow: 'ausgeführt',
    empty: 'Es ist noch nichts angekommen.',
    fates: {
      answered: 'ausgeführt und beantwortet',
      unheard: 'ausgeführt, Antwort verloren',
      'turned-down': 'abgelehnt',
      recognised: 'erkannt, nicht wiederholt',
      lost: 'unterwegs verloren',
      twice: 'doppelt ausgeführt',
    },
    lost: plural({
      one: '1 Anfrage ging unterwegs verloren.',
      other: '# Anfragen gingen unterwegs verloren.',
    }),
    probes: plural({
      one: '1 Prüfanfrage fragte, ob die Leitung steht.',
      other: '# Prüfanfragen fragten, ob die Leitung steht.',
    }),
    repeats: 'Denselben Bon erneut zu schreiben ändert nichts und zählt nicht als doppelt.',
    effects: 'Zuletzt vom Kartendienst ausgeführt',
    columns: { operation: 'Vorgang', card: 'Karte', amount: 'Betrag', time: 'Zeit' },
  },
  timeline: {
    title: 'Zeitleiste',
    empty: 'Es wurde noch nichts erfasst. Jeder Vorgang zeichnet hier seine Linie.',
    fault: (message) => `Die Zeitleiste lässt sich nicht zeichnen: ${message}`,
    picture: plural({
      one: 'Der letzte Vorgang im Zeitverlauf. Der Text unten sagt dasselbe.',
      other: 'Die letzten # Vorgänge im Zeitverlauf, der neueste oben. Der Text unten sagt dasselbe.',
    }),
    inWords: 'In Worten',
    legend: 'Zeichen',
    points: {
      'rung-up': 'erfasst',
      parked: 'zu klären',
      person: 'eine Person entscheidet',
      settled: 'abgeschlossen',
      voided: 'storniert',
    },
    waiting: 'wartet',
    signs: {
      done: 'gesendet, ausgeführt',
      unknown: 'gesendet, nicht bekannt',
      refused: 'gesendet, abgelehnt',
      later: 'gesendet, später erneut',
    },
    inFlight: 'wird gesendet',
    cut: 'ruhige Zeit ausgelassen',
    sentence: ({ subject, steps }) => `${subject}: ${steps}.`,
    subject: ({ kind, amount, cards }) =>
      [kind, amount, cards === '' ? '' : `für ${cards}`].filter((part) => part !== '').join(' '),
    rungUp: (time) => `erfasst ${time}`,
    sent: (count, shown) => (count === 0 ? 'nicht gesendet' : sent(count, shown)),
    person: plural({ one: 'eine Entscheidung einer Person', other: '# Entscheidungen von Personen' }),
    states: {
      queued: () => 'wartet',
      sending: () => 'wird gerade gesendet',
      settled: (time) => `abgeschlossen ${time}`,
      parked: (time) => `zu klären seit ${time}`,
      voided: (time) => `storniert ${time}`,
    },
  },
  startOver: {
    title: 'Neu beginnen',
    hint: 'Leert die Bücher des Übungsdienstes. Das Journal der Kasse bleibt: Es vergisst nie von selbst.',
    ask: 'Neu beginnen…',
    sure: 'Der Dienst vergisst alles, jede Störung endet, und der Stecker steckt wieder. Die Kasse behält ihr Journal. Beide erzählen dann Verschiedenes über die Vergangenheit.',
    confirm: 'Bücher leeren',
    cancel: 'Abbrechen',
    done: 'Die Bücher des Dienstes sind leer.',
  },
  losing: 'Diese Kasse ist noch in anderen Tabs offen. Diese schließen.',
  notLost: 'Der Browser hat die Daten behalten. Die Seite neu laden.',
  lose: {
    title: 'Der Browser verliert seine Dateien',
    hint: 'Löscht die Datenbank der Kasse, wie Browser es manchmal von selbst tun, und lädt die Seite neu.',
    ask: 'Daten verlieren…',
    sure: 'Alles, was diese Kasse gespeichert hat, ist dann weg, auch was der Dienst nicht hat. Die Kasse sagt, was fehlt.',
    confirm: 'Daten verlieren',
    cancel: 'Abbrechen',
  },
}
