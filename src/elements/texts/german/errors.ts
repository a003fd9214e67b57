import type { ErrorTexts } from '../errors.js'

const setUp = 'Diese Kasse ist nicht richtig eingerichtet. Bitte den Support informieren.'

/** German. */
export const germanErrors: ErrorTexts = {
  codes: {
    'invalid-operation': 'Einige Felder stimmen nicht. Bitte korrigieren.',
    'invalid-receipt': 'Der Bon stimmt nicht. Bitte die Beträge prüfen.',
    'invalid-options': setUp,
    'browser-required': setUp,
    'dexie-conflict': setUp,
    'load-failed': 'Ein Teil der Kasse wurde nicht geladen. Die Verbindung prüfen, dann die Seite neu laden.',
    'id-reused': 'Unter derselben Nummer wurde schon etwas anderes erfasst. Bitte den Support informieren.',
    duplicate: 'Das wurde schon erfasst. Zuerst den ersten Vorgang ansehen, dann erst erneut erfassen.',
    'outcome-unknown':
      'Es ist nicht bekannt, ob es ausgeführt wurde. Zuerst nachsehen, dann erneut versuchen.',
    'keys-lost':
      'Die Schlüssel zu den Daten dieser Kasse fehlen. Den Browser unverändert lassen und den Support anrufen. Es wurde nichts geändert.',
    'service-mismatch':
      'Die Daten dieser Kasse gehören zu einem anderen Kartendienst. Bitte den Support informieren.',
    outdated: 'In diesem Browser läuft eine neuere Version dieser Kasse. Seite neu laden.',
    'till-closed': 'Diese Kasse wurde geschlossen. Seite neu laden.',
    voided: 'Der Vorgang wurde storniert.',
    'unknown-entry': 'Diese Kasse hat diesen Vorgang nicht mehr.',
  },
  limits: {
    perOperation: (found, max) => `Der Betrag ist ${found}. Je Vorgang sind höchstens ${max} erlaubt.`,
    perCard: (found, max) => `Auf dieser Karte würden damit ${found} warten. Erlaubt sind ${max}.`,
    total: (found, max) => `An dieser Kasse würden damit ${found} warten. Erlaubt sind ${max}.`,
    count: (found, max) => `Damit würden ${found} Vorgänge warten. Erlaubt sind ${max}.`,
    ageHours: (found, max) => `Der älteste Vorgang wartet seit ${found}. Höchstens erlaubt: ${max}.`,
  },
  storage: {
    full: 'Dieses Gerät ist voll. Platz schaffen, dann erneut versuchen.',
    failed:
      'Der Browser konnte es nicht speichern. Erneut versuchen. Gelingt es wieder nicht, die Seite neu laden.',
    reserved:
      'Der restliche Speicher bleibt für wartende Vorgänge frei. Platz schaffen, dann erneut versuchen.',
    insecure: 'Diese Seite wurde nicht sicher geladen (https). Bitte den Support informieren.',
    deleted: 'Die Daten dieser Kasse wurden im Browser gelöscht. Seite neu laden.',
    closed: 'Diese Kasse wurde geschlossen. Seite neu laden.',
  },
  acts: {
    'not-handed-over': 'Der Vorgang wurde nicht übergeben. Es gibt nichts zurückzunehmen.',
    sending: 'Der Vorgang wird gerade gesendet. Auf die Antwort warten.',
    settled: 'Der Kartendienst hat den Vorgang schon. Eine Korrektur als neuen Vorgang erfassen.',
    voided: 'Der Vorgang wurde storniert. Falls er noch gebraucht wird, neu erfassen.',
    queued: 'Der Vorgang wartet auf Versand. Es ist nichts zu tun.',
    unreadable: 'Der Vorgang ist nicht lesbar. Stornieren oder als erledigt vermerken.',
    moved: 'Eine andere Kasse hat den Vorgang. Zuerst zurücknehmen.',
    'secrets-erased': 'Die Codes der Karte wurden gelöscht. Den Vorgang stattdessen korrigieren.',
    'newer-release': 'Eine neuere Version der Kasse hat ihn geschrieben. Seite neu laden.',
    changed: 'Der Vorgang hat sich inzwischen geändert. Erneut ansehen, dann entscheiden.',
    'by-missing': 'Namen eingeben.',
    'reason-missing': 'Grund eingeben.',
    'shop-key': 'Die Kopien öffnet nur der private Schlüssel des Geschäfts.',
    'other-service':
      'Die Kopien gehören zu einem anderen Kartendienst oder einer anderen Währung. Sie bleiben erhalten. Bitte den Support informieren.',
    'transaction-invalid': 'Die Transaktionsnummer muss eine ganze Zahl sein.',
  },
  transfers: {
    'passphrase-short': (min) => `Die Passphrase ist zu kurz. Sie braucht mindestens ${min} Zeichen.`,
    'verdict-missing': () => 'Namen und Grund eingeben.',
    'own-terminal': (terminal) => `${terminal} ist diese Kasse. Die Kasse nennen, die die Datei erhält.`,
    'not-ours': () => 'Das ist keine Datei einer Kasse. Eine andere Datei wählen.',
    cut: () => 'Das Ende der Datei fehlt. Erneut kopieren.',
    newer: () => 'Die Datei stammt von einer neueren Version. Zuerst diese Kasse aktualisieren.',
    'wrong-passphrase': () =>
      'Die Passphrase ist falsch, oder die Datei wurde verändert. Erneut eingeben oder die Datei erneut kopieren.',
    'needs-key': () => 'Diese Datei öffnet der private Schlüssel des Geschäfts. Den Schlüssel auswählen.',
    'needs-passphrase': () =>
      'Diese Datei lässt sich nur mit einer Passphrase öffnen. Die Passphrase eingeben.',
    'wrong-key': () =>
      'Der Schlüssel passt nicht, oder die Datei wurde verändert. Einen anderen Schlüssel wählen oder die Datei erneut kopieren.',
    unsound: (place) => `Die Datei ist beschädigt (${place}). An der anderen Kasse neu schreiben.`,
    'other-terminal': (terminal) => `Die Datei ist für Kasse ${terminal}. Dort öffnen.`,
    'other-service': (address) =>
      `Die Datei gehört zu einem anderen Kartendienst (${address}). An einer Kasse dieses Dienstes öffnen oder den Support informieren.`,
    'other-currency': (currency) =>
      `Die Beträge der Datei sind in ${currency}. An einer Kasse mit dieser Währung öffnen.`,
    'too-old': () => 'Die Datei ist mehr als ein Jahr alt. Bitte den Support informieren.',
    changed: () => 'Inzwischen hat sich etwas geändert, und nichts wurde übergeben. Erneut versuchen.',
    sending: () => 'Ein Vorgang wird gerade gesendet. Auf die Antwort warten, dann erneut versuchen.',
    'file-deleted': () =>
      'Die Datei wurde nach ihrer Ankunft gelöscht. Die Kopie an der anderen Kasse verwenden.',
    'file-damaged': () =>
      'Die gespeicherte Datei ist beschädigt. Ihre Vorgänge zurücknehmen und erneut übergeben.',
    'file-unknown': () => 'Diese Kasse kennt diese Übergabe nicht mehr.',
  },
  other: (name) => `Etwas ist schiefgegangen (${name}). Falls es wieder vorkommt, den Support informieren.`,
}
