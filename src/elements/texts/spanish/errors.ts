import type { ErrorTexts } from '../errors.js'

const setUp = 'Esta caja no está bien configurada. Avise a soporte.'

/** Spanish. */
export const spanishErrors: ErrorTexts = {
  codes: {
    'invalid-operation': 'Algunos campos no son correctos. Corríjalos.',
    'invalid-receipt': 'El tique no cuadra. Compruebe los importes.',
    'invalid-options': setUp,
    'browser-required': setUp,
    'dexie-conflict': setUp,
    'load-failed':
      'Una parte de la caja no se ha cargado. Compruebe la conexión y vuelva a cargar la página.',
    'id-reused': 'Ya se registró otra cosa con el mismo número. Avise a soporte.',
    duplicate: 'Esto ya se registró. Mire la primera operación antes de registrarla de nuevo.',
    'outcome-unknown': 'No sabemos si se hizo. Compruébelo primero y luego inténtelo de nuevo.',
    'keys-lost':
      'Faltan las claves de los datos de esta caja. Deje este navegador como está y llame a soporte. No se ha cambiado nada.',
    'service-mismatch': 'Los datos de esta caja son de otro servicio de tarjetas. Avise a soporte.',
    outdated:
      'En este navegador está abierta una versión más reciente de la caja. Vuelva a cargar la página.',
    'till-closed': 'Esta caja se ha cerrado. Vuelva a cargar la página.',
    voided: 'La operación se anuló.',
    'unknown-entry': 'Esta caja ya no tiene esta operación.',
  },
  limits: {
    perOperation: (found, max) => `El importe es ${found}. Máximo por operación: ${max}.`,
    perCard: (found, max) => `En esta tarjeta quedarían ${found} en espera. Máximo: ${max}.`,
    total: (found, max) => `En esta caja quedarían ${found} en espera. Máximo: ${max}.`,
    count: (found, max) => `Quedarían ${found} operaciones en espera. Máximo: ${max}.`,
    ageHours: (found, max) => `La operación más antigua espera desde hace ${found}. Máximo: ${max}.`,
  },
  storage: {
    full: 'Este dispositivo está lleno. Libere espacio e inténtelo de nuevo.',
    failed:
      'El navegador no pudo guardarlo. Inténtelo de nuevo. Si vuelve a fallar, vuelva a cargar la página.',
    reserved: 'El espacio que queda es para las operaciones en espera. Libere espacio e inténtelo de nuevo.',
    insecure: 'Esta página no se ha cargado de forma segura (https). Avise a soporte.',
    deleted: 'Los datos de esta caja se han borrado del navegador. Vuelva a cargar la página.',
    closed: 'Esta caja se ha cerrado. Vuelva a cargar la página.',
  },
  acts: {
    'not-handed-over': 'No se pasó a otra caja. No hay nada que recuperar.',
    sending: 'Se está enviando. Espere la respuesta.',
    settled: 'El servicio de tarjetas ya la tiene. Registre una corrección como operación nueva.',
    voided: 'Se anuló. Si aún hace falta, regístrela de nuevo.',
    queued: 'Está a la espera de envío. No hay nada que hacer.',
    unreadable: 'No se puede leer. Anúlela o anote que se realizó.',
    moved: 'La tiene otra caja. Recupérela primero.',
    'secrets-erased': 'Los códigos de la tarjeta se han borrado. Corríjala en su lugar.',
    'newer-release': 'La escribió una versión más reciente de la caja. Vuelva a cargar la página.',
    changed: 'Ha cambiado entretanto. Mírela de nuevo y decida.',
    'by-missing': 'Escriba su nombre.',
    'reason-missing': 'Escriba un motivo.',
    'shop-key': 'Solo la clave privada de la tienda abre las copias.',
    'other-service':
      'Las copias son de otro servicio de tarjetas o de otra moneda. Se conservan. Avise a soporte.',
    'transaction-invalid': 'El número de transacción debe ser un número entero.',
  },
  transfers: {
    'passphrase-short': (min) => `La frase secreta es demasiado corta. Necesita al menos ${min} caracteres.`,
    'verdict-missing': () => 'Escriba su nombre y un motivo.',
    'own-terminal': (terminal) => `${terminal} es esta caja. Indique la caja que recibirá el archivo.`,
    'not-ours': () => 'No es un archivo de una caja. Elija otro archivo.',
    cut: () => 'Falta el final del archivo. Cópielo de nuevo.',
    newer: () => 'El archivo es de una versión más reciente. Actualice primero esta caja.',
    'wrong-passphrase': () =>
      'La frase secreta no es correcta, o el archivo se modificó. Escríbala de nuevo o copie otra vez el archivo.',
    'needs-key': () => 'Este archivo se abre con la clave privada de la tienda. Elija la clave.',
    'needs-passphrase': () => 'Este archivo se abre con una frase secreta. Escríbala.',
    'wrong-key': () =>
      'La clave no corresponde, o el archivo ha cambiado. Elija otra clave o copie otra vez el archivo.',
    unsound: (place) => `El archivo está dañado (${place}). Vuelva a crearlo en la otra caja.`,
    'other-terminal': (terminal) => `El archivo es para el terminal ${terminal}. Ábralo allí.`,
    'other-service': (address) =>
      `El archivo es para otro servicio de tarjetas (${address}). Ábralo en una caja de ese servicio o avise a soporte.`,
    'other-currency': (currency) =>
      `Los importes del archivo están en ${currency}. Ábralo en una caja con esa moneda.`,
    'too-old': () => 'El archivo tiene más de un año. Avise a soporte.',
    changed: () => 'Algo ha cambiado entretanto y no se ha pasado nada. Inténtelo de nuevo.',
    sending: () => 'Se está enviando una operación. Espere la respuesta e inténtelo de nuevo.',
    'file-deleted': () => 'El archivo se eliminó cuando ya había llegado. Use la copia de la otra caja.',
    'file-damaged': () => 'El archivo guardado está dañado. Recupere sus operaciones y páselas de nuevo.',
    'file-unknown': () => 'Esta caja ya no conoce este traspaso.',
  },
  other: (name) => `Algo ha fallado (${name}). Si se repite, avise a soporte.`,
}
