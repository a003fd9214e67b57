import { createPlural } from '../../elements/texts/plural.js'
import type { PageTexts } from './texts.js'

const plural = createPlural<'one' | 'other'>('de', 'other')

export const german: PageTexts = {
  title: 'Journal öffnen',
  promise: 'Nichts verlässt diesen Computer. Diese Seite nutzt kein Netz.',
  language: 'Sprache',
  currency: 'Währung',
  start: {
    intro:
      'Eine Datei, die eine Kasse exportiert oder gesendet hat: eine Kopie, eine Übergabe oder ein ganzes Journal.',
    choose: 'Datei wählen',
    drop: 'oder hier ablegen',
  },
  locked: {
    passphrase: 'Passphrase der Datei',
    show: 'Passphrase anzeigen',
    open: 'Öffnen',
    opening: 'Wird geöffnet…',
    keyHint:
      'Diese Datei ist für das Geschäft versiegelt. Sie öffnet sich mit dessen privatem Schlüssel, einer Datei im JWK-Format.',
    chooseKey: 'Privaten Schlüssel wählen',
    another: 'Andere Datei',
  },
  refusals: {
    'not-ours': 'Das ist keine Datei, die eine Kasse exportiert hat.',
    cut: 'Die Datei ist unvollständig: Sie endet zu früh. Bitte erneut beschaffen.',
    newer: 'Eine neuere Version hat diese Datei geschrieben. Bitte mit der Seite jener Version öffnen.',
    'wrong-passphrase': 'Sie öffnet sich nicht. Die Passphrase ist falsch, oder die Datei wurde verändert.',
    'wrong-key': 'Sie öffnet sich nicht. Der Schlüssel ist ein anderer, oder die Datei wurde verändert.',
    'not-a-key': 'Das ist kein privater Schlüssel. Bitte eine Datei im JWK-Format wählen.',
    unreadable: 'Der Browser kann diese Datei nicht lesen.',
    unsound: (why) => `Die Datei ist nicht so, wie eine Kasse sie schreibt: ${why}`,
  },
  kinds: { copy: 'Eine Kopie', 'hand-over': 'Eine Übergabe', audit: 'Ein ganzes Journal' },
  facts: {
    file: 'Datei',
    till: 'Filiale / Kasse',
    written: 'Geschrieben, nach der Uhr der Kasse',
    operations: 'Vorgänge',
    left: 'An der Kasse nicht lesbar',
  },
  verdict: {
    title: 'Signiertes Protokoll',
    checking: 'Wird geprüft…',
    none: 'Diese Datei hat kein Protokoll: Was an der Kasse verändert wurde, lässt sich nicht finden. Nur ein ganzes Journal hat eines (Export mit audit).',
    sound: 'Alles ist so, wie die Kasse es signiert hat.',
    caution:
      'Zum Vergleich wurde nichts getrennt aufbewahrt. Ein älterer Stand oder eine Datei, die unter einem anderen Schlüssel neu geschrieben wurde, sieht genauso aus. counterfoil-verify vergleicht mit getrennt aufbewahrten Prüfpunkten.',
    found: plural({
      one: '1 Stelle ist nicht so, wie die Kasse sie signiert hat.',
      other: '# Stellen sind nicht so, wie die Kasse sie signiert hat.',
    }),
    more: plural({ one: 'Und 1 weitere.', other: 'Und # weitere.' }),
    failed: (message) => `Die Prüfung ging nicht zu Ende: ${message}`,
    deeds: {
      removed: 'Entfernt',
      altered: 'Verändert',
      added: 'Hinzugefügt',
      reordered: 'Verschoben',
      'rolled-back': 'Älterer Stand',
      'log-altered': 'Protokoll verändert',
    },
    place: (number) => `Platz ${number}`,
    deleted: plural({
      one: 'Nach der Aufbewahrungsfrist wurde 1 Vorgang gelöscht.',
      other: 'Nach der Aufbewahrungsfrist wurden # Vorgänge gelöscht.',
    }),
    erased: plural({
      one: 'Bei 1 Vorgang wurden nach Ablauf der Frist die personenbezogenen Daten gelöscht.',
      other: 'Bei # Vorgängen wurden nach Ablauf der Frist die personenbezogenen Daten gelöscht.',
    }),
  },
  save: 'Als JSON-Zeilen speichern',
  saveHint:
    'Jeder Vorgang in einer eigenen Zeile. Kartennummern stehen vollständig darin, bei einer Kopie auch PINs. Nach Abschluss des Falls löschen.',
  close: 'Datei schließen',
  opened: plural({ one: 'Die Datei ist offen: 1 Vorgang.', other: 'Die Datei ist offen: # Vorgänge.' }),
  searchHint:
    'Wörter, die ein Vorgang hat: Ziffern einer Karte, eine Nummer (#12), eine Bestellung, ein Name, ein Grund.',
  slipNotice: 'Aus einem exportierten Journal',
}
