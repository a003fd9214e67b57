import type { Language } from '../languages.js'

export type TourStep = 'online' | 'confirmed' | 'unplugged' | 'saved' | 'plugged' | 'recovered'

interface TourTexts {
  label: string
  start: string
  stop: string
  /** Why the tour does not go on. */
  unfinished: string
  steps: Record<TourStep, string>
}

/** What the tour says, in each language. */
export const tourTexts: Record<Language, TourTexts> = {
  en: {
    label: 'Tour',
    start: 'Watch the tour (30 seconds)',
    stop: 'End the tour',
    unfinished: 'The form holds an unfinished operation. Enter or clear it, then start the tour again.',
    steps: {
      online: 'A refund is entered. The card service answers.',
      confirmed: 'It is confirmed. That is how most days go.',
      unplugged: 'Now the tour pulls the plug. The till says so, and you can keep serving.',
      saved: 'Another refund. It is saved on this till and waits.',
      plugged: 'The line is back. What waited is sent by itself: in order, once.',
      recovered: 'Confirmed, and nothing was lost. Now it is your turn.',
    },
  },
  de: {
    label: 'Rundgang',
    start: 'Rundgang ansehen (30 Sekunden)',
    stop: 'Rundgang beenden',
    unfinished:
      'Das Formular enthält einen unfertigen Vorgang. Erfassen Sie ihn oder leeren Sie das Formular, dann starten Sie den Rundgang neu.',
    steps: {
      online: 'Eine Erstattung wird erfasst. Der Kartendienst antwortet.',
      confirmed: 'Sie ist bestätigt. So verlaufen die meisten Tage.',
      unplugged:
        'Jetzt zieht der Rundgang den Stecker. Die Kasse zeigt es an, und Sie können weiter kassieren.',
      saved: 'Noch eine Erstattung. Sie ist auf dieser Kasse gespeichert und wartet.',
      plugged: 'Die Verbindung ist zurück. Wartendes wird von selbst gesendet: der Reihe nach, genau einmal.',
      recovered: 'Bestätigt, und nichts ging verloren. Jetzt sind Sie dran.',
    },
  },
  fr: {
    label: 'Visite guidée',
    start: 'Voir la visite guidée (30 secondes)',
    stop: 'Terminer la visite',
    unfinished:
      'Le formulaire contient une opération non terminée. Saisissez-la ou effacez-la, puis relancez la visite.',
    steps: {
      online: 'Un remboursement est saisi. Le service cartes répond.',
      confirmed: 'Il est confirmé. C’est ainsi la plupart du temps.',
      unplugged:
        'La visite coupe maintenant la ligne. La caisse le signale, et vous pouvez continuer à servir.',
      saved: 'Un autre remboursement. Il est enregistré sur cette caisse et attend.',
      plugged: 'La ligne est rétablie. Ce qui attendait part tout seul : dans l’ordre, une seule fois.',
      recovered: 'Confirmé, et rien n’a été perdu. À vous.',
    },
  },
  es: {
    label: 'Visita guiada',
    start: 'Ver la visita guiada (30 segundos)',
    stop: 'Terminar la visita',
    unfinished:
      'El formulario contiene una operación sin terminar. Regístrela o bórrela y vuelva a iniciar la visita.',
    steps: {
      online: 'Se registra un reembolso. El servicio de tarjetas responde.',
      confirmed: 'Está confirmado. Así es casi todos los días.',
      unplugged: 'Ahora la visita corta la línea. La caja lo indica, y usted puede seguir atendiendo.',
      saved: 'Otro reembolso. Se guarda en esta caja y espera.',
      plugged: 'La línea ha vuelto. Lo que esperaba se envía solo: en orden, una sola vez.',
      recovered: 'Confirmado, y no se ha perdido nada. Ahora le toca a usted.',
    },
  },
  it: {
    label: 'Visita guidata',
    start: 'Visita guidata (30 secondi)',
    stop: 'Termina la visita',
    unfinished:
      'Il modulo contiene un’operazione non finita. Registrarla o svuotare il modulo, poi riavviare la visita.',
    steps: {
      online: 'Si registra un rimborso. Il servizio carte risponde.',
      confirmed: 'È confermato. Quasi sempre va così.',
      unplugged: 'Ora la visita stacca la linea. La cassa lo segnala, e si può continuare a servire.',
      saved: 'Un altro rimborso. È salvato su questa cassa e aspetta.',
      plugged: 'La linea è tornata. Ciò che aspettava parte da solo: in ordine, una volta sola.',
      recovered: 'Confermato, e nulla è andato perso. Ora tocca a te.',
    },
  },
  nl: {
    label: 'Rondleiding',
    start: 'Rondleiding (30 seconden)',
    stop: 'Rondleiding stoppen',
    unfinished:
      'Het formulier bevat een onvoltooide bewerking. Voer die in of maak het formulier leeg en start de rondleiding opnieuw.',
    steps: {
      online: 'Een terugbetaling wordt ingevoerd. De kaartdienst antwoordt.',
      confirmed: 'Die is bevestigd. Zo gaat het op de meeste dagen.',
      unplugged:
        'Nu trekt de rondleiding de stekker eruit. De kassa meldt het, en u kunt verder met afrekenen.',
      saved: 'Nog een terugbetaling. Die is op deze kassa opgeslagen en wacht.',
      plugged: 'De verbinding is terug. Wat wachtte, wordt vanzelf verzonden: op volgorde, één keer.',
      recovered: 'Bevestigd, en er ging niets verloren. Nu bent u aan de beurt.',
    },
  },
  pl: {
    label: 'Prezentacja',
    start: 'Obejrzyj prezentację (30 sekund)',
    stop: 'Zakończ prezentację',
    unfinished:
      'Formularz zawiera niedokończoną operację. Proszę ją wprowadzić lub wyczyścić i uruchomić prezentację ponownie.',
    steps: {
      online: 'Wprowadzany jest zwrot. Serwis kart odpowiada.',
      confirmed: 'Jest potwierdzony. Tak jest prawie zawsze.',
      unplugged: 'Teraz połączenie zostaje przerwane. Kasa o tym informuje, można obsługiwać dalej.',
      saved: 'Kolejny zwrot. Jest zapisany w tej kasie i czeka.',
      plugged: 'Połączenie wróciło. To, co czekało, wysyła się samo: po kolei, jeden raz.',
      recovered: 'Potwierdzono, nic nie zginęło. Teraz kolej na Państwa.',
    },
  },
  pt: {
    label: 'Visita guiada',
    start: 'Ver a visita guiada (30 segundos)',
    stop: 'Terminar a visita',
    unfinished: 'O formulário tem uma operação por terminar. Registe-a ou limpe-a e inicie a visita de novo.',
    steps: {
      online: 'É registado um reembolso. O serviço de cartões responde.',
      confirmed: 'Está confirmado. É assim quase sempre.',
      unplugged: 'Agora a visita corta a ligação. A caixa avisa, e pode continuar a atender.',
      saved: 'Outro reembolso. Fica guardado nesta caixa e espera.',
      plugged: 'A ligação voltou. O que esperava é enviado sozinho: por ordem, uma só vez.',
      recovered: 'Confirmado, e nada se perdeu. Agora é a sua vez.',
    },
  },
}
