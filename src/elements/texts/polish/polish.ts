import { polishDayWords } from '../../../domain/day-words/polish.js'
import { createPlural } from '../plural.js'
import type { Texts } from '../texts.js'
import { polishAttention } from './attention.js'
import { polishDay } from './day.js'
import { polishDesk } from './desk.js'
import { polishErrors } from './errors.js'
import { polishJournal } from './journal.js'
import { polishNames } from './names.js'
import { polishOutcome } from './outcome.js'
import { polishSlip } from './slip.js'

const plural = createPlural<'one' | 'few' | 'many'>('pl', 'many')
const onlyHere = 'Wysyłanie działa tylko przy otwartej stronie'

/** Polish. */
export const polish: Texts = {
  ...polishAttention,
  csv: polishDayWords,
  day: polishDay,
  desk: polishDesk,
  errors: polishErrors,
  journal: polishJournal,
  names: polishNames,
  outcome: polishOutcome,
  slip: polishSlip,
  kinds: polishDayWords.kinds,
  reach: {
    online: 'Połączono',
    offline: 'Brak połączenia',
    unknown: 'Sprawdzanie połączenia…',
    stopped: 'Nie działa',
    paused: 'Wysyłanie wstrzymane',
    blocked: 'Nie wysyła',
    busy: 'Serwis kart zajęty',
    partly: 'Nie wysyła wszystkiego',
    stalled: 'Oczekuje za długo',
  },
  reachChanges: { online: 'Serwis kart odpowiada.' },
  pauses: {
    offline: 'Serwis kart jest nieosiągalny.',
    'not-the-service': 'Może być potrzebne zalogowanie do tej sieci Wi-Fi.',
    'worker-answers':
      'Skrypt tej witryny odpowiada zamiast serwisu kart, dlatego nic nie jest wysyłane. Proszę powiadomić pomoc techniczną.',
    unsent: 'Kasa nie mogła przygotować żądań. Proszę powiadomić pomoc techniczną.',
    unauthorized: 'Serwis kart nie przyjmuje danych logowania tej kasy.',
    busy: 'Serwis kart jest zajęty. Spróbujemy ponownie.',
    misconfigured: 'Serwis kart nie zna tego adresu.',
    failing: 'Serwis kart ma problem z tą operacją.',
  },
  hints: {
    address:
      'Adres wydaje się błędny: serwis kart nie zna tej operacji. Nic nie zginęło. Proszę zlecić pomocy technicznej sprawdzenie adresu serwisu kart, a potem wysłać ponownie.',
    cors: 'Serwis kart działa, ale wysyłanie od razu się urywa. Prawdopodobnie nie dopuszcza adresu tej kasy, metody lub nagłówka (CORS). Proszę powiadomić pomoc techniczną.',
    'hidden-headers':
      'Serwis kart ukrywa nagłówki przed tą kasą. Prawdopodobnie ich nie udostępnia (CORS). Proszę powiadomić pomoc techniczną.',
    csp: 'Zasady bezpieczeństwa tej witryny nie przepuszczają niczego do serwisu kart (Content-Security-Policy, connect-src). Proszę powiadomić pomoc techniczną.',
    'local-network':
      'Ta przeglądarka blokuje tej witrynie sieć sklepu, w której może działać serwis kart. Proszę zezwolić na dostęp do sieci lokalnej w ustawieniach witryny, obok adresu, i powiadomić pomoc techniczną.',
  },
  storage: {
    low: 'To urządzenie jest prawie pełne. Przed nowymi operacjami proszę zwolnić miejsce. Oczekujące operacje są nadal wysyłane.',
    outdated: 'W tej przeglądarce działa nowsza wersja kasy. Proszę odświeżyć stronę. Nic nie zginęło.',
    deleted:
      'Dane tej kasy usunięto z przeglądarki, razem z oczekującymi operacjami. Proszę zadzwonić do pomocy technicznej, a potem odświeżyć stronę i zacząć od nowa.',
    lost: 'Przeglądarka straciła dostęp do danych tej kasy. Do jego powrotu nic nie można wprowadzić. Kasa próbuje dalej.',
  },
  loss: {
    replaced: {
      what: (time) => `Przeglądarka utraciła dane tej kasy. Ostatnio były dostępne: ${time}.`,
      missing: plural({
        one: 'Brakuje # niepotwierdzonej operacji.',
        few: 'Brakuje # niepotwierdzonych operacji.',
        many: 'Brakuje # niepotwierdzonych operacji.',
      }),
      advice: 'Proszę powiadomić kierownika. W numeracji paragonów będzie luka.',
    },
    'set-back': {
      what: (time) =>
        `Przeglądarka przywróciła starsze dane tej kasy. Nowsze były ostatnio dostępne: ${time}.`,
      missing: plural({
        one: 'Brakuje # operacji wprowadzonej później.',
        few: 'Brakuje # operacji wprowadzonych później.',
        many: 'Brakuje # operacji wprowadzonych później.',
      }),
      advice:
        'Proszę powiadomić kierownika. To, co oczekuje, mogło już zostać wysłane: kasa najpierw sprawdza każdą operację.',
    },
    none: 'Nie brakuje żadnej operacji.',
    acknowledge: 'Przyjmuję do wiadomości',
    acknowledged: 'Zapisano.',
    kept: plural({
      one: 'Można przywrócić # operację.',
      few: 'Można przywrócić # operacje.',
      many: 'Można przywrócić # operacji.',
    }),
    effect:
      'To, co zostanie przywrócone, trafia na koniec kolejki. To, co mogło już zostać wysłane, sprawdza najpierw człowiek.',
    bringBack: 'Przywróć',
    key: 'Klucz prywatny sklepu',
    broughtBack: plural({
      one: 'Przywrócono # operację.',
      few: 'Przywrócono # operacje.',
      many: 'Przywrócono # operacji.',
    }),
    damaged: plural({
      one: '# kopia była uszkodzona.',
      few: '# kopie były uszkodzone.',
      many: '# kopii było uszkodzonych.',
    }),
    clashing: plural({
      one: 'Nie przywrócono # operacji, bo jej numer jest tu już zajęty. Proszę powiadomić pomoc techniczną.',
      few: 'Nie przywrócono # operacji, bo ich numery są tu już zajęte. Proszę powiadomić pomoc techniczną.',
      many: 'Nie przywrócono # operacji, bo ich numery są tu już zajęte. Proszę powiadomić pomoc techniczną.',
    }),
    left: plural({
      one: 'Nie przywrócono # operacji: jej kopia wymaga innego klucza albo dotyczy innego serwisu kart lub innej waluty. Kopia zostaje zachowana.',
      few: 'Nie przywrócono # operacji: ich kopie wymagają innego klucza albo dotyczą innego serwisu kart lub innej waluty. Kopie zostają zachowane.',
      many: 'Nie przywrócono # operacji: ich kopie wymagają innego klucza albo dotyczą innego serwisu kart lub innej waluty. Kopie zostają zachowane.',
    }),
    without: 'Kontynuuj bez nich',
    sure: 'Kopie zostaną trwale usunięte.',
  },
  worker: {
    starting: 'Wysyłanie w tle jest uruchamiane.',
    active: 'Wysyłanie w tle jest gotowe.',
    none: (detail) => `${onlyHere}: ${detail}.`,
    heldBack: (option) => `${onlyHere}: opcja ${option} zostaje na stronie.`,
    outdated: `${onlyHere}: wysyłanie w tle czeka na aktualizację.`,
    reload: `${onlyHere}: proszę odświeżyć wszystkie strony tej kasy.`,
    missing: {
      replay: (script) => `${onlyHere}: ${script} nie bierze udziału w wysyłaniu.`,
      takeover: (script) =>
        `${onlyHere}: nowsza wersja ${script} czeka na zamknięcie wszystkich stron tej witryny.`,
      registration: () => `${onlyHere}: wysyłanie w tle zostało usunięte. Proszę odświeżyć stronę.`,
      scope: (script) =>
        `${onlyHere}: ${script} zajmuje miejsce wysyłania w tle. Proszę powiadomić pomoc techniczną.`,
    },
    failed: (detail) => `${onlyHere}: wysyłanie w tle nie ruszyło (${detail}).`,
  },
  status: {
    label: 'Stan kasy',
    line: 'Połączenie z serwisem kart:',
    waiting: plural({ one: '# oczekuje', few: '# oczekują', many: '# oczekuje' }),
    waitingUnknown: 'Oczekuje: nie wiadomo',
    parked: (_, shown) => `${shown} do wyjaśnienia`,
    parkedUnknown: 'Do wyjaśnienia: nie wiadomo',
    nothingWaits: 'Nic już nie oczekuje.',
    delivering: (done, total) => `Wysyłanie: ${done} z ${total}`,
    secondsLeft: () => 'została mniej niż minuta',
    minutesLeft: plural({
      one: 'zostało około minuty',
      few: 'zostało około # minut',
      many: 'zostało około # minut',
    }),
    replay: 'Wyślij teraz',
    pause: 'Wstrzymaj',
    resume: 'Wznów',
    held: (time, name = 'jedna z osób') =>
      `Wysyłanie wstrzymano. Kto: ${name}, kiedy: ${time}. Można dalej obsługiwać klientów.`,
    resumed: 'Wysyłanie wznowiono.',
    replaying: 'Wysyłanie…',
    replayFailed: (message) => `Wysyłanie nie powiodło się: ${message}`,
    settledNow: plural({ one: '# zakończona', few: '# zakończone', many: '# zakończonych' }),
    parkedNow: (_, shown) => `${shown} do wyjaśnienia`,
    requeuedNow: plural({ one: '# znów oczekuje', few: '# znów oczekują', many: '# znów oczekuje' }),
    stillDown: 'Wysyłanie jest nadal wstrzymane.',
    nothingToSend: 'Nie ma nic do wysłania.',
    pauseOf: (kind, pause) => `${kind}: ${pause}`,
    nextTry: (duration) => `Następna próba za ${duration}.`,
    tryingNow: 'Trwa próba…',
    keepServing: 'Można dalej obsługiwać klientów.',
    stalled: (duration) => `Najstarsza operacja czeka już ${duration}. Proszę powiadomić kierownika.`,
    oldest: (time) => `Najstarsza oczekuje od: ${time}.`,
    notPersistent: 'Pamięć na tym urządzeniu nie jest chroniona. Proszę powiadomić kierownika.',
    copiesFailing: (time) =>
      `Kopie zapasowe nie opuszczają tego urządzenia (od: ${time}). Proszę powiadomić kierownika.`,
    trouble: (fault) => `Problem z pamięcią tej kasy: ${fault}`,
    reload: 'Odśwież stronę',
    details: 'Szczegóły',
    clockAhead: (time) => `Zegar serwisu kart śpieszy się względem tej kasy o ${time}.`,
    clockBehind: (time) => `Zegar serwisu kart spóźnia się względem tej kasy o ${time}.`,
    room: (used, quota) => `Zajęte miejsce: ${used} z ${quota}.`,
  },
  reasons: {
    unknown: 'Wysłana, brak odpowiedzi. Przed ponownym wysłaniem proszę sprawdzić kartę.',
    conflict: 'Serwis kart ma inne dane.',
    precondition: 'Ktoś inny zmienił w międzyczasie dane.',
    rejected: 'Odrzucona przez serwis kart.',
    refused: 'Serwis kart nie pozwala na to tej kasie.',
    reference: 'Pierwotna operacja nie doszła do skutku.',
    expired: 'Zbyt stara, by wysłać ją automatycznie.',
    moved: 'Przekazano ją do innej kasy.',
    invalid: 'Niezgodna z zasadami tej kasy. Proszę ją poprawić lub anulować.',
    unreadable: 'Zapisu nie można tu odczytać. Pozostaje bez zmian.',
  },
  reasonDetails: {
    stored:
      'Wysłana, ale nie wiemy, czy się udało. Ponowne wysłanie da tę samą odpowiedź. Proszę sprawdzić kartę.',
    answered: 'Wysłana, ale nie wiemy, czy się udało. Przed ponownym wysłaniem proszę sprawdzić kartę.',
    probablyApplied: 'Wcześniejsza próba prawdopodobnie się powiodła.',
  },
  events: {
    'rung-up': 'Wprowadzona',
    'limit-overridden': 'Dopuszczona mimo limitu',
    'duplicate-allowed': 'Dopuszczona, nie jest powtórzeniem',
    imported: 'Wczytana z pliku',
    attempt: 'Wysłana',
    recovery: 'Sprawdzona ponownie',
    resolved: 'Rozbieżność usunięta',
    expired: 'Zbyt stara, by wysłać ją automatycznie',
    'not-repeated': 'Niewysłana ponownie',
    'handed-over': 'Przekazana do innej kasy',
    'take-back': 'Przekazanie cofnięte',
    'send-again': 'Wysłana ponownie',
    'mark-applied': 'Oznaczona jako wykonana',
    amend: 'Poprawiona',
    void: 'Anulowana',
    'show-cards': 'Pokazano numer karty',
    'look-up': 'Zapytano serwis kart',
  },
  outcomes: {
    acknowledged: 'serwis kart ją ma',
    unacknowledged: 'odpowiedź, która niczego nie potwierdza',
    'not-the-service': 'odpowiedziało coś innego, może strona logowania do Wi-Fi',
    rejected: 'serwis kart ją odrzucił',
    unauthorized: 'serwis kart nie pozwolił na to tej kasie',
    misconfigured: 'serwis kart nie ma takiego adresu',
    conflict: 'serwis kart ma inne dane',
    precondition: 'dane w międzyczasie się zmieniły',
    busy: 'serwis kart jest zajęty',
    failed: 'błąd serwisu kart',
    silent: 'brak odpowiedzi',
    unsent: 'nie opuściła kasy',
    interrupted: 'kasa zatrzymała się przed odpowiedzią',
    unreadable: 'zapisu nie można odczytać',
    unreferenced: 'potrzebna transakcja jest nieznana',
    expired: 'starsza, niż pozwala kasa',
    unrepeatable: 'wcześniejsza próba mogła się udać, ponowne wysłanie mogłoby wykonać ją dwa razy',
    'found-applied': 'serwis kart zapytano: ma ją',
    'found-absent': 'serwis kart zapytano: nie ma jej',
  },
  history: {
    by: (name) => `(${name})`,
    status: (status) => `kod ${status}`,
    silence: { network: 'błąd połączenia', timeout: 'trwało zbyt długo' },
  },
}
