import type { ErrorTexts } from '../errors.js'

const setUp = 'Ta kasa nie jest poprawnie skonfigurowana. Proszę powiadomić pomoc techniczną.'

/** Polish. */
export const polishErrors: ErrorTexts = {
  codes: {
    'invalid-operation': 'Niektóre pola są błędne. Proszę je poprawić.',
    'invalid-receipt': 'Paragon się nie zgadza. Proszę sprawdzić kwoty.',
    'invalid-options': setUp,
    'browser-required': setUp,
    'dexie-conflict': setUp,
    'load-failed': 'Część kasy nie została wczytana. Proszę sprawdzić połączenie, a potem odświeżyć stronę.',
    'id-reused': 'Pod tym samym numerem wprowadzono już coś innego. Proszę powiadomić pomoc techniczną.',
    duplicate: 'To już wprowadzono. Przed ponownym wprowadzeniem proszę obejrzeć pierwszą operację.',
    'outcome-unknown': 'Nie wiemy, czy to wykonano. Najpierw proszę sprawdzić, potem spróbować ponownie.',
    'keys-lost':
      'Brakuje kluczy do danych tej kasy. Proszę zostawić przeglądarkę bez zmian i zadzwonić do pomocy technicznej. Nic nie zmieniono.',
    'service-mismatch': 'Dane tej kasy należą do innego serwisu kart. Proszę powiadomić pomoc techniczną.',
    outdated: 'W tej przeglądarce działa nowsza wersja kasy. Proszę odświeżyć stronę.',
    'till-closed': 'Ta kasa została zamknięta. Proszę odświeżyć stronę.',
    voided: 'Operację anulowano.',
    'unknown-entry': 'Ta kasa nie ma już tej operacji.',
  },
  limits: {
    perOperation: (found, max) => `Kwota wynosi ${found}. Najwyżej na operację: ${max}.`,
    perCard: (found, max) => `Na tej karcie oczekiwałoby ${found}. Najwyżej: ${max}.`,
    total: (found, max) => `W tej kasie oczekiwałoby ${found}. Najwyżej: ${max}.`,
    count: (found, max) => `Liczba oczekujących operacji: ${found}. Najwyżej: ${max}.`,
    ageHours: (found, max) => `Czas oczekiwania najstarszej operacji: ${found}. Najwyżej: ${max}.`,
  },
  storage: {
    full: 'To urządzenie jest pełne. Proszę zwolnić miejsce i spróbować ponownie.',
    failed:
      'Przeglądarka nie mogła tego zapisać. Proszę spróbować ponownie. Jeśli znów się nie uda, odświeżyć stronę.',
    reserved:
      'Pozostałe miejsce jest dla oczekujących operacji. Proszę zwolnić miejsce i spróbować ponownie.',
    insecure: 'Tej strony nie wczytano bezpiecznie (https). Proszę powiadomić pomoc techniczną.',
    deleted: 'Dane tej kasy usunięto z przeglądarki. Proszę odświeżyć stronę.',
    closed: 'Ta kasa została zamknięta. Proszę odświeżyć stronę.',
  },
  acts: {
    'not-handed-over': 'Nie przekazano jej do innej kasy. Nie ma czego cofać.',
    sending: 'Jest właśnie wysyłana. Proszę poczekać na odpowiedź.',
    settled: 'Serwis kart już ją ma. Korektę proszę wprowadzić jako nową operację.',
    voided: 'Została anulowana. Jeśli jest nadal potrzebna, proszę wprowadzić ją ponownie.',
    queued: 'Oczekuje na wysłanie. Nie trzeba nic robić.',
    unreadable: 'Nie można jej odczytać. Proszę ją anulować lub oznaczyć jako wykonaną.',
    moved: 'Ma ją inna kasa. Najpierw proszę cofnąć przekazanie.',
    'secrets-erased': 'Kody karty zostały usunięte. Proszę zamiast tego poprawić operację.',
    'newer-release': 'Zapisała ją nowsza wersja kasy. Proszę odświeżyć stronę.',
    changed: 'W międzyczasie się zmieniła. Proszę obejrzeć ją ponownie i zdecydować.',
    'by-missing': 'Proszę podać imię i nazwisko.',
    'reason-missing': 'Proszę podać powód.',
    'shop-key': 'Kopie otwiera tylko klucz prywatny sklepu.',
    'other-service':
      'Kopie dotyczą innego serwisu kart lub innej waluty. Zostają zachowane. Proszę powiadomić pomoc techniczną.',
    'transaction-invalid': 'Numer transakcji musi być liczbą całkowitą.',
  },
  transfers: {
    'passphrase-short': (min) => `Hasło do pliku jest za krótkie. Minimalna liczba znaków: ${min}.`,
    'verdict-missing': () => 'Proszę podać imię i nazwisko oraz powód.',
    'own-terminal': (terminal) => `${terminal} to ta kasa. Proszę podać kasę, która otrzyma plik.`,
    'not-ours': () => 'To nie jest plik kasy. Proszę wybrać inny plik.',
    cut: () => 'Brakuje końca pliku. Proszę skopiować go ponownie.',
    newer: () => 'Plik pochodzi z nowszej wersji. Najpierw proszę zaktualizować tę kasę.',
    'wrong-passphrase': () =>
      'Hasło jest błędne lub plik został zmieniony. Proszę wpisać hasło ponownie lub jeszcze raz skopiować plik.',
    'needs-key': () => 'Ten plik otwiera klucz prywatny sklepu. Proszę wybrać klucz.',
    'needs-passphrase': () => 'Ten plik otwiera hasło. Proszę je wpisać.',
    'wrong-key': () =>
      'Klucz nie pasuje albo plik został zmieniony. Proszę wybrać inny klucz lub jeszcze raz skopiować plik.',
    unsound: (place) => `Plik jest uszkodzony (${place}). Proszę utworzyć go ponownie w drugiej kasie.`,
    'other-terminal': (terminal) => `Plik jest dla kasy ${terminal}. Proszę otworzyć go tam.`,
    'other-service': (address) =>
      `Plik jest dla innego serwisu kart (${address}). Proszę otworzyć go w kasie tego serwisu lub powiadomić pomoc techniczną.`,
    'other-currency': (currency) =>
      `Kwoty w pliku są w walucie ${currency}. Proszę otworzyć go w kasie z tą walutą.`,
    'too-old': () => 'Plik ma ponad rok. Proszę powiadomić pomoc techniczną.',
    changed: () => 'Coś się w międzyczasie zmieniło i nic nie przekazano. Proszę spróbować ponownie.',
    sending: () => 'Trwa wysyłanie operacji. Proszę poczekać na odpowiedź i spróbować ponownie.',
    'file-deleted': () => 'Plik usunięto po jego dotarciu. Proszę użyć kopii w drugiej kasie.',
    'file-damaged': () =>
      'Zachowany plik jest uszkodzony. Proszę cofnąć przekazanie jego operacji i przekazać je ponownie.',
    'file-unknown': () => 'Ta kasa nie zna już tego przekazania.',
  },
  other: (name) => `Coś się nie udało (${name}). Jeśli się to powtórzy, proszę powiadomić pomoc techniczną.`,
}
