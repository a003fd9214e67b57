import { polishDayWords } from '../../domain/day-words/polish.js'
import { createPlural } from '../../elements/texts/plural.js'
import type { LabTexts } from './words.js'

const plural = createPlural<'one' | 'few' | 'many'>('pl', 'many')
const sent = plural({ one: 'wysłana raz', few: 'wysłana # razy', many: 'wysłana # razy' })

/** Polish. */
export const polish: LabTexts = {
  intro: 'Tutaj można zepsuć łącze i serwis kart i zobaczyć, co robi kasa.',
  silence: 'Serwer kasy też nie odpowiada. Kasa działa mimo to.',
  failed: 'Serwis próbny tego nie przyjął. Proszę spróbować ponownie.',
  kinds: { ...polishDayWords.kinds, confirmOrder: 'Zamówienie', unknown: 'Operacja' },
  line: {
    title: 'Łącze',
    plug: 'Łącze',
    colon: ':',
    plugTo: ' do serwisu kart',
    till: 'Kasa',
    service: 'Serwis kart',
    pluggedIn: 'podłączone',
    pulled: 'odłączone',
    tryPulling: 'Proszę wyciągnąć wtyczkę i sprzedawać dalej.',
    tryRinging: 'Proszę wprowadzić zwrot. Zostanie tutaj i wyjdzie po podłączeniu wtyczki.',
    keeping: plural({
      one: 'Jedna operacja czeka tu, bezpiecznie zapisana. Proszę podłączyć wtyczkę.',
      few: '# operacje czekają tu, bezpiecznie zapisane. Proszę podłączyć wtyczkę.',
      many: '# operacji czeka tu, bezpiecznie zapisanych. Proszę podłączyć wtyczkę.',
    }),
    catchingUp: plural({
      one: 'Podłączone: jedna operacja jeszcze czeka.',
      few: 'Podłączone: # operacje jeszcze czekają.',
      many: 'Podłączone: # operacji jeszcze czeka.',
    }),
    caughtUp: plural({
      one: 'Znów połączono: oczekującą operację wysłano, jeden raz.',
      few: 'Znów połączono: # oczekujące operacje wysłano, każdą jeden raz.',
      many: 'Znów połączono: # oczekujących operacji wysłano, każdą jeden raz.',
    }),
  },
  faults: {
    title: 'Co idzie źle',
    hint: 'Proszę wybrać usterkę, a potem coś wprowadzić.',
    forHowLong: 'Zdarza się',
    durations: { once: 'raz', five: '5 razy', standing: 'do odwołania' },
    groups: {
      answers: 'Odpowiedź nie nadchodzi',
      refusals: 'Serwis odmawia',
      surroundings: 'Coś jest dziwne',
    },
    names: {
      answerLost: {
        name: 'Odpowiedź zginęła po obciążeniu karty',
        till: 'Kasa nie może tego wiedzieć. Pyta człowieka, zamiast płacić dwa razy.',
      },
      requestLost: {
        name: 'Żądanie zginęło po drodze',
        till: 'Przeglądarka sama próbuje jeszcze raz. Jeśli i to zginie, kasa pyta człowieka.',
      },
      resent: {
        name: 'Przeglądarka sama wysyła dwa razy',
        till: 'Kasa słyszy jedną odpowiedź. Serwis, który rozpozna powtórzenie, wykona je raz, inny dwa razy. Widać to tylko w jego księgach.',
      },
      slow: { name: 'Odpowiedź trwa 5 sekund', till: 'Kasa czeka, można dalej obsługiwać klientów.' },
      nonsense: {
        name: 'Odpowiedź niewłaściwego rodzaju',
        till: 'Serwis tak nie odpowiada. Kasa wstrzymuje wysyłanie i o tę operację pyta człowieka.',
      },
      busy: {
        name: 'Zajęty: wrócić za 5 sekund (503)',
        till: 'Kasa czeka, ile trzeba, a potem wysyła sama.',
      },
      tooMany: {
        name: 'Zbyt wiele żądań (429)',
        till: 'Kasa nic nie wysyła, dopóki serwis nie pozwoli, a potem działa dalej.',
      },
      unauthorized: {
        name: 'Dane logowania odrzucone (401)',
        till: 'Kasa zachowuje wszystko i próbuje za minutę lub na polecenie.',
      },
      conflict: {
        name: 'Inne dane (409)',
        till: 'Kasa odkłada operację dla człowieka. Inne karty idą dalej.',
      },
      changed: {
        name: 'Ktoś inny to zmienił (412)',
        till: 'Kasa niczego nie nadpisuje. Pyta człowieka.',
      },
      rejected: {
        name: 'Odrzucone: karta jest zablokowana (400)',
        till: 'Kasa pokazuje słowa serwisu i prosi o korektę.',
      },
      failed: {
        name: 'Błąd po obciążeniu karty (500)',
        till: 'To mogło się wykonać. Kasa pyta człowieka i na minutę wstrzymuje takie operacje.',
      },
      portal: {
        name: 'Strona logowania Wi-Fi dla gości',
        till: 'Kasa widzi, że to nie serwis. Zachowuje wszystko i w ciągu minuty pyta ponownie.',
      },
      clock: {
        name: 'Zegar serwisu śpieszy się o godzinę',
        till: 'Kasa uwzględnia różnicę i działa dalej.',
      },
    },
    badDay: 'Zły dzień: 3 z 10 żądań idą źle',
    badDayTill: 'Proszę wprowadzić dziesięć: nic nie ginie i nic nie dzieje się dwa razy.',
    inForce: 'Działa teraz',
    none: 'Nic: każde żądanie przechodzi.',
    left: plural({ one: 'raz', few: '# razy', many: '# razy' }),
    standing: 'do odwołania',
    other: (kind) => `Inna usterka (${kind})`,
    clear: 'Odwołaj',
    added: (name) => `Działa teraz: ${name}.`,
    cleared: 'Nic już nie idzie źle.',
  },
  settings: {
    title: 'Co potrafi serwis',
    keys: 'Rozpoznaje powtórzenie',
    keysOn: 'Na żądanie z tym samym kluczem odpowiada z pamięci. Nic nie dzieje się dwa razy.',
    keysOff: 'Powtórzone żądanie wykonuje ponownie. Dlatego kasa nie powtarza ot tak.',
    conditions: 'Sprawdza warunki',
    conditionsOn: 'Zmianę na podstawie starego stanu karty odrzuca (412).',
    conditionsOff: 'Zmianę wykonuje niezależnie od tego, co działo się z kartą.',
  },
  tally: {
    title: 'Dotarło i wykonano',
    hint: 'Co dotarło do serwisu i co naprawdę zrobił. Pieniądze ruszają się tylko w drugim przypadku.',
    arrived: 'dotarło',
    applied: 'wykonano',
    twice: 'wykonano dwa razy',
    picture: ({ arrived, applied, twice, lost }) =>
      `Żądania, które dotarły: ${arrived}. Wykonane: ${applied}, w tym dwa razy: ${twice}. Zgubione po drodze: ${lost}.`,
    arrivedRow: 'dotarło',
    appliedRow: 'wykonano',
    empty: 'Nic jeszcze nie dotarło.',
    fates: {
      answered: 'wykonano, z odpowiedzią',
      unheard: 'wykonano, odpowiedź zginęła',
      'turned-down': 'odrzucono',
      recognised: 'rozpoznano, nie powtórzono',
      lost: 'zginęło po drodze',
      twice: 'wykonano dwa razy',
    },
    lost: plural({
      one: '1 żądanie zginęło po drodze.',
      few: '# żądania zginęły po drodze.',
      many: '# żądań zginęło po drodze.',
    }),
    probes: plural({
      one: '1 próba sprawdziła łącze.',
      few: '# próby sprawdziły łącze.',
      many: '# prób sprawdziło łącze.',
    }),
    repeats: 'Ponowne zapisanie tego samego paragonu niczego nie zmienia i nie liczy się jako drugi raz.',
    effects: 'Ostatnio wykonane przez serwis',
    columns: { operation: 'Operacja', card: 'Karta', amount: 'Kwota', time: 'Czas' },
  },
  timeline: {
    title: 'Oś czasu',
    empty: 'Nic jeszcze nie wprowadzono. Każda operacja rysuje tu swoją linię.',
    fault: (message) => `Nie można narysować osi czasu: ${message}`,
    picture: plural({
      one: 'Ostatnia operacja w czasie. Tekst poniżej mówi to samo.',
      few: 'Ostatnie # operacje w czasie, najnowsza u góry. Tekst poniżej mówi to samo.',
      many: 'Ostatnich # operacji w czasie, najnowsza u góry. Tekst poniżej mówi to samo.',
    }),
    inWords: 'Słowami',
    legend: 'Znaki',
    points: {
      'rung-up': 'wprowadzona',
      parked: 'do wyjaśnienia',
      person: 'decyduje człowiek',
      settled: 'zakończona',
      voided: 'anulowana',
    },
    waiting: 'czeka',
    signs: {
      done: 'wysłana, wykonana',
      unknown: 'wysłana, nie wiadomo',
      refused: 'wysłana, odrzucona',
      later: 'wysłana, do ponowienia',
    },
    inFlight: 'w trakcie wysyłania',
    cut: 'pominięty spokojny czas',
    sentence: ({ subject, steps }) => `${subject}: ${steps}.`,
    subject: ({ kind, amount, cards }) =>
      [kind, amount, cards === '' ? '' : `dla ${cards}`].filter((part) => part !== '').join(' '),
    rungUp: (time) => `wprowadzona ${time}`,
    sent: (count, shown) => (count === 0 ? 'niewysłana' : sent(count, shown)),
    person: plural({
      one: 'jedna decyzja człowieka',
      few: '# decyzje człowieka',
      many: '# decyzji człowieka',
    }),
    states: {
      queued: () => 'oczekuje',
      sending: () => 'właśnie wysyłana',
      settled: (time) => `zakończona ${time}`,
      parked: (time) => `do wyjaśnienia od ${time}`,
      voided: (time) => `anulowana ${time}`,
    },
  },
  startOver: {
    title: 'Zacznij od nowa',
    hint: 'Opróżnia księgi serwisu próbnego. Dziennik kasy zostaje: sam nigdy nie zapomina.',
    ask: 'Zacznij od nowa…',
    sure: 'Serwis zapomni wszystko, każda usterka się skończy, a wtyczka zostanie podłączona. Kasa zachowa dziennik, więc ich zapisy z przeszłości będą się różnić.',
    confirm: 'Opróżnij księgi',
    cancel: 'Zamknij',
    done: 'Księgi serwisu są puste.',
  },
  losing: 'Ta kasa jest jeszcze otwarta w innych kartach przeglądarki. Proszę je zamknąć.',
  notLost: 'Przeglądarka zachowała dane. Proszę odświeżyć stronę.',
  lose: {
    title: 'Przeglądarka traci pliki',
    hint: 'Usuwa bazę danych kasy, jak przeglądarki czasem robią same, i odświeża stronę.',
    ask: 'Strać dane…',
    sure: 'Wszystko, co ta kasa zapisała, zniknie, także to, czego serwis nie ma. Kasa powie, czego brakuje.',
    confirm: 'Strać dane',
    cancel: 'Zamknij',
  },
}
