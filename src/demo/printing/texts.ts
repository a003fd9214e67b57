import type { Language } from '../languages.js'

/** What the choice of a receipt printer says. */
export interface PrinterTexts {
  serial: string
  usb: string
  printing: string
  printed: string
  failed: (message: string) => string
}

export const printerTexts: Record<Language, PrinterTexts> = {
  en: {
    serial: 'Serial printer',
    usb: 'USB printer',
    printing: 'Printing…',
    printed: 'Sent to the printer.',
    failed: (message) => `The printer did not take it. Check cable and paper, or press Print. (${message})`,
  },
  de: {
    serial: 'Serieller Drucker',
    usb: 'USB-Drucker',
    printing: 'Wird gedruckt…',
    printed: 'An den Drucker gesendet.',
    failed: (message) =>
      `Der Drucker hat nichts angenommen. Kabel und Papier prüfen oder „Drucken“ drücken. (${message})`,
  },
  fr: {
    serial: 'Imprimante série',
    usb: 'Imprimante USB',
    printing: 'Impression…',
    printed: 'Envoyé à l’imprimante.',
    failed: (message) =>
      `L’imprimante n’a rien reçu. Vérifier le câble et le papier, ou appuyer sur Imprimer. (${message})`,
  },
  es: {
    serial: 'Impresora serie',
    usb: 'Impresora USB',
    printing: 'Imprimiendo…',
    printed: 'Enviado a la impresora.',
    failed: (message) =>
      `La impresora no lo ha aceptado. Revise el cable y el papel, o pulse Imprimir. (${message})`,
  },
  it: {
    serial: 'Stampante seriale',
    usb: 'Stampante USB',
    printing: 'Stampa in corso…',
    printed: 'Inviato alla stampante.',
    failed: (message) =>
      `La stampante non ha ricevuto nulla. Controllare cavo e carta, o premere Stampa. (${message})`,
  },
  nl: {
    serial: 'Seriële printer',
    usb: 'USB-printer',
    printing: 'Bezig met afdrukken…',
    printed: 'Naar de printer gestuurd.',
    failed: (message) =>
      `De printer heeft niets ontvangen. Controleer kabel en papier, of druk op Afdrukken. (${message})`,
  },
  pl: {
    serial: 'Drukarka szeregowa',
    usb: 'Drukarka USB',
    printing: 'Drukowanie…',
    printed: 'Wysłano do drukarki.',
    failed: (message) =>
      `Drukarka nic nie przyjęła. Proszę sprawdzić kabel i papier albo nacisnąć Drukuj. (${message})`,
  },
  pt: {
    serial: 'Impressora série',
    usb: 'Impressora USB',
    printing: 'A imprimir…',
    printed: 'Enviado para a impressora.',
    failed: (message) =>
      `A impressora não recebeu nada. Verifique o cabo e o papel, ou prima Imprimir. (${message})`,
  },
}
