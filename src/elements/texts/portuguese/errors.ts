import type { ErrorTexts } from '../errors.js'

const setUp = 'Esta caixa não está bem configurada. Avise a assistência.'

/** Portuguese. */
export const portugueseErrors: ErrorTexts = {
  codes: {
    'invalid-operation': 'Alguns campos não estão certos. Corrija-os.',
    'invalid-receipt': 'O talão não bate certo. Verifique os valores.',
    'invalid-options': setUp,
    'browser-required': setUp,
    'dexie-conflict': setUp,
    'load-failed': 'Uma parte da caixa não foi carregada. Verifique a ligação e volte a carregar a página.',
    'id-reused': 'Já foi registada outra coisa com o mesmo número. Avise a assistência.',
    duplicate: 'Isto já foi registado. Veja a primeira operação antes de a registar de novo.',
    'outcome-unknown': 'Não sabemos se isto foi feito. Verifique primeiro e depois tente de novo.',
    'keys-lost':
      'Faltam as chaves dos dados desta caixa. Deixe este navegador como está e ligue à assistência. Nada foi alterado.',
    'service-mismatch': 'Os dados desta caixa são de outro serviço de cartões. Avise a assistência.',
    outdated: 'Neste navegador está aberta uma versão mais recente da caixa. Volte a carregar a página.',
    'till-closed': 'Esta caixa foi fechada. Volte a carregar a página.',
    voided: 'A operação foi anulada.',
    'unknown-entry': 'Esta caixa já não tem esta operação.',
  },
  limits: {
    perOperation: (found, max) => `O valor é ${found}. Máximo por operação: ${max}.`,
    perCard: (found, max) => `Neste cartão ficariam ${found} em espera. Máximo: ${max}.`,
    total: (found, max) => `Nesta caixa ficariam ${found} em espera. Máximo: ${max}.`,
    count: (found, max) => `Ficariam ${found} operações em espera. Máximo: ${max}.`,
    ageHours: (found, max) => `A operação mais antiga espera há ${found}. Máximo: ${max}.`,
  },
  storage: {
    full: 'Este dispositivo está cheio. Liberte espaço e tente de novo.',
    failed:
      'O navegador não conseguiu guardar. Tente de novo. Se falhar outra vez, volte a carregar a página.',
    reserved: 'O espaço que resta é para as operações em espera. Liberte espaço e tente de novo.',
    insecure: 'Esta página não foi carregada de forma segura (https). Avise a assistência.',
    deleted: 'Os dados desta caixa foram apagados do navegador. Volte a carregar a página.',
    closed: 'Esta caixa foi fechada. Volte a carregar a página.',
  },
  acts: {
    'not-handed-over': 'Não foi passada para outra caixa. Não há nada para recuperar.',
    sending: 'Está a ser enviada. Espere pela resposta.',
    settled: 'O serviço de cartões já a tem. Registe uma correção como operação nova.',
    voided: 'Foi anulada. Se ainda fizer falta, registe-a de novo.',
    queued: 'Está à espera de envio. Não há nada a fazer.',
    unreadable: 'Não se consegue ler. Anule-a ou marque-a como realizada.',
    moved: 'Está noutra caixa. Recupere-a primeiro.',
    'secrets-erased': 'Os códigos do cartão foram apagados. Em vez disso, corrija a operação.',
    'newer-release': 'Foi escrita por uma versão mais recente da caixa. Volte a carregar a página.',
    changed: 'Mudou entretanto. Veja de novo e decida.',
    'by-missing': 'Escreva o seu nome.',
    'reason-missing': 'Escreva um motivo.',
    'shop-key': 'Só a chave privada da loja abre as cópias.',
    'other-service':
      'As cópias são de outro serviço de cartões ou de outra moeda. São guardadas. Avise a assistência.',
    'transaction-invalid': 'O número da transação tem de ser um número inteiro.',
  },
  transfers: {
    'passphrase-short': (min) =>
      `A frase secreta é demasiado curta. Precisa de pelo menos ${min} caracteres.`,
    'verdict-missing': () => 'Escreva o seu nome e um motivo.',
    'own-terminal': (terminal) => `${terminal} é esta caixa. Indique a caixa que recebe o ficheiro.`,
    'not-ours': () => 'Isto não é um ficheiro de uma caixa. Escolha outro ficheiro.',
    cut: () => 'Falta o fim do ficheiro. Copie-o de novo.',
    newer: () => 'O ficheiro é de uma versão mais recente. Atualize primeiro esta caixa.',
    'wrong-passphrase': () =>
      'A frase secreta está errada, ou o ficheiro foi alterado. Escreva-a de novo ou copie de novo o ficheiro.',
    'needs-key': () => 'Este ficheiro abre-se com a chave privada da loja. Escolha a chave.',
    'needs-passphrase': () => 'Este ficheiro abre-se com uma frase secreta. Escreva-a.',
    'wrong-key': () =>
      'A chave não serve, ou o ficheiro foi alterado. Escolha outra chave ou copie o ficheiro de novo.',
    unsound: (place) => `O ficheiro está danificado (${place}). Crie-o de novo na outra caixa.`,
    'other-terminal': (terminal) => `O ficheiro é para o terminal ${terminal}. Abra-o lá.`,
    'other-service': (address) =>
      `O ficheiro é para outro serviço de cartões (${address}). Abra-o numa caixa desse serviço ou avise a assistência.`,
    'other-currency': (currency) =>
      `Os valores do ficheiro estão em ${currency}. Abra-o numa caixa com essa moeda.`,
    'too-old': () => 'O ficheiro tem mais de um ano. Avise a assistência.',
    changed: () => 'Algo mudou entretanto e nada foi passado. Tente de novo.',
    sending: () => 'Uma operação está a ser enviada. Espere pela resposta e tente de novo.',
    'file-deleted': () => 'O ficheiro foi eliminado depois de chegar. Use a cópia da outra caixa.',
    'file-damaged': () =>
      'O ficheiro guardado está danificado. Recupere as suas operações e passe-as de novo.',
    'file-unknown': () => 'Esta caixa já não conhece esta passagem.',
  },
  other: (name) => `Algo correu mal (${name}). Se voltar a acontecer, avise a assistência.`,
}
