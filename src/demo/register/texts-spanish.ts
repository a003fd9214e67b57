import { spanishDayWords } from '../../domain/day-words/spanish.js'
import { spanishJournal } from '../../elements/texts/spanish/journal.js'
import { describeLength } from './card-length.js'
import type { RegisterTexts } from './texts.js'

const lengths = {
  atLeast: (min: number) => `al menos ${min}`,
  between: (min: number, max: number) => `de ${min} a ${max}`,
  atMost: (max: number) => `como máximo ${max}`,
}

/** The texts of the register in Spanish. */
export const spanish: RegisterTexts = {
  title: 'Registrar',
  tabs: {
    refund: 'Reembolso',
    associate: 'Vincular tarjeta',
    migrate: 'Sustituir tarjeta',
    updateReceipt: 'Corregir tique',
    confirmOrder: 'Pedido',
  },
  actions: {
    refund: 'Registrar el reembolso',
    associate: 'Vincular la tarjeta',
    migrate: 'Sustituir la tarjeta',
    updateReceipt: 'Registrar la corrección',
    confirmOrder: 'Registrar el pedido',
  },
  kinds: spanishDayWords.kinds,
  states: spanishJournal.states,
  example: 'Ejemplo',
  clear: 'Vaciar',
  optional: 'opcional',
  fields: {
    card: 'Tarjeta',
    authorization: 'Código de autorización',
    method: 'Se devuelve en',
    notes: 'Notas',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    email: 'Correo electrónico',
    pin: 'Código PIN',
    oldCard: 'Tarjeta antigua',
    newCard: 'Tarjeta nueva',
    target: '¿Qué operación se corrige?',
    transaction: 'Número de transacción',
    number: 'Número del tique',
    order: 'Número de pedido',
    externalOrder: 'Pedido externo',
    buyerName: 'Nombre del comprador',
    buyerEmail: 'Correo del comprador',
  },
  hints: {
    transaction: 'El que dio el servicio para el reembolso o la sustitución',
    number: 'El tique corregido conserva su número',
    order: 'Este o el pedido externo',
    externalOrder: 'Este o el número de pedido',
    pin: 'Lo escribe el cliente',
  },
  methods: { 'stored-value': 'Tarjeta prepago', cash: 'Efectivo', 'bank-card': 'Tarjeta bancaria' },
  lists: {
    lines: {
      legend: 'Tique',
      add: 'Añadir una línea',
      row: (number) => `Línea ${number}`,
      remove: (number) => `Quitar la línea ${number}`,
    },
    payments: {
      legend: 'Pagos',
      add: 'Añadir un pago',
      row: (number) => `Pago ${number}`,
      remove: (number) => `Quitar el pago ${number}`,
    },
  },
  columns: {
    lines: { name: 'Artículo', price: 'Precio', quantity: 'Cantidad' },
    payments: { method: 'Pagado con', amount: 'Importe' },
  },
  total: 'Total',
  sum: 'Pagado',
  targets: {
    first: 'Escanee o escriba la tarjeta. Lo que se registró aquí con ella aparecerá aquí.',
    none: 'Aquí no se registró ningún reembolso ni sustitución de esta tarjeta. Escriba el número de transacción.',
    other: 'Otra, por su número de transacción',
    number: (number) => `N.º ${number}`,
  },
  faults: {
    card: 'Escanee o escriba la tarjeta.',
    oldCard: 'Escanee o escriba la tarjeta antigua.',
    newCard: 'Escanee o escriba la tarjeta nueva.',
    sameCard: 'Es también la tarjeta antigua. Escanee la nueva.',
    transaction: 'Elija una operación arriba o escriba su número de transacción.',
    number: 'Escriba el número que aparece en el tique.',
    order: 'Escriba el número de pedido o el pedido externo.',
    email: 'Escriba una dirección como ada@example.com.',
    whole: 'Escriba un número entero, solo cifras.',
    amount: 'Escriba un importe como 12,50, sin separador de miles.',
    quantity: 'Escriba una cantidad como 1 o 0,125.',
    positive: 'El total debe ser mayor que cero.',
    lines: 'Escriba al menos una línea con su precio.',
    unchanged: 'El tique ya dice esto. Cambie lo que está mal.',
  },
  cardFaults: {
    length: (min, max, found) =>
      `Un número de tarjeta tiene ${describeLength(min, max, lengths)} caracteres. Este tiene ${found}.`,
    pattern: 'No es un número de tarjeta de esta tienda.',
    'check-digit':
      'Una cifra de este número de tarjeta es incorrecta. Escanee la tarjeta o escríbala de nuevo.',
  },
  refusedField: {
    missing: 'Este campo es necesario.',
    sum: 'El tique no cuadra: líneas, pagos y total deben dar la misma suma.',
    other: 'La caja no acepta este valor.',
  },
  check: 'Aún no registrado. Compruebe lo que está marcado.',
  again: 'Aún no registrado.',
  support: (message) => `Para soporte: ${message}`,
  troubles: {
    storage: {
      title: 'NO guardado. No entregue nada.',
      advice:
        'El navegador no pudo guardarlo. Lo que escribió sigue aquí: pruebe otra vez o atienda al cliente en otra caja.',
    },
    outdated: {
      title: 'NO registrado. Esta página no está al día.',
      advice:
        'En este navegador está abierta una versión más reciente de la caja. Vuelva a cargar la página y regístrelo allí. No se ha perdido nada.',
    },
    closed: {
      title: 'NO registrado. Esta caja se ha cerrado.',
      advice: 'Vuelva a cargar la página y regístrelo allí.',
    },
    unclear: {
      title: 'No es seguro que se haya guardado. No entregue nada todavía.',
      advice: 'Pulse el botón otra vez: no se puede registrar dos veces.',
    },
  },
  duplicate: {
    title: (time) => `Esto ya se registró a las ${time}.`,
    advice: 'No se ha registrado nada nuevo. Mire la primera operación. Si valen las dos, diga por qué.',
    confirm: 'Registrar de nuevo',
    show: 'Mostrarla',
    cancel: 'Cancelar',
  },
  reused: {
    title: 'La primera pulsación sí se guardó.',
    advice:
      'Lo que se cambió después no se ha registrado. Mire la operación guardada antes de registrar otra.',
    confirm: 'Registrar como nueva',
  },
  limit: {
    title: 'No registrado: se alcanzó un límite.',
    advice: 'Deje que se envíe primero lo que espera, o pregunte a un encargado.',
    confirm: 'Permitir',
    above: {
      hint: (max) => `Por encima de ${max}: debe autorizarlo un encargado.`,
      title: 'No registrado: debe autorizarlo un encargado.',
      advice: 'Llame a un encargado. El nombre y el motivo quedan registrados.',
    },
    reasons: {
      perOperation: (found, max) => `El importe es ${found}. Máximo por operación: ${max}.`,
      perCard: (found, max) => `En esta tarjeta quedarían ${found} en espera. Máximo: ${max}.`,
      total: (found, max) => `En esta caja quedarían ${found} en espera. Máximo: ${max}.`,
      count: (found, max) => `Quedarían ${found} operaciones en espera. Máximo: ${max}.`,
      ageHours: (found, max) => `La operación más antigua espera desde hace ${found}. Máximo: ${max}.`,
    },
  },
  verdict: {
    name: 'Su nombre',
    supervisor: 'Nombre del encargado',
    reason: 'Motivo',
    needed: 'Queda anotado y no puede faltar.',
  },
  scan: {
    read: (field, code) => `${field}, leído: ${code}`,
    homeless: (code) =>
      `${code} no es un número de tarjeta y ningún campo de aquí lo acepta. No se ha cambiado nada.`,
    secret: (field) => `Una lectura entró en el campo ${field} y se ha quedado allí. Compruébelo.`,
    filled: (held, scanned) => `Este campo tiene ${held}. La lectura dice ${scanned}. ¿Cuál es la tarjeta?`,
    keep: (card) => `Dejar ${card}`,
    use: (card) => `Usar ${card}`,
  },
  keypad: { title: 'Teclado', next: 'Siguiente', erase: 'Borrar', mark: 'Coma' },
  reference: (id) => `ref. ${id}`,
  order: (name) => `Pedido ${name}`,
  migrated: (oldCard, newCard) => `Tarjeta antigua ${oldCard} → tarjeta nueva ${newCard}`,
  preview: {
    title: 'Venta actual',
    empty: 'Las líneas y el total aparecen aquí mientras escribe.',
    numbered: 'El tique recibe su número al registrarse.',
    corrected: 'El tique conserva su número y su fecha.',
  },
  slip: { title: 'Último tique', empty: 'Aquí aparece el tique de lo que registre, listo para imprimir.' },
  recent: {
    title: 'Operaciones recientes',
    empty: 'Aún no se ha registrado nada. Pulse Ejemplo y regístrelo.',
    fault: (message) => `No se puede leer la lista: ${message}`,
  },
  allowedBy: (name) => `Autorizado por ${name}`,
  restored: (time) => `Todavía sin registrar: esto se escribió a las ${time}. Compruébelo o bórrelo.`,
  balance: {
    amount: (amount) => `Saldo: ${amount}.`,
    waiting: (amount) => `Provisional: ${amount} en espera en esta tarjeta.`,
    failed: 'Ahora no se puede leer el saldo.',
  },
}
