import { spanishDayWords } from '../../domain/day-words/spanish.js'
import { createPlural } from '../../elements/texts/plural.js'
import type { LabTexts } from './words.js'

const plural = createPlural<'one' | 'other'>('es', 'other')
const sent = plural({ one: 'enviada una vez', other: 'enviada # veces' })

/** Spanish. */
export const spanish: LabTexts = {
  intro: 'Aquí se averían la línea y el servicio de tarjetas, y se ve qué hace la caja.',
  silence: 'Tampoco responde el servidor de la caja. La caja funciona igualmente.',
  failed: 'El servicio de prueba no lo ha aceptado. Inténtelo de nuevo.',
  kinds: { ...spanishDayWords.kinds, confirmOrder: 'Pedido', unknown: 'Operación' },
  line: {
    title: 'La línea',
    plug: 'Línea',
    colon: ':',
    plugTo: ' con el servicio de tarjetas',
    till: 'Caja',
    service: 'Servicio de tarjetas',
    pluggedIn: 'enchufada',
    pulled: 'desenchufada',
    tryPulling: 'Desenchufe la línea y siga vendiendo.',
    tryRinging: 'Registre ahora un reembolso. Se queda aquí y sale cuando vuelva a enchufar.',
    keeping: plural({
      one: 'Una operación espera aquí, bien guardada. Enchufe de nuevo y vea cómo sale.',
      other: '# operaciones esperan aquí, bien guardadas. Enchufe de nuevo y vea cómo salen, por orden.',
    }),
    catchingUp: plural({
      one: 'Enchufada: una operación espera todavía.',
      other: 'Enchufada: # operaciones esperan todavía.',
    }),
    caughtUp: plural({
      one: 'De nuevo en línea: lo que esperaba se ha enviado, una sola vez.',
      other: 'De nuevo en línea: las # que esperaban se han enviado, cada una una sola vez.',
    }),
  },
  faults: {
    title: 'Qué sale mal',
    hint: 'Elija una avería y registre algo.',
    forHowLong: 'Ocurre',
    durations: { once: 'una vez', five: '5 veces', standing: 'hasta que se quite' },
    groups: {
      answers: 'La respuesta no llega',
      refusals: 'El servicio dice que no',
      surroundings: 'Algo es extraño',
    },
    names: {
      answerLost: {
        name: 'Respuesta perdida tras el cargo a la tarjeta',
        till: 'La caja no puede saberlo. Pregunta a una persona en vez de pagar dos veces.',
      },
      requestLost: {
        name: 'Petición perdida por el camino',
        till: 'El navegador lo intenta una vez más. Si también se pierde, la caja pregunta a una persona.',
      },
      resent: {
        name: 'El navegador la envía dos veces por sí solo',
        till: 'La caja oye una sola respuesta. Si el servicio reconoce la repetición, se hace una vez. Si no, dos, y solo sus libros lo muestran.',
      },
      slow: { name: 'La respuesta tarda 5 segundos', till: 'La caja espera. Puede seguir atendiendo.' },
      nonsense: {
        name: 'Respuesta de otro tipo',
        till: 'El servicio no habla así. La caja deja de enviar y por esta pregunta a una persona.',
      },
      busy: {
        name: 'Ocupado: volver en 5 segundos (503)',
        till: 'La caja espera lo que se le pide y luego envía sola.',
      },
      tooMany: {
        name: 'Demasiadas peticiones (429)',
        till: 'La caja no envía nada hasta que el servicio lo permite, y entonces sigue.',
      },
      unauthorized: {
        name: 'Credenciales rechazadas (401)',
        till: 'La caja lo conserva todo y lo intenta dentro de un minuto, o cuando usted quiera.',
      },
      conflict: {
        name: 'Datos distintos (409)',
        till: 'La caja la aparta para una persona. Las demás tarjetas siguen.',
      },
      changed: {
        name: 'Otra persona lo cambió (412)',
        till: 'La caja no sobrescribe nada. Pregunta a una persona.',
      },
      rejected: {
        name: 'Rechazado: la tarjeta está bloqueada (400)',
        till: 'La caja muestra las palabras del servicio y pide una corrección.',
      },
      failed: {
        name: 'Fallo tras el cargo a la tarjeta (500)',
        till: 'Puede haberse hecho. La caja pregunta a una persona y no envía operaciones de este tipo durante un minuto.',
      },
      portal: {
        name: 'Página de acceso del Wi-Fi de invitados',
        till: 'La caja nota que no es el servicio. Lo conserva todo y pregunta de nuevo en un minuto.',
      },
      clock: {
        name: 'El reloj del servicio va una hora adelantado',
        till: 'La caja tiene en cuenta la diferencia y sigue.',
      },
    },
    badDay: 'Un mal día: 3 de cada 10 peticiones salen mal',
    badDayTill: 'Registre diez: nada se pierde y nada se hace dos veces.',
    inForce: 'En vigor',
    none: 'Nada: todas las peticiones llegan.',
    left: plural({ one: 'una vez', other: '# veces' }),
    standing: 'hasta que se quite',
    other: (kind) => `Otra avería (${kind})`,
    clear: 'Quitar',
    added: (name) => `En vigor: ${name}.`,
    cleared: 'Ya no sale nada mal.',
  },
  settings: {
    title: 'Qué sabe hacer el servicio',
    keys: 'Reconoce una repetición',
    keysOn: 'A una petición que vuelve con la misma clave responde de memoria. Nada se hace dos veces.',
    keysOff: 'Una petición que vuelve se hace de nuevo. Por eso la caja no repite sin más.',
    conditions: 'Comprueba las condiciones',
    conditionsOn: 'Un cambio hecho sobre un estado antiguo de la tarjeta se rechaza (412).',
    conditionsOff: 'Un cambio se hace aunque la tarjeta haya cambiado entretanto.',
  },
  tally: {
    title: 'Llegadas y efectos',
    hint: 'Qué llegó al servicio y qué hizo de verdad. El dinero solo se mueve en lo segundo.',
    arrived: 'llegadas',
    applied: 'hechas',
    twice: 'hechas dos veces',
    picture: ({ arrived, applied, twice, lost }) =>
      `Peticiones que llegaron: ${arrived}. Hechas: ${applied}, de ellas dos veces: ${twice}. Perdidas por el camino: ${lost}.`,
    arrivedRow: 'llegadas',
    appliedRow: 'hechas',
    empty: 'Aún no ha llegado nada.',
    fates: {
      answered: 'hecha y respondida',
      unheard: 'hecha, respuesta perdida',
      'turned-down': 'rechazada',
      recognised: 'reconocida, no repetida',
      lost: 'perdida por el camino',
      twice: 'hecha dos veces',
    },
    lost: plural({
      one: '1 petición se perdió por el camino.',
      other: '# peticiones se perdieron por el camino.',
    }),
    probes: plural({
      one: '1 sonda preguntó si hay línea.',
      other: '# sondas preguntaron si hay línea.',
    }),
    repeats: 'Escribir de nuevo el mismo tique no cambia nada y no cuenta como dos veces.',
    effects: 'Lo último que hizo el servicio',
    columns: { operation: 'Operación', card: 'Tarjeta', amount: 'Importe', time: 'Hora' },
  },
  timeline: {
    title: 'Línea de tiempo',
    empty: 'Aún no se ha registrado nada. Cada operación dibuja aquí su línea.',
    fault: (message) => `No se puede dibujar la línea de tiempo: ${message}`,
    picture: plural({
      one: 'La última operación en el tiempo. El texto de abajo dice lo mismo.',
      other:
        'Las últimas # operaciones en el tiempo, la más reciente arriba. El texto de abajo dice lo mismo.',
    }),
    inWords: 'En palabras',
    legend: 'Signos',
    points: {
      'rung-up': 'registrada',
      parked: 'por revisar',
      person: 'decide una persona',
      settled: 'completada',
      voided: 'anulada',
    },
    waiting: 'espera',
    signs: {
      done: 'enviada, hecha',
      unknown: 'enviada, no se sabe',
      refused: 'enviada, rechazada',
      later: 'enviada, a reintentar',
    },
    inFlight: 'enviándose',
    cut: 'tiempo tranquilo omitido',
    sentence: ({ subject, steps }) => `${subject}: ${steps}.`,
    subject: ({ kind, amount, cards }) =>
      [kind, amount, cards === '' ? '' : `para ${cards}`].filter((part) => part !== '').join(' '),
    rungUp: (time) => `registrada ${time}`,
    sent: (count, shown) => (count === 0 ? 'no enviada' : sent(count, shown)),
    person: plural({ one: 'una decisión de una persona', other: '# decisiones de una persona' }),
    states: {
      queued: () => 'en espera',
      sending: () => 'enviándose ahora',
      settled: (time) => `completada ${time}`,
      parked: (time) => `por revisar desde ${time}`,
      voided: (time) => `anulada ${time}`,
    },
  },
  startOver: {
    title: 'Empezar de nuevo',
    hint: 'Vacía los libros del servicio de prueba. El diario de la caja se queda: nunca olvida solo.',
    ask: 'Empezar de nuevo…',
    sure: 'El servicio olvida todo lo hecho, todas las averías terminan y la línea se enchufa. La caja conserva su diario, así que los dos contarán el pasado de forma distinta.',
    confirm: 'Vaciar los libros',
    cancel: 'Cancelar',
    done: 'Los libros del servicio están vacíos.',
  },
  losing: 'Esta caja sigue abierta en otras pestañas. Ciérrelas.',
  notLost: 'El navegador ha conservado los datos. Vuelva a cargar la página.',
  lose: {
    title: 'El navegador pierde sus archivos',
    hint: 'Borra la base de datos de la caja, como a veces hacen los navegadores por sí solos, y vuelve a cargar la página.',
    ask: 'Perder los datos…',
    sure: 'Desaparece todo lo que esta caja ha guardado, también lo que el servicio no tiene. La caja dirá qué falta.',
    confirm: 'Perder los datos',
    cancel: 'Cancelar',
  },
}
