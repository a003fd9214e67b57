import { spanishDayWords } from '../../../domain/day-words/spanish.js'
import { createPlural } from '../plural.js'
import type { Texts } from '../texts.js'
import { spanishAttention } from './attention.js'
import { spanishDay } from './day.js'
import { spanishDesk } from './desk.js'
import { spanishErrors } from './errors.js'
import { spanishJournal } from './journal.js'
import { spanishNames } from './names.js'
import { spanishOutcome } from './outcome.js'
import { spanishSlip } from './slip.js'

const plural = createPlural<'one' | 'other'>('es', 'other')
const onlyHere = 'Solo se envía con esta página abierta'

/** Spanish. */
export const spanish: Texts = {
  ...spanishAttention,
  csv: spanishDayWords,
  day: spanishDay,
  desk: spanishDesk,
  errors: spanishErrors,
  journal: spanishJournal,
  names: spanishNames,
  outcome: spanishOutcome,
  slip: spanishSlip,
  kinds: spanishDayWords.kinds,
  reach: {
    online: 'En línea',
    offline: 'Sin conexión',
    unknown: 'Comprobando la conexión…',
    stopped: 'No funciona',
    paused: 'Envío en pausa',
    blocked: 'No se envía',
    busy: 'Servicio de tarjetas ocupado',
    partly: 'No se envía todo',
    stalled: 'Espera demasiado larga',
  },
  reachChanges: { online: 'El servicio de tarjetas responde.' },
  pauses: {
    offline: 'No se puede acceder al servicio de tarjetas.',
    'not-the-service': 'Puede que haga falta iniciar sesión en esta red Wi-Fi.',
    'worker-answers':
      'Un script de este sitio responde en lugar del servicio de tarjetas. Por eso no se envía nada. Avise a soporte.',
    unsent: 'La caja no pudo preparar sus peticiones. Avise a soporte.',
    unauthorized: 'El servicio de tarjetas no acepta las credenciales de esta caja.',
    busy: 'El servicio de tarjetas está ocupado. Lo intentaremos de nuevo.',
    misconfigured: 'El servicio de tarjetas no conoce esta dirección.',
    failing: 'El servicio de tarjetas tiene un problema con esta operación.',
  },
  hints: {
    address:
      'La dirección parece incorrecta: el servicio de tarjetas no conoce esta operación. No se ha perdido nada. Pida a soporte que compruebe la dirección del servicio de tarjetas y envíe de nuevo.',
    cors: 'El servicio de tarjetas está ahí, pero los envíos se cortan enseguida. Seguramente no permite la dirección de esta caja, un método o una cabecera (CORS). Avise a soporte.',
    'hidden-headers':
      'El servicio de tarjetas oculta sus cabeceras a esta caja. Seguramente no las expone (CORS). Avise a soporte.',
    csp: 'La política de seguridad de este sitio no deja pasar nada al servicio de tarjetas (Content-Security-Policy, connect-src). Avise a soporte.',
    'local-network':
      'Este navegador bloquea para este sitio la red de la tienda, donde puede estar el servicio de tarjetas. Permita el acceso a la red local en la configuración del sitio, junto a la dirección. Avise a soporte.',
  },
  storage: {
    low: 'Este dispositivo está casi lleno. Libere espacio antes de registrar algo nuevo. Lo que está en espera se sigue enviando.',
    outdated:
      'En este navegador está abierta una versión más reciente de la caja. Vuelva a cargar la página. No se ha perdido nada.',
    deleted:
      'Los datos de esta caja se han borrado del navegador, también lo que estaba en espera. Llame a soporte y vuelva a cargar la página para empezar de nuevo.',
    lost: 'El navegador ha perdido el acceso a los datos de esta caja. No se puede registrar nada hasta que vuelva. La caja sigue intentándolo.',
  },
  loss: {
    replaced: {
      what: (time) => `El navegador ha perdido los datos de esta caja. Vistos por última vez: ${time}.`,
      missing: plural({
        one: 'Falta una operación aún sin confirmar.',
        other: 'Faltan # operaciones aún sin confirmar.',
      }),
      advice: 'Avise a su encargado. Los números de tique continúan tras un salto.',
    },
    'set-back': {
      what: (time) =>
        `El navegador ha recuperado datos anteriores de esta caja. Los más recientes se vieron por última vez: ${time}.`,
      missing: plural({
        one: 'Falta una operación registrada desde entonces.',
        other: 'Faltan # operaciones registradas desde entonces.',
      }),
      advice:
        'Avise a su encargado. Lo que está en espera quizá ya se envió: la caja comprueba antes cada operación.',
    },
    none: 'No falta ninguna operación.',
    acknowledge: 'He tomado nota',
    acknowledged: 'Anotado.',
    kept: plural({
      one: 'Se puede recuperar una operación.',
      other: 'Se pueden recuperar # operaciones.',
    }),
    effect:
      'Lo que se recupera va al final de la cola. Lo que quizá ya se envió lo comprueba antes una persona.',
    bringBack: 'Recuperar',
    key: 'Clave privada de la tienda',
    broughtBack: plural({
      one: 'Se ha recuperado una operación.',
      other: 'Se han recuperado # operaciones.',
    }),
    damaged: plural({
      one: 'Una copia estaba dañada.',
      other: '# copias estaban dañadas.',
    }),
    clashing: plural({
      one: 'No se ha recuperado una operación porque su número ya está en uso aquí. Avise a soporte.',
      other: 'No se han recuperado # operaciones porque sus números ya están en uso aquí. Avise a soporte.',
    }),
    left: plural({
      one: 'No se ha recuperado una operación: su copia necesita otra clave, o es de otro servicio de tarjetas o de otra moneda. La copia se conserva.',
      other:
        'No se han recuperado # operaciones: sus copias necesitan otra clave, o son de otro servicio de tarjetas o de otra moneda. Las copias se conservan.',
    }),
    without: 'Continuar sin ellas',
    sure: 'Las copias se borran definitivamente.',
  },
  worker: {
    starting: 'El envío en segundo plano se está iniciando.',
    active: 'El envío en segundo plano está listo.',
    none: (detail) => `${onlyHere}: ${detail}.`,
    heldBack: (option) => `${onlyHere}: la opción ${option} se queda en la página.`,
    outdated: `${onlyHere}: el envío en segundo plano espera su actualización.`,
    reload: `${onlyHere}: vuelva a cargar todas las páginas de esta caja.`,
    missing: {
      replay: (script) => `${onlyHere}: ${script} no participa en el envío.`,
      takeover: (script) =>
        `${onlyHere}: una versión más reciente de ${script} espera a que se cierren todas las páginas de este sitio.`,
      registration: () =>
        `${onlyHere}: el envío en segundo plano se ha eliminado. Vuelva a cargar la página.`,
      scope: (script) => `${onlyHere}: ${script} ocupa el lugar del envío en segundo plano. Avise a soporte.`,
    },
    failed: (detail) => `${onlyHere}: el envío en segundo plano no se inició (${detail}).`,
  },
  status: {
    label: 'Estado de la caja',
    line: 'Conexión con el servicio de tarjetas:',
    waiting: (_, shown) => `${shown} en espera`,
    waitingUnknown: 'En espera: no se sabe',
    parked: (_, shown) => `${shown} por revisar`,
    parkedUnknown: 'Por revisar: no se sabe',
    nothingWaits: 'Ya no hay nada en espera.',
    delivering: (done, total) => `Enviando: ${done} de ${total}`,
    secondsLeft: () => 'queda menos de un minuto',
    minutesLeft: plural({ one: 'queda un minuto aproximadamente', other: 'quedan unos # minutos' }),
    replay: 'Enviar ahora',
    pause: 'Pausar',
    resume: 'Reanudar',
    held: (time, name = 'una persona') => `El envío lo pausó ${name} (${time}). Puede seguir atendiendo.`,
    resumed: 'El envío se ha reanudado.',
    replaying: 'Enviando…',
    replayFailed: (message) => `El envío falló: ${message}`,
    settledNow: plural({ one: '# completada', other: '# completadas' }),
    parkedNow: (_, shown) => `${shown} por revisar`,
    requeuedNow: (_, shown) => `${shown} de nuevo en espera`,
    stillDown: 'El envío sigue en pausa.',
    nothingToSend: 'No hay nada que enviar.',
    pauseOf: (kind, pause) => `${kind}: ${pause}`,
    nextTry: (duration) => `Próximo intento en ${duration}.`,
    tryingNow: 'Intentándolo ahora…',
    keepServing: 'Puede seguir atendiendo.',
    stalled: (duration) => `La operación más antigua espera desde hace ${duration}. Avise a su encargado.`,
    oldest: (time) => `La más antigua espera desde: ${time}.`,
    notPersistent: 'El almacenamiento de este dispositivo no está protegido. Avise a su responsable.',
    copiesFailing: (time) =>
      `Las copias de seguridad no salen de este dispositivo (desde: ${time}). Avise a su responsable.`,
    trouble: (fault) => `Problema con el almacenamiento de esta caja: ${fault}`,
    reload: 'Volver a cargar la página',
    details: 'Detalles',
    clockAhead: (time) => `El reloj del servicio va ${time} adelantado respecto a esta caja.`,
    clockBehind: (time) => `El reloj del servicio va ${time} atrasado respecto a esta caja.`,
    room: (used, quota) => `Espacio usado: ${used} de ${quota}.`,
  },
  reasons: {
    unknown: 'Enviada, sin respuesta. Compruebe la tarjeta antes de enviarla de nuevo.',
    conflict: 'El servicio de tarjetas tiene datos distintos.',
    precondition: 'Otra persona cambió los datos entretanto.',
    rejected: 'Rechazada por el servicio de tarjetas.',
    refused: 'El servicio de tarjetas no se lo permite a esta caja.',
    reference: 'La operación original no llegó a realizarse.',
    expired: 'Demasiado antigua para enviarse automáticamente.',
    moved: 'Se pasó a otra caja.',
    invalid: 'Va contra las reglas de esta caja. Corríjala o anúlela.',
    unreadable: 'Aquí no se puede leer su registro. Se conserva tal como está.',
  },
  reasonDetails: {
    stored:
      'Enviada, pero no sabemos si funcionó. Enviarla de nuevo da la misma respuesta. Compruebe la tarjeta.',
    answered: 'Enviada, pero no sabemos si funcionó. Compruebe la tarjeta antes de enviarla de nuevo.',
    probablyApplied: 'Es probable que un intento anterior funcionara.',
  },
  events: {
    'rung-up': 'Registrada',
    'limit-overridden': 'Admitida por encima de un límite',
    'duplicate-allowed': 'Admitida, no es un duplicado',
    imported: 'Importada de un archivo',
    attempt: 'Enviada',
    recovery: 'Revisada de nuevo',
    resolved: 'Conflicto resuelto',
    expired: 'Demasiado antigua para enviarse automáticamente',
    'not-repeated': 'No enviada de nuevo',
    'handed-over': 'Pasada a otra caja',
    'take-back': 'Recuperada de otra caja',
    'send-again': 'Enviada de nuevo',
    'mark-applied': 'Anotada como realizada',
    amend: 'Corregida',
    void: 'Anulada',
    'show-cards': 'Número de tarjeta mostrado',
    'look-up': 'Servicio de tarjetas consultado',
  },
  outcomes: {
    acknowledged: 'el servicio la tiene',
    unacknowledged: 'una respuesta que no confirma nada',
    'not-the-service': 'respondió otra cosa, quizá la página de acceso de una red Wi-Fi',
    rejected: 'el servicio la rechazó',
    unauthorized: 'el servicio no se lo permitió a esta caja',
    misconfigured: 'el servicio no tiene esa dirección',
    conflict: 'el servicio tiene datos distintos',
    precondition: 'los datos habían cambiado entretanto',
    busy: 'el servicio está ocupado',
    failed: 'el servicio falló',
    silent: 'sin respuesta',
    unsent: 'no salió de la caja',
    interrupted: 'la caja se detuvo antes de la respuesta',
    unreadable: 'su registro no se puede leer',
    unreferenced: 'no se conoce la transacción que necesita',
    expired: 'era más antigua de lo que permite la caja',
    unrepeatable: 'un intento anterior pudo funcionar, y enviarla de nuevo podría hacerla dos veces',
    'found-applied': 'se preguntó al servicio y la tiene',
    'found-absent': 'se preguntó al servicio y no la tiene',
  },
  history: {
    by: (name) => `por ${name}`,
    status: (status) => `estado ${status}`,
    silence: { network: 'falló la conexión', timeout: 'tardó demasiado' },
  },
}
