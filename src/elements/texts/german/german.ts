import { germanDayWords } from '../../../domain/day-words/german.js'
import { createPlural } from '../plural.js'
import type { Texts } from '../texts.js'
import { germanAttention } from './attention.js'
import { germanDay } from './day.js'
import { germanDesk } from './desk.js'
import { germanErrors } from './errors.js'
import { germanJournal } from './journal.js'
import { germanNames } from './names.js'
import { germanOutcome } from './outcome.js'
import { germanSlip } from './slip.js'

const plural = createPlural<'one' | 'other'>('de', 'other')
const onlyHere = 'Gesendet wird nur, solange diese Seite offen ist'

/** German. */
export const german: Texts = {
  ...germanAttention,
  csv: germanDayWords,
  day: germanDay,
  desk: germanDesk,
  errors: germanErrors,
  journal: germanJournal,
  names: germanNames,
  outcome: germanOutcome,
  slip: germanSlip,
  kinds: germanDayWords.kinds,
  reach: {
    online: 'Verbunden',
    offline: 'Keine Verbindung',
    unknown: 'Verbindung wird geprüft…',
    stopped: 'Außer Betrieb',
    paused: 'Senden angehalten',
    blocked: 'Sendet nicht',
    busy: 'Kartendienst ausgelastet',
    partly: 'Sendet nicht alles',
    stalled: 'Wartet zu lange',
  },
  reachChanges: { online: 'Der Kartendienst antwortet.' },
  pauses: {
    offline: 'Der Kartendienst ist nicht erreichbar.',
    'not-the-service': 'Vielleicht ist eine Anmeldung in diesem WLAN nötig.',
    'worker-answers':
      'Ein Skript dieser Website antwortet anstelle des Kartendienstes. Deshalb wird nichts gesendet. Bitte den Support informieren.',
    unsent: 'Die Kasse konnte ihre Anfragen nicht vorbereiten. Bitte den Support informieren.',
    unauthorized: 'Der Kartendienst akzeptiert die Zugangsdaten dieser Kasse nicht.',
    busy: 'Der Kartendienst ist ausgelastet. Wir versuchen es erneut.',
    misconfigured: 'Der Kartendienst kennt diese Adresse nicht.',
    failing: 'Der Kartendienst hat ein Problem mit diesem Vorgang.',
  },
  hints: {
    address:
      'Die Adresse scheint falsch zu sein: Der Kartendienst kennt diesen Vorgang nicht. Nichts ist verloren. Den Support die Adresse des Kartendienstes prüfen lassen, dann erneut senden.',
    cors: 'Der Kartendienst ist da, aber Anfragen an ihn brechen sofort ab. Vermutlich lässt er die Adresse dieser Kasse, eine Methode oder einen Header nicht zu (CORS). Bitte den Support informieren.',
    'hidden-headers':
      'Der Kartendienst verbirgt seine Header vor dieser Kasse. Vermutlich gibt er sie nicht frei (CORS). Bitte den Support informieren.',
    csp: 'Die Sicherheitsrichtlinie dieser Website lässt nichts zum Kartendienst durch (Content-Security-Policy, connect-src). Bitte den Support informieren.',
    'local-network':
      'Dieser Browser sperrt für diese Website das Netz des Ladens, in dem der Kartendienst stehen kann. In den Website-Einstellungen neben der Adresse den Zugriff auf das lokale Netz erlauben. Bitte den Support informieren.',
  },
  storage: {
    low: 'Dieses Gerät ist fast voll. Vor neuen Vorgängen Platz schaffen. Wartende Vorgänge werden weiter gesendet.',
    outdated:
      'In diesem Browser läuft eine neuere Version dieser Kasse. Seite neu laden. Nichts ist verloren.',
    deleted:
      'Die Daten dieser Kasse wurden im Browser gelöscht, auch wartende Vorgänge. Den Support anrufen, dann die Seite neu laden und neu beginnen.',
    lost: 'Der Browser hat den Zugriff auf die Daten dieser Kasse verloren. Bis er zurück ist, kann nichts erfasst werden. Die Kasse versucht es weiter.',
  },
  loss: {
    replaced: {
      what: (time) => `Der Browser hat die Daten dieser Kasse verloren. Zuletzt waren sie da: ${time}.`,
      missing: plural({
        one: 'Ein noch nicht bestätigter Vorgang fehlt.',
        other: '# noch nicht bestätigte Vorgänge fehlen.',
      }),
      advice: 'Die Kassenaufsicht informieren. Die Bonnummern gehen nach einer Lücke weiter.',
    },
    'set-back': {
      what: (time) =>
        `Der Browser hat ältere Daten dieser Kasse zurückgeholt. Die neueren waren zuletzt da: ${time}.`,
      missing: plural({
        one: 'Ein seitdem erfasster Vorgang fehlt.',
        other: '# seitdem erfasste Vorgänge fehlen.',
      }),
      advice:
        'Die Kassenaufsicht informieren. Wartende Vorgänge wurden vielleicht schon gesendet. Die Kasse prüft jeden zuerst.',
    },
    none: 'Es fehlt kein Vorgang.',
    acknowledge: 'Zur Kenntnis genommen',
    acknowledged: 'Festgehalten.',
    kept: plural({
      one: 'Ein Vorgang kann zurückgeholt werden.',
      other: '# Vorgänge können zurückgeholt werden.',
    }),
    effect:
      'Was zurückgeholt wird, kommt ans Ende der Warteschlange. Was vielleicht schon gesendet wurde, prüft zuerst eine Person.',
    bringBack: 'Zurückholen',
    key: 'Privater Schlüssel des Geschäfts',
    broughtBack: plural({
      one: 'Ein Vorgang ist wieder da.',
      other: '# Vorgänge sind wieder da.',
    }),
    damaged: plural({
      one: 'Eine Kopie war beschädigt.',
      other: '# Kopien waren beschädigt.',
    }),
    clashing: plural({
      one: 'Ein Vorgang wurde nicht zurückgeholt, weil seine Nummer hier schon vergeben ist. Bitte den Support informieren.',
      other:
        '# Vorgänge wurden nicht zurückgeholt, weil ihre Nummern hier schon vergeben sind. Bitte den Support informieren.',
    }),
    left: plural({
      one: 'Ein Vorgang wurde nicht zurückgeholt: Seine Kopie braucht einen anderen Schlüssel oder gehört zu einem anderen Kartendienst oder einer anderen Währung. Die Kopie bleibt erhalten.',
      other:
        '# Vorgänge wurden nicht zurückgeholt: Ihre Kopien brauchen einen anderen Schlüssel oder gehören zu einem anderen Kartendienst oder einer anderen Währung. Die Kopien bleiben erhalten.',
    }),
    without: 'Ohne sie weitermachen',
    sure: 'Die Kopien werden endgültig gelöscht.',
  },
  worker: {
    starting: 'Das Senden im Hintergrund startet.',
    active: 'Das Senden im Hintergrund ist bereit.',
    none: (detail) => `${onlyHere}: ${detail}.`,
    heldBack: (option) => `${onlyHere}: Die Option ${option} bleibt bei der Seite.`,
    outdated: `${onlyHere}: Das Senden im Hintergrund wartet auf seine Aktualisierung.`,
    reload: `${onlyHere}: Alle Seiten dieser Kasse neu laden.`,
    missing: {
      replay: (script) => `${onlyHere}: ${script} nimmt am Senden nicht teil.`,
      takeover: (script) =>
        `${onlyHere}: Eine neuere Version von ${script} wartet, bis alle Seiten dieser Website geschlossen sind.`,
      registration: () => `${onlyHere}: Das Senden im Hintergrund wurde entfernt. Seite neu laden.`,
      scope: (script) =>
        `${onlyHere}: ${script} belegt den Platz des Sendens im Hintergrund. Bitte den Support informieren.`,
    },
    failed: (detail) => `${onlyHere}: Das Senden im Hintergrund ist nicht gestartet (${detail}).`,
  },
  status: {
    label: 'Status der Kasse',
    line: 'Verbindung zum Kartendienst:',
    waiting: plural({ one: '# wartet', other: '# warten' }),
    waitingUnknown: 'Wartend: nicht bekannt',
    parked: (_, shown) => `${shown} zu klären`,
    parkedUnknown: 'Zu klären: nicht bekannt',
    nothingWaits: 'Es wartet nichts mehr.',
    delivering: (done, total) => `Gesendet: ${done} von ${total}`,
    secondsLeft: () => 'noch weniger als eine Minute',
    minutesLeft: plural({ one: 'noch etwa eine Minute', other: 'noch etwa # Minuten' }),
    replay: 'Jetzt senden',
    pause: 'Pause',
    resume: 'Fortsetzen',
    held: (time, name = 'einer Person') =>
      `Das Senden wurde von ${name} angehalten (${time}). Es kann weiter kassiert werden.`,
    resumed: 'Das Senden läuft wieder.',
    replaying: 'Wird gesendet…',
    replayFailed: (message) => `Das Senden ist fehlgeschlagen: ${message}`,
    settledNow: (_, shown) => `${shown} abgeschlossen`,
    parkedNow: (_, shown) => `${shown} zu klären`,
    requeuedNow: plural({ one: '# wartet wieder', other: '# warten wieder' }),
    stillDown: 'Das Senden ist noch angehalten.',
    nothingToSend: 'Nichts zu senden.',
    pauseOf: (kind, pause) => `${kind}: ${pause}`,
    nextTry: (duration) => `Nächster Versuch in ${duration}.`,
    tryingNow: 'Versuch läuft…',
    keepServing: 'Es kann weiter kassiert werden.',
    stalled: (duration) => `Der älteste Vorgang wartet seit ${duration}. Die Kassenaufsicht rufen.`,
    oldest: (time) => `Ältester wartender Vorgang: ${time}.`,
    notPersistent: 'Der Speicher auf diesem Gerät ist nicht geschützt. Bitte der Leitung melden.',
    copiesFailing: (time) =>
      `Seit ${time} hat keine Sicherungskopie dieses Gerät verlassen. Bitte der Leitung melden.`,
    trouble: (fault) => `Problem mit dem Speicher dieser Kasse: ${fault}`,
    reload: 'Seite neu laden',
    details: 'Details',
    clockAhead: (time) => `Die Uhr des Kartendienstes geht gegenüber dieser Kasse ${time} vor.`,
    clockBehind: (time) => `Die Uhr des Kartendienstes geht gegenüber dieser Kasse ${time} nach.`,
    room: (used, quota) => `Belegter Speicher: ${used} von ${quota}.`,
  },
  reasons: {
    unknown: 'Gesendet, keine Antwort. Vor erneutem Senden die Karte prüfen.',
    conflict: 'Der Kartendienst hat andere Angaben.',
    precondition: 'Jemand anderes hat den Datensatz inzwischen geändert.',
    rejected: 'Vom Kartendienst abgelehnt.',
    refused: 'Der Kartendienst erlaubt es dieser Kasse nicht.',
    reference: 'Der ursprüngliche Vorgang kam nie zustande.',
    expired: 'Zu alt für den automatischen Versand.',
    moved: 'An eine andere Kasse übergeben.',
    invalid: 'Verstößt gegen die Regeln dieser Kasse. Korrigieren oder stornieren.',
    unreadable: 'Der Datensatz ist hier nicht lesbar. Er bleibt unverändert erhalten.',
  },
  reasonDetails: {
    stored:
      'Gesendet, aber das Ergebnis ist nicht bekannt. Erneutes Senden bringt dieselbe Antwort. Die Karte prüfen.',
    answered: 'Gesendet, aber das Ergebnis ist nicht bekannt. Vor erneutem Senden die Karte prüfen.',
    probablyApplied: 'Ein früherer Versuch war vermutlich erfolgreich.',
  },
  events: {
    'rung-up': 'Erfasst',
    'limit-overridden': 'Trotz Grenze zugelassen',
    'duplicate-allowed': 'Zugelassen, keine Doppelung',
    imported: 'Aus einer Datei übernommen',
    attempt: 'Gesendet',
    recovery: 'Erneut geprüft',
    resolved: 'Widerspruch gelöst',
    expired: 'Zu alt für den automatischen Versand',
    'not-repeated': 'Nicht erneut gesendet',
    'handed-over': 'An eine andere Kasse übergeben',
    'take-back': 'Von einer anderen Kasse zurückgenommen',
    'send-again': 'Erneut gesendet',
    'mark-applied': 'Als erledigt vermerkt',
    amend: 'Korrigiert',
    void: 'Storniert',
    'show-cards': 'Kartennummer angezeigt',
    'look-up': 'Kartendienst gefragt',
  },
  outcomes: {
    acknowledged: 'der Kartendienst hat ihn',
    unacknowledged: 'eine Antwort, die nichts bestätigt',
    'not-the-service': 'etwas anderes hat geantwortet, vielleicht die Anmeldeseite eines WLANs',
    rejected: 'der Kartendienst hat ihn abgelehnt',
    unauthorized: 'der Kartendienst hat es dieser Kasse nicht erlaubt',
    misconfigured: 'der Kartendienst hat keine solche Adresse',
    conflict: 'der Kartendienst hat andere Angaben',
    precondition: 'der Datensatz war inzwischen geändert',
    busy: 'der Kartendienst ist ausgelastet',
    failed: 'Fehler beim Kartendienst',
    silent: 'keine Antwort',
    unsent: 'hat die Kasse nicht verlassen',
    interrupted: 'die Kasse wurde beendet, bevor die Antwort kam',
    unreadable: 'der Datensatz ist nicht lesbar',
    unreferenced: 'die benötigte Transaktion ist nicht bekannt',
    expired: 'älter, als die Kasse erlaubt',
    unrepeatable:
      'ein früherer Versuch kann erfolgreich gewesen sein, erneutes Senden würde ihn doppelt ausführen',
    'found-applied': 'der Kartendienst wurde gefragt und hat ihn',
    'found-absent': 'der Kartendienst wurde gefragt und hat ihn nicht',
  },
  history: {
    by: (name) => `von ${name}`,
    status: (status) => `Status ${status}`,
    silence: { network: 'Verbindung fehlgeschlagen', timeout: 'hat zu lange gedauert' },
  },
}
