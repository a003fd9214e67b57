import { polishDayWords } from '../../domain/day-words/polish.js'
import { polishJournal } from '../../elements/texts/polish/journal.js'
import { describeLength } from './card-length.js'
import type { RegisterTexts } from './texts.js'

const lengths = {
  atLeast: (min: number) => `co najmniej ${min}`,
  between: (min: number, max: number) => `od ${min} do ${max}`,
  atMost: (max: number) => `najwyżej ${max}`,
}

/** The texts of the register in Polish. */
export const polish: RegisterTexts = {
  title: 'Nowa operacja',
  tabs: {
    refund: 'Zwrot',
    associate: 'Powiąż kartę',
    migrate: 'Wymień kartę',
    updateReceipt: 'Popraw paragon',
    confirmOrder: 'Zamówienie',
  },
  actions: {
    refund: 'Wprowadź zwrot',
    associate: 'Powiąż kartę',
    migrate: 'Wymień kartę',
    updateReceipt: 'Wprowadź korektę',
    confirmOrder: 'Wprowadź zamówienie',
  },
  kinds: polishDayWords.kinds,
  states: polishJournal.states,
  example: 'Przykład',
  clear: 'Wyczyść',
  optional: 'opcjonalnie',
  fields: {
    card: 'Karta',
    authorization: 'Kod autoryzacji',
    method: 'Forma zwrotu',
    notes: 'Notatki',
    firstName: 'Imię',
    lastName: 'Nazwisko',
    email: 'E-mail',
    pin: 'Kod PIN',
    oldCard: 'Stara karta',
    newCard: 'Nowa karta',
    target: 'Którą operację poprawić?',
    transaction: 'Numer transakcji',
    number: 'Numer na paragonie',
    order: 'Numer zamówienia',
    externalOrder: 'Zamówienie zewnętrzne',
    buyerName: 'Imię i nazwisko kupującego',
    buyerEmail: 'E-mail kupującego',
  },
  hints: {
    transaction: 'Podany przez serwis kart przy zwrocie lub wymianie',
    number: 'Poprawiony paragon zachowuje swój numer',
    order: 'Ten numer lub zamówienie zewnętrzne',
    externalOrder: 'To lub numer zamówienia',
    pin: 'Wpisuje go klient',
  },
  methods: { 'stored-value': 'Na kartę', cash: 'Gotówka', 'bank-card': 'Karta płatnicza' },
  lists: {
    lines: {
      legend: 'Paragon',
      add: 'Dodaj pozycję',
      row: (number) => `Pozycja ${number}`,
      remove: (number) => `Usuń pozycję ${number}`,
    },
    payments: {
      legend: 'Płatności',
      add: 'Dodaj płatność',
      row: (number) => `Płatność ${number}`,
      remove: (number) => `Usuń płatność ${number}`,
    },
  },
  columns: {
    lines: { name: 'Towar', price: 'Cena', quantity: 'Ilość' },
    payments: { method: 'Forma płatności', amount: 'Kwota' },
  },
  total: 'Suma',
  sum: 'Zapłacono',
  targets: {
    first: 'Proszę zeskanować kartę lub wpisać jej numer. Tu pojawią się jej operacje z tej kasy.',
    none: 'W tej kasie nie wprowadzono zwrotu ani wymiany tej karty. Proszę wpisać numer transakcji.',
    other: 'Inna, według numeru transakcji',
    number: (number) => `Nr ${number}`,
  },
  faults: {
    card: 'Proszę zeskanować kartę lub wpisać jej numer.',
    oldCard: 'Proszę zeskanować starą kartę lub wpisać jej numer.',
    newCard: 'Proszę zeskanować nową kartę lub wpisać jej numer.',
    sameCard: 'To także stara karta. Proszę zeskanować nową.',
    transaction: 'Proszę wybrać operację powyżej lub wpisać jej numer transakcji.',
    number: 'Proszę wpisać numer z paragonu.',
    order: 'Proszę wpisać numer zamówienia lub zamówienie zewnętrzne.',
    email: 'Proszę wpisać adres, na przykład ada@example.com.',
    whole: 'Proszę wpisać liczbę całkowitą, same cyfry.',
    amount: 'Proszę wpisać kwotę, na przykład 12,50, bez oddzielania tysięcy.',
    quantity: 'Proszę wpisać ilość, na przykład 1 lub 0,125.',
    positive: 'Suma musi być większa od zera.',
    lines: 'Proszę wpisać co najmniej jedną pozycję z ceną.',
    unchanged: 'Tak już jest na paragonie. Proszę zmienić to, co błędne.',
  },
  cardFaults: {
    length: (min, max, found) =>
      `Liczba znaków w numerze karty: ${describeLength(min, max, lengths)}. Tutaj: ${found}.`,
    pattern: 'To nie jest numer karty tego sklepu.',
    'check-digit':
      'Jedna cyfra tego numeru karty jest błędna. Proszę zeskanować kartę lub wpisać numer ponownie.',
  },
  refusedField: {
    missing: 'To pole jest potrzebne.',
    sum: 'Paragon się nie zgadza: pozycje, płatności i suma muszą dać tę samą kwotę.',
    other: 'Kasa nie przyjmuje tej wartości.',
  },
  check: 'Jeszcze nie wprowadzono. Proszę sprawdzić zaznaczone pola.',
  again: 'Jeszcze nie wprowadzono.',
  support: (message) => `Dla pomocy technicznej: ${message}`,
  troubles: {
    storage: {
      title: 'NIE zapisano. Niczego nie wydawać.',
      advice:
        'Przeglądarka nie mogła tego zapisać. Wpisane dane są nadal tutaj: proszę spróbować jeszcze raz lub obsłużyć klienta przy innej kasie.',
    },
    outdated: {
      title: 'NIE wprowadzono. Ta strona jest nieaktualna.',
      advice:
        'W tej przeglądarce działa nowsza wersja kasy. Proszę odświeżyć stronę i wprowadzić tam. Nic nie zginęło.',
    },
    closed: {
      title: 'NIE wprowadzono. Ta kasa została zamknięta.',
      advice: 'Proszę odświeżyć stronę i wprowadzić tam.',
    },
    unclear: {
      title: 'Nie wiadomo, czy zapisano. Jeszcze niczego nie wydawać.',
      advice: 'Proszę nacisnąć przycisk jeszcze raz: operacji nie da się wprowadzić dwa razy.',
    },
  },
  duplicate: {
    title: (time) => `To już wprowadzono (${time}).`,
    advice:
      'Nie wprowadzono nic nowego. Proszę obejrzeć pierwszą operację. Jeśli obie są zamierzone, proszę podać powód.',
    confirm: 'Wprowadź jeszcze raz',
    show: 'Pokaż ją',
    cancel: 'Zamknij',
  },
  reused: {
    title: 'Pierwsze naciśnięcie jednak zapisano.',
    advice:
      'Późniejszych zmian nie wprowadzono. Proszę obejrzeć zapisaną operację przed wprowadzeniem następnej.',
    confirm: 'Wprowadź jako nową',
  },
  limit: {
    title: 'Nie wprowadzono: osiągnięto limit.',
    advice: 'Proszę poczekać na wysłanie oczekujących operacji lub zapytać kierownika.',
    confirm: 'Dopuść',
    above: {
      hint: (max) => `Powyżej ${max}: wymagana jest zgoda kierownika.`,
      title: 'Nie wprowadzono: wymagana jest zgoda kierownika.',
      advice: 'Proszę wezwać kierownika. Nazwisko i powód zostaną zapisane.',
    },
    reasons: {
      perOperation: (found, max) => `Kwota wynosi ${found}. Najwyżej na operację: ${max}.`,
      perCard: (found, max) => `Na tej karcie oczekiwałoby ${found}. Najwyżej: ${max}.`,
      total: (found, max) => `W tej kasie oczekiwałoby ${found}. Najwyżej: ${max}.`,
      count: (found, max) => `Liczba oczekujących operacji: ${found}. Najwyżej: ${max}.`,
      ageHours: (found, max) => `Czas oczekiwania najstarszej operacji: ${found}. Najwyżej: ${max}.`,
    },
  },
  verdict: {
    name: 'Imię i nazwisko',
    supervisor: 'Imię i nazwisko kierownika',
    reason: 'Powód',
    needed: 'Zostanie to zapisane i nie może być puste.',
  },
  scan: {
    read: (field, code) => `${field}, odczytano: ${code}`,
    homeless: (code) => `${code} to nie numer karty i żadne pole tego nie przyjmuje. Nic nie zmieniono.`,
    secret: (field) => `Odczyt trafił do pola ${field} i tam pozostał. Proszę sprawdzić.`,
    filled: (held, scanned) => `W tym polu jest ${held}. Odczytano ${scanned}. Która to karta?`,
    keep: (card) => `Zostaw ${card}`,
    use: (card) => `Użyj ${card}`,
  },
  keypad: { title: 'Klawiatura', next: 'Dalej', erase: 'Usuń', mark: 'Przecinek' },
  reference: (id) => `nr ref. ${id}`,
  order: (name) => `Zamówienie ${name}`,
  migrated: (oldCard, newCard) => `Stara karta ${oldCard} → nowa karta ${newCard}`,
  preview: {
    title: 'Bieżąca sprzedaż',
    empty: 'Pozycje i suma pojawiają się tu podczas wpisywania.',
    numbered: 'Paragon otrzyma numer przy wprowadzeniu.',
    corrected: 'Paragon zachowuje numer i datę.',
  },
  slip: { title: 'Ostatni paragon', empty: 'Tu pojawi się paragon wprowadzonej operacji, gotowy do druku.' },
  recent: {
    title: 'Ostatnie operacje',
    empty: 'Nic jeszcze nie wprowadzono. Proszę nacisnąć Przykład i wprowadzić.',
    fault: (message) => `Nie można odczytać listy: ${message}`,
  },
  allowedBy: (name) => `Zgoda: ${name}`,
  restored: (time) =>
    `Jeszcze nie wprowadzono: to wpisano wcześniej (${time}). Proszę sprawdzić lub wyczyścić.`,
  balance: {
    amount: (amount) => `Saldo: ${amount}.`,
    waiting: (amount) => `Tymczasowo na tej karcie oczekuje ${amount}.`,
    failed: 'Nie można teraz odczytać salda.',
  },
}
