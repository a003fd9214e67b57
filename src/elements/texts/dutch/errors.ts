import type { ErrorTexts } from '../errors.js'

const setUp = 'Deze kassa is niet goed ingesteld. Waarschuw de helpdesk.'

/** Dutch. */
export const dutchErrors: ErrorTexts = {
  codes: {
    'invalid-operation': 'Sommige velden kloppen niet. Verbeter ze.',
    'invalid-receipt': 'De bon klopt niet. Controleer de bedragen.',
    'invalid-options': setUp,
    'browser-required': setUp,
    'dexie-conflict': setUp,
    'load-failed':
      'Een deel van de kassa is niet geladen. Controleer de verbinding en laad de pagina opnieuw.',
    'id-reused': 'Onder hetzelfde nummer is al iets anders ingevoerd. Waarschuw de helpdesk.',
    duplicate: 'Dit is al ingevoerd. Bekijk eerst de eerste bewerking voordat u opnieuw invoert.',
    'outcome-unknown': 'We weten niet of dit gedaan is. Kijk eerst na en probeer het dan opnieuw.',
    'keys-lost':
      'De sleutels van de gegevens van deze kassa ontbreken. Laat deze browser zoals hij is en bel de helpdesk. Er is niets gewijzigd.',
    'service-mismatch': 'De gegevens van deze kassa horen bij een andere kaartdienst. Waarschuw de helpdesk.',
    outdated: 'In deze browser draait een nieuwere versie van deze kassa. Laad de pagina opnieuw.',
    'till-closed': 'Deze kassa is gesloten. Laad de pagina opnieuw.',
    voided: 'De bewerking is geannuleerd.',
    'unknown-entry': 'Deze kassa heeft deze bewerking niet meer.',
  },
  limits: {
    perOperation: (found, max) => `Het bedrag is ${found}. Eén bewerking mag hoogstens ${max} zijn.`,
    perCard: (found, max) => `Hiermee zou op deze kaart ${found} wachten. Toegestaan: ${max}.`,
    total: (found, max) => `Hiermee zou op deze kassa ${found} wachten. Toegestaan: ${max}.`,
    count: (found, max) => `Hiermee zouden ${found} bewerkingen wachten. Toegestaan: ${max}.`,
    ageHours: (found, max) => `De oudste bewerking wacht al ${found}. Toegestaan: ${max}.`,
  },
  storage: {
    full: 'Dit apparaat is vol. Maak ruimte en probeer het opnieuw.',
    failed:
      'De browser kon het niet opslaan. Probeer het opnieuw. Lukt het weer niet, laad dan de pagina opnieuw.',
    reserved:
      'De resterende ruimte is bestemd voor wachtende bewerkingen. Maak ruimte en probeer het opnieuw.',
    insecure: 'Deze pagina is niet veilig geladen (https). Waarschuw de helpdesk.',
    deleted: 'De gegevens van deze kassa zijn uit de browser gewist. Laad de pagina opnieuw.',
    closed: 'Deze kassa is gesloten. Laad de pagina opnieuw.',
  },
  acts: {
    'not-handed-over': 'De bewerking is niet overgedragen. Er is niets terug te nemen.',
    sending: 'De bewerking wordt verzonden. Wacht op het antwoord.',
    settled: 'De kaartdienst heeft de bewerking al. Voer een correctie in als nieuwe bewerking.',
    voided: 'De bewerking is geannuleerd. Voer die opnieuw in als dat nog nodig is.',
    queued: 'De bewerking wacht op verzending. U hoeft niets te doen.',
    unreadable: 'De bewerking is niet leesbaar. Annuleer de bewerking of noteer dat die is uitgevoerd.',
    moved: 'Een andere kassa heeft de bewerking. Neem die eerst terug.',
    'secrets-erased': 'De codes van de kaart zijn gewist. Corrigeer in plaats daarvan de bewerking.',
    'newer-release': 'Een nieuwere versie van de kassa heeft dit geschreven. Laad de pagina opnieuw.',
    changed: 'De bewerking is intussen gewijzigd. Kijk opnieuw en beslis dan.',
    'by-missing': 'Vul uw naam in.',
    'reason-missing': 'Vul een reden in.',
    'shop-key': 'Alleen de privésleutel van de winkel opent de kopieën.',
    'other-service':
      'De kopieën horen bij een andere kaartdienst of valuta. Ze blijven bewaard. Waarschuw de helpdesk.',
    'transaction-invalid': 'Het transactienummer moet een geheel getal zijn.',
  },
  transfers: {
    'passphrase-short': (min) => `De wachtwoordzin is te kort. Gebruik minstens ${min} tekens.`,
    'verdict-missing': () => 'Vul uw naam en een reden in.',
    'own-terminal': (terminal) => `${terminal} is deze kassa. Noem de kassa die het bestand krijgt.`,
    'not-ours': () => 'Dit is geen bestand van een kassa. Kies een ander bestand.',
    cut: () => 'Het einde van het bestand ontbreekt. Kopieer het opnieuw.',
    newer: () => 'Het bestand komt van een nieuwere versie. Werk eerst deze kassa bij.',
    'wrong-passphrase': () =>
      'De wachtwoordzin is onjuist, of het bestand is veranderd. Typ die opnieuw of kopieer het bestand opnieuw.',
    'needs-key': () => 'Dit bestand gaat open met de privésleutel van de winkel. Kies de sleutel.',
    'needs-passphrase': () => 'Dit bestand gaat open met een wachtwoordzin. Typ die.',
    'wrong-key': () =>
      'De sleutel past niet, of het bestand is veranderd. Kies een andere sleutel of kopieer het bestand opnieuw.',
    unsound: (place) => `Het bestand is beschadigd (${place}). Maak het opnieuw op de andere kassa.`,
    'other-terminal': (terminal) => `Het bestand is voor kassa ${terminal}. Open het daar.`,
    'other-service': (address) =>
      `Het bestand is voor een andere kaartdienst (${address}). Open het op een kassa van die dienst of waarschuw de helpdesk.`,
    'other-currency': (currency) =>
      `De bedragen in het bestand zijn in ${currency}. Open het op een kassa met die valuta.`,
    'too-old': () => 'Het bestand is ouder dan een jaar. Waarschuw de helpdesk.',
    changed: () => 'Er is intussen iets gewijzigd en er is niets overgedragen. Probeer het opnieuw.',
    sending: () => 'Er wordt een bewerking verzonden. Wacht op het antwoord en probeer het opnieuw.',
    'file-deleted': () =>
      'Het bestand is gewist toen het was aangekomen. Gebruik de kopie op de andere kassa.',
    'file-damaged': () =>
      'Het bewaarde bestand is beschadigd. Neem de bewerkingen terug en draag ze opnieuw over.',
    'file-unknown': () => 'Deze kassa kent deze overdracht niet meer.',
  },
  other: (name) => `Er ging iets mis (${name}). Waarschuw de helpdesk als het weer gebeurt.`,
}
