import { createPlural } from '../../elements/texts/plural.js'
import type { PageTexts } from './texts.js'

const plural = createPlural<'one' | 'other'>('nl', 'other')

export const dutch: PageTexts = {
  title: 'Een journaal openen',
  promise: 'Niets verlaat deze computer. Deze pagina gebruikt geen netwerk.',
  language: 'Taal',
  currency: 'Valuta',
  start: {
    intro:
      'Een bestand dat een kassa heeft geëxporteerd of gestuurd: een kopie, een overdracht of een heel journaal.',
    choose: 'Bestand kiezen',
    drop: 'of hier neerzetten',
  },
  locked: {
    passphrase: 'Wachtwoordzin van het bestand',
    show: 'Wachtwoordzin tonen',
    open: 'Openen',
    opening: 'Wordt geopend…',
    keyHint:
      'Dit bestand is verzegeld voor de winkel. Het gaat open met de privésleutel van de winkel, een bestand in JWK-formaat.',
    chooseKey: 'Privésleutel kiezen',
    another: 'Ander bestand',
  },
  refusals: {
    'not-ours': 'Dit is geen bestand dat een kassa heeft geëxporteerd.',
    cut: 'Het bestand is onvolledig: het houdt te vroeg op. Haal het opnieuw op.',
    newer: 'Een nieuwere versie heeft dit bestand geschreven. Open het met de pagina van die versie.',
    'wrong-passphrase': 'Het gaat niet open. De wachtwoordzin is verkeerd, of het bestand is gewijzigd.',
    'wrong-key': 'Het gaat niet open. De sleutel is een andere, of het bestand is gewijzigd.',
    'not-a-key': 'Dit is geen privésleutel. Kies een bestand in JWK-formaat.',
    unreadable: 'De browser kan dit bestand niet lezen.',
    unsound: (why) => `Het bestand is niet zoals een kassa het schrijft: ${why}`,
  },
  kinds: { copy: 'Een kopie', 'hand-over': 'Een overdracht', audit: 'Een heel journaal' },
  facts: {
    file: 'Bestand',
    till: 'Winkel / kassa',
    written: 'Geschreven, volgens de klok van de kassa',
    operations: 'Bewerkingen',
    left: 'Aan de kassa niet leesbaar',
  },
  verdict: {
    title: 'Ondertekend logboek',
    checking: 'Wordt gecontroleerd…',
    none: 'Dit bestand heeft geen logboek: wat aan de kassa is gewijzigd, is niet te vinden. Alleen een heel journaal heeft er een (export met audit).',
    sound: 'Alles is zoals de kassa het heeft ondertekend.',
    caution:
      'Er is niets apart bewaard om mee te vergelijken. Een oudere stand, of een bestand dat onder een andere sleutel opnieuw is geschreven, ziet er hetzelfde uit. counterfoil-verify vergelijkt met apart bewaarde controlepunten.',
    found: plural({
      one: '1 ding is niet zoals de kassa het heeft ondertekend.',
      other: '# dingen zijn niet zoals de kassa ze heeft ondertekend.',
    }),
    more: plural({ one: 'En nog 1.', other: 'En nog #.' }),
    failed: (message) => `De controle is niet voltooid: ${message}`,
    deeds: {
      removed: 'Verwijderd',
      altered: 'Gewijzigd',
      added: 'Toegevoegd',
      reordered: 'Verplaatst',
      'rolled-back': 'Oudere stand',
      'log-altered': 'Logboek gewijzigd',
    },
    place: (number) => `plaats ${number}`,
    deleted: plural({
      one: 'Na de bewaartermijn is 1 bewerking verwijderd.',
      other: 'Na de bewaartermijn zijn # bewerkingen verwijderd.',
    }),
    erased: plural({
      one: 'Van 1 bewerking zijn de persoonsgegevens na afloop van de termijn gewist.',
      other: 'Van # bewerkingen zijn de persoonsgegevens na afloop van de termijn gewist.',
    }),
  },
  save: 'Opslaan als JSON-regels',
  saveHint:
    'Elke bewerking op een eigen regel. Kaartnummers staan er volledig in, en bij een kopie ook pincodes. Verwijder het als de zaak gesloten is.',
  close: 'Bestand sluiten',
  opened: plural({
    one: 'Het bestand is open: 1 bewerking.',
    other: 'Het bestand is open: # bewerkingen.',
  }),
  searchHint:
    'Woorden die een bewerking heeft: cijfers van een kaart, een nummer (#12), een bestelling, een naam, een reden.',
  slipNotice: 'Uit een geëxporteerd journaal',
}
