import { createPlural } from '../../elements/texts/plural.js'
import type { PageTexts } from './texts.js'

const plural = createPlural<'one' | 'other'>('es', 'other')

export const spanish: PageTexts = {
  title: 'Abrir un diario',
  promise: 'Nada sale de este ordenador. Esta página no usa ninguna red.',
  language: 'Idioma',
  currency: 'Moneda',
  start: {
    intro: 'Un archivo que una caja ha exportado o enviado: una copia, un traspaso o un diario entero.',
    choose: 'Elegir un archivo',
    drop: 'o soltarlo aquí',
  },
  locked: {
    passphrase: 'Frase secreta del archivo',
    show: 'Mostrar la frase secreta',
    open: 'Abrir',
    opening: 'Abriendo…',
    keyHint:
      'Este archivo está sellado para la tienda. Se abre con la clave privada de la tienda, un archivo en formato JWK.',
    chooseKey: 'Elegir la clave privada',
    another: 'Otro archivo',
  },
  refusals: {
    'not-ours': 'No es un archivo exportado por una caja.',
    cut: 'El archivo está incompleto: termina demasiado pronto. Consígalo de nuevo.',
    newer: 'Una versión más reciente escribió este archivo. Ábralo con la página de esa versión.',
    'wrong-passphrase': 'No se abre. La frase secreta es incorrecta, o el archivo fue modificado.',
    'wrong-key': 'No se abre. La clave es otra, o el archivo fue modificado.',
    'not-a-key': 'No es una clave privada. Elija un archivo en formato JWK.',
    unreadable: 'El navegador no puede leer este archivo.',
    unsound: (why) => `El archivo no es como lo escribe una caja: ${why}`,
  },
  kinds: { copy: 'Una copia', 'hand-over': 'Un traspaso', audit: 'Un diario entero' },
  facts: {
    file: 'Archivo',
    till: 'Tienda / caja',
    written: 'Creado, según el reloj de la caja',
    operations: 'Operaciones',
    left: 'No se pudo leer en la caja',
  },
  verdict: {
    title: 'Registro firmado',
    checking: 'Comprobando…',
    none: 'Este archivo no tiene registro: lo que se modificó en la caja no se puede encontrar. Solo un diario entero lo tiene (exportar con audit).',
    sound: 'Todo está como la caja lo firmó.',
    caution:
      'No se guardó nada aparte para comparar. Un estado anterior, o un archivo escrito de nuevo con otra clave, tiene el mismo aspecto. counterfoil-verify compara con los puntos de control guardados aparte.',
    found: plural({
      one: '1 cosa no está como la caja la firmó.',
      other: '# cosas no están como la caja las firmó.',
    }),
    more: plural({ one: 'Y 1 más.', other: 'Y # más.' }),
    failed: (message) => `La comprobación no terminó: ${message}`,
    deeds: {
      removed: 'Eliminado',
      altered: 'Modificado',
      added: 'Añadido',
      reordered: 'Movido',
      'rolled-back': 'Estado anterior',
      'log-altered': 'Registro modificado',
    },
    place: (number) => `puesto ${number}`,
    deleted: plural({
      one: 'Se borró 1 operación al vencer su plazo.',
      other: 'Se borraron # operaciones al vencer su plazo.',
    }),
    erased: plural({
      one: 'Se borraron los datos personales de 1 operación al vencer su plazo.',
      other: 'Se borraron los datos personales de # operaciones al vencer su plazo.',
    }),
  },
  save: 'Guardar como líneas JSON',
  saveHint:
    'Una operación por línea. Los números de tarjeta van enteros y, en una copia, también los PIN. Bórrelo cuando se cierre el caso.',
  close: 'Cerrar el archivo',
  opened: plural({
    one: 'El archivo está abierto: 1 operación.',
    other: 'El archivo está abierto: # operaciones.',
  }),
  searchHint:
    'Palabras de una operación: cifras de una tarjeta, un número (#12), un pedido, un nombre, un motivo.',
  slipNotice: 'De un diario exportado',
}
