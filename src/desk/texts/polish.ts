import { createPlural } from '../../elements/texts/plural.js'
import type { PageTexts } from './texts.js'

const plural = createPlural<'one' | 'few' | 'other'>('pl', 'other')

export const polish: PageTexts = {
  title: 'Otwórz dziennik',
  promise: 'Nic nie opuszcza tego komputera. Ta strona nie korzysta z sieci.',
  language: 'Język',
  currency: 'Waluta',
  start: {
    intro: 'Plik, który kasa wyeksportowała lub wysłała: kopia, przekazanie albo cały dziennik.',
    choose: 'Wybierz plik',
    drop: 'lub upuść go tutaj',
  },
  locked: {
    passphrase: 'Hasło do pliku',
    show: 'Pokaż hasło',
    open: 'Otwórz',
    opening: 'Otwieranie…',
    keyHint:
      'Ten plik jest zapieczętowany dla sklepu. Otwiera się kluczem prywatnym sklepu, plikiem w formacie JWK.',
    chooseKey: 'Wybierz klucz prywatny',
    another: 'Inny plik',
  },
  refusals: {
    'not-ours': 'To nie jest plik wyeksportowany przez kasę.',
    cut: 'Plik jest niepełny: kończy się za wcześnie. Proszę skopiować go ponownie.',
    newer: 'Ten plik zapisała nowsza wersja. Proszę otworzyć go na stronie tej wersji.',
    'wrong-passphrase': 'Nie otwiera się. Hasło jest błędne albo plik został zmieniony.',
    'wrong-key': 'Nie otwiera się. To inny klucz albo plik został zmieniony.',
    'not-a-key': 'To nie jest klucz prywatny. Proszę wybrać plik w formacie JWK.',
    unreadable: 'Przeglądarka nie może odczytać tego pliku.',
    unsound: (why) => `Plik nie jest taki, jaki zapisuje kasa: ${why}`,
  },
  kinds: { copy: 'Kopia', 'hand-over': 'Przekazanie', audit: 'Cały dziennik' },
  facts: {
    file: 'Plik',
    till: 'Sklep / kasa',
    written: 'Zapisano, według zegara kasy',
    operations: 'Operacje',
    left: 'Nie do odczytania w kasie',
  },
  verdict: {
    title: 'Podpisany rejestr',
    checking: 'Sprawdzanie…',
    none: 'Ten plik nie ma rejestru: nie da się znaleźć zmian dokonanych w kasie. Ma go tylko cały dziennik (eksport z audit).',
    sound: 'Wszystko jest tak, jak podpisała to kasa.',
    caution:
      'Nie zachowano osobno niczego do porównania. Starszy stan albo plik zapisany od nowa pod innym kluczem wygląda tak samo. counterfoil-verify porównuje z osobno zachowanymi punktami kontrolnymi.',
    found: plural({
      one: '1 rzecz nie jest taka, jak podpisała ją kasa.',
      few: '# rzeczy nie są takie, jak podpisała je kasa.',
      other: '# rzeczy nie jest takich, jak podpisała je kasa.',
    }),
    more: plural({ one: 'I jeszcze 1.', few: 'I jeszcze #.', other: 'I jeszcze #.' }),
    failed: (message) => `Sprawdzanie nie dobiegło końca: ${message}`,
    deeds: {
      removed: 'Usunięto',
      altered: 'Zmieniono',
      added: 'Dodano',
      reordered: 'Przeniesiono',
      'rolled-back': 'Starszy stan',
      'log-altered': 'Zmieniono rejestr',
    },
    place: (number) => `miejsce ${number}`,
    deleted: plural({
      one: 'Po okresie przechowywania usunięto 1 operację.',
      few: 'Po okresie przechowywania usunięto # operacje.',
      other: 'Po okresie przechowywania usunięto # operacji.',
    }),
    erased: plural({
      one: 'W 1 operacji usunięto po terminie dane osobowe.',
      few: 'W # operacjach usunięto po terminie dane osobowe.',
      other: 'W # operacjach usunięto po terminie dane osobowe.',
    }),
  },
  save: 'Zapisz jako wiersze JSON',
  saveHint:
    'Każda operacja w osobnym wierszu. Numery kart są w nim całe, a z kopii także kody PIN. Po zamknięciu sprawy trzeba go usunąć.',
  close: 'Zamknij plik',
  opened: plural({
    one: 'Plik jest otwarty: 1 operacja.',
    few: 'Plik jest otwarty: # operacje.',
    other: 'Plik jest otwarty: # operacji.',
  }),
  searchHint: 'Słowa, które ma operacja: cyfry karty, numer (#12), zamówienie, imię, powód.',
  slipNotice: 'Z wyeksportowanego dziennika',
}
