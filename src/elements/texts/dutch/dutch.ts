import { dutchDayWords } from '../../../domain/day-words/dutch.js'
import { createPlural } from '../plural.js'
import type { Texts } from '../texts.js'
import { dutchAttention } from './attention.js'
import { dutchDay } from './day.js'
import { dutchDesk } from './desk.js'
import { dutchErrors } from './errors.js'
import { dutchJournal } from './journal.js'
import { dutchNames } from './names.js'
import { dutchOutcome } from './outcome.js'
import { dutchSlip } from './slip.js'

const plural = createPlural<'one' | 'other'>('nl', 'other')
const onlyHere = 'Verzenden gebeurt alleen zolang deze pagina open is'

/** Dutch. */
export const dutch: Texts = {
  ...dutchAttention,
  csv: dutchDayWords,
  day: dutchDay,
  desk: dutchDesk,
  errors: dutchErrors,
  journal: dutchJournal,
  names: dutchNames,
  outcome: dutchOutcome,
  slip: dutchSlip,
  kinds: dutchDayWords.kinds,
  reach: {
    online: 'Verbonden',
    offline: 'Geen verbinding',
    unknown: 'Verbinding controleren…',
    stopped: 'Werkt niet',
    paused: 'Verzenden gepauzeerd',
    blocked: 'Verzendt niet',
    busy: 'Kaartdienst bezet',
    partly: 'Verzendt niet alles',
    stalled: 'Wacht te lang',
  },
  reachChanges: { online: 'De kaartdienst antwoordt.' },
  pauses: {
    offline: 'De kaartdienst is niet bereikbaar.',
    'not-the-service': 'Mogelijk moet u zich aanmelden bij dit wifinetwerk.',
    'worker-answers':
      'Een script van deze site antwoordt in plaats van de kaartdienst. Daarom wordt er niets verzonden. Waarschuw de helpdesk.',
    unsent: 'De kassa kon de aanvragen niet voorbereiden. Waarschuw de helpdesk.',
    unauthorized: 'De kaartdienst accepteert de aanmeldgegevens van deze kassa niet.',
    busy: 'De kaartdienst is bezet. We proberen het opnieuw.',
    misconfigured: 'De kaartdienst kent dit adres niet.',
    failing: 'De kaartdienst heeft een probleem met deze bewerking.',
  },
  hints: {
    address:
      'Het adres lijkt onjuist: de kaartdienst kent deze bewerking niet. Er is niets verloren. Laat de helpdesk het adres van de kaartdienst controleren en verzend daarna opnieuw.',
    cors: 'De kaartdienst is er, maar aanvragen breken meteen af. Waarschijnlijk staat hij het adres van deze kassa, een methode of een header niet toe (CORS). Waarschuw de helpdesk.',
    'hidden-headers':
      'De kaartdienst verbergt zijn headers voor deze kassa. Waarschijnlijk geeft hij ze niet vrij (CORS). Waarschuw de helpdesk.',
    csp: 'Het beveiligingsbeleid van deze site laat niets door naar de kaartdienst (Content-Security-Policy, connect-src). Waarschuw de helpdesk.',
    'local-network':
      'Deze browser blokkeert voor deze site het netwerk van de winkel, waar de kaartdienst kan staan. Sta toegang tot het lokale netwerk toe in de site-instellingen, naast het adres. Waarschuw de helpdesk.',
  },
  storage: {
    low: 'Dit apparaat is bijna vol. Maak ruimte voordat u iets nieuws invoert. Wat wacht, wordt nog wel verzonden.',
    outdated:
      'In deze browser draait een nieuwere versie van deze kassa. Laad de pagina opnieuw. Er is niets verloren.',
    deleted:
      'De gegevens van deze kassa zijn uit de browser gewist, ook wat nog wachtte. Bel de helpdesk en laad daarna de pagina opnieuw om te beginnen.',
    lost: 'De browser kan niet meer bij de gegevens van deze kassa. Tot ze terug zijn, kan er niets worden ingevoerd. De kassa blijft het proberen.',
  },
  loss: {
    replaced: {
      what: (time) => `De browser is de gegevens van deze kassa kwijt. Ze waren er het laatst: ${time}.`,
      missing: plural({
        one: 'Eén nog niet bevestigde bewerking ontbreekt.',
        other: '# nog niet bevestigde bewerkingen ontbreken.',
      }),
      advice: 'Waarschuw uw leidinggevende. De bonnummers gaan na een sprong verder.',
    },
    'set-back': {
      what: (time) =>
        `De browser heeft oudere gegevens van deze kassa teruggezet. De nieuwere waren er het laatst: ${time}.`,
      missing: plural({
        one: 'Eén sindsdien ingevoerde bewerking ontbreekt.',
        other: '# sindsdien ingevoerde bewerkingen ontbreken.',
      }),
      advice:
        'Waarschuw uw leidinggevende. Wat wacht, is misschien al verzonden: de kassa controleert elke bewerking eerst.',
    },
    none: 'Er ontbreekt geen bewerking.',
    acknowledge: 'Ik heb dit gezien',
    acknowledged: 'Vastgelegd.',
    kept: plural({
      one: 'Eén bewerking kan worden teruggehaald.',
      other: '# bewerkingen kunnen worden teruggehaald.',
    }),
    effect:
      'Wat wordt teruggehaald, komt achteraan in de rij. Wat misschien al verzonden is, controleert eerst iemand.',
    bringBack: 'Terughalen',
    key: 'Privésleutel van de winkel',
    broughtBack: plural({
      one: 'Eén bewerking is terug.',
      other: '# bewerkingen zijn terug.',
    }),
    damaged: plural({
      one: 'Eén kopie was beschadigd.',
      other: '# kopieën waren beschadigd.',
    }),
    clashing: plural({
      one: 'Eén bewerking is niet teruggehaald, omdat het nummer hier al in gebruik is. Waarschuw de helpdesk.',
      other:
        '# bewerkingen zijn niet teruggehaald, omdat de nummers hier al in gebruik zijn. Waarschuw de helpdesk.',
    }),
    left: plural({
      one: 'Eén bewerking is niet teruggehaald: de kopie heeft een andere sleutel nodig, of hoort bij een andere kaartdienst of valuta. De kopie blijft bewaard.',
      other:
        '# bewerkingen zijn niet teruggehaald: de kopieën hebben een andere sleutel nodig, of horen bij een andere kaartdienst of valuta. De kopieën blijven bewaard.',
    }),
    without: 'Doorgaan zonder deze',
    sure: 'De kopieën worden voorgoed gewist.',
  },
  worker: {
    starting: 'Verzenden op de achtergrond wordt gestart.',
    active: 'Verzenden op de achtergrond is gereed.',
    none: (detail) => `${onlyHere}: ${detail}.`,
    heldBack: (option) => `${onlyHere}: de optie ${option} blijft bij de pagina.`,
    outdated: `${onlyHere}: verzenden op de achtergrond wacht op een eigen update.`,
    reload: `${onlyHere}: laad elke pagina van deze kassa opnieuw.`,
    missing: {
      replay: (script) => `${onlyHere}: ${script} doet niet mee aan het verzenden.`,
      takeover: (script) =>
        `${onlyHere}: een nieuwere versie van ${script} wacht tot alle pagina’s van deze site gesloten zijn.`,
      registration: () => `${onlyHere}: verzenden op de achtergrond is verwijderd. Laad de pagina opnieuw.`,
      scope: (script) =>
        `${onlyHere}: ${script} neemt de plaats in van verzenden op de achtergrond. Waarschuw de helpdesk.`,
    },
    failed: (detail) => `${onlyHere}: verzenden op de achtergrond is niet gestart (${detail}).`,
  },
  status: {
    label: 'Status van de kassa',
    line: 'Verbinding met de kaartdienst:',
    waiting: plural({ one: '# wacht', other: '# wachten' }),
    waitingUnknown: 'Wachtend: niet bekend',
    parked: (_, shown) => `${shown} na te kijken`,
    parkedUnknown: 'Na te kijken: niet bekend',
    nothingWaits: 'Er wacht niets meer.',
    delivering: (done, total) => `Verzonden: ${done} van ${total}`,
    secondsLeft: () => 'nog minder dan een minuut',
    minutesLeft: plural({ one: 'nog ongeveer een minuut', other: 'nog ongeveer # minuten' }),
    replay: 'Nu verzenden',
    pause: 'Pauzeren',
    resume: 'Hervatten',
    held: (time, name = 'iemand') =>
      `Het verzenden is gepauzeerd door ${name} (${time}). U kunt verder met afrekenen.`,
    resumed: 'Het verzenden is hervat.',
    replaying: 'Wordt verzonden…',
    replayFailed: (message) => `Verzenden is mislukt: ${message}`,
    settledNow: (_, shown) => `${shown} afgerond`,
    parkedNow: (_, shown) => `${shown} na te kijken`,
    requeuedNow: plural({ one: '# wacht weer', other: '# wachten weer' }),
    stillDown: 'Het verzenden is nog gepauzeerd.',
    nothingToSend: 'Niets te verzenden.',
    pauseOf: (kind, pause) => `${kind}: ${pause}`,
    nextTry: (duration) => `Volgende poging over ${duration}.`,
    tryingNow: 'Nieuwe poging…',
    keepServing: 'U kunt verder met afrekenen.',
    stalled: (duration) => `De oudste bewerking wacht al ${duration}. Waarschuw uw leidinggevende.`,
    oldest: (time) => `Oudste wachtende bewerking: ${time}.`,
    notPersistent: 'De opslag op dit apparaat is niet beschermd. Meld het uw leidinggevende.',
    copiesFailing: (time) =>
      `Sinds ${time} heeft geen reservekopie dit apparaat verlaten. Meld het uw leidinggevende.`,
    trouble: (fault) => `Probleem met de opslag van deze kassa: ${fault}`,
    reload: 'Pagina opnieuw laden',
    details: 'Meer informatie',
    clockAhead: (time) => `De klok van de kaartdienst loopt ${time} voor op deze kassa.`,
    clockBehind: (time) => `De klok van de kaartdienst loopt ${time} achter op deze kassa.`,
    room: (used, quota) => `Gebruikte ruimte: ${used} van ${quota}.`,
  },
  reasons: {
    unknown: 'Verzonden, geen antwoord. Controleer de kaart voordat u opnieuw verzendt.',
    conflict: 'De kaartdienst heeft andere gegevens.',
    precondition: 'Iemand anders heeft de gegevens intussen gewijzigd.',
    rejected: 'Geweigerd door de kaartdienst.',
    refused: 'De kaartdienst staat dit niet toe voor deze kassa.',
    reference: 'De oorspronkelijke bewerking is nooit gelukt.',
    expired: 'Te oud om automatisch te verzenden.',
    moved: 'Overgedragen aan een andere kassa.',
    invalid: 'In strijd met de regels van deze kassa. Corrigeer of annuleer.',
    unreadable: 'De gegevens zijn hier niet leesbaar. Ze blijven bewaard zoals ze zijn.',
  },
  reasonDetails: {
    stored:
      'Verzonden, maar we weten niet of het gelukt is. Opnieuw verzenden geeft hetzelfde antwoord. Controleer de kaart.',
    answered:
      'Verzonden, maar we weten niet of het gelukt is. Controleer de kaart voordat u opnieuw verzendt.',
    probablyApplied: 'Een eerdere poging is waarschijnlijk gelukt.',
  },
  events: {
    'rung-up': 'Ingevoerd',
    'limit-overridden': 'Toegestaan boven een limiet',
    'duplicate-allowed': 'Toegestaan, geen dubbele',
    imported: 'Overgenomen uit een bestand',
    attempt: 'Verzonden',
    recovery: 'Opnieuw bekeken',
    resolved: 'Tegenstrijdigheid opgelost',
    expired: 'Te oud om automatisch te verzenden',
    'not-repeated': 'Niet opnieuw verzonden',
    'handed-over': 'Overgedragen aan een andere kassa',
    'take-back': 'Teruggenomen van een andere kassa',
    'send-again': 'Opnieuw verzonden',
    'mark-applied': 'Genoteerd als uitgevoerd',
    amend: 'Gecorrigeerd',
    void: 'Geannuleerd',
    'show-cards': 'Kaartnummer getoond',
    'look-up': 'Kaartdienst gevraagd',
  },
  outcomes: {
    acknowledged: 'de kaartdienst heeft de bewerking',
    unacknowledged: 'een antwoord dat niets bevestigt',
    'not-the-service': 'iets anders antwoordde, misschien de aanmeldpagina van een wifinetwerk',
    rejected: 'de kaartdienst weigerde de bewerking',
    unauthorized: 'de kaartdienst stond het deze kassa niet toe',
    misconfigured: 'de kaartdienst heeft dit adres niet',
    conflict: 'de kaartdienst heeft andere gegevens',
    precondition: 'de gegevens waren intussen gewijzigd',
    busy: 'de kaartdienst is bezet',
    failed: 'fout bij de kaartdienst',
    silent: 'geen antwoord',
    unsent: 'heeft de kassa niet verlaten',
    interrupted: 'de kassa stopte voordat het antwoord kwam',
    unreadable: 'de gegevens zijn niet leesbaar',
    unreferenced: 'de benodigde transactie is niet bekend',
    expired: 'ouder dan de kassa toestaat',
    unrepeatable: 'een eerdere poging kan gelukt zijn, opnieuw verzenden kan de bewerking dubbel uitvoeren',
    'found-applied': 'nagevraagd bij de kaartdienst, die heeft de bewerking',
    'found-absent': 'nagevraagd bij de kaartdienst, die heeft de bewerking niet',
  },
  history: {
    by: (name) => `door ${name}`,
    status: (status) => `statuscode ${status}`,
    silence: { network: 'de verbinding mislukte', timeout: 'het duurde te lang' },
  },
}
