import { portugueseDayWords } from '../../../domain/day-words/portuguese.js'
import { createPlural } from '../plural.js'
import type { Texts } from '../texts.js'
import { portugueseAttention } from './attention.js'
import { portugueseDay } from './day.js'
import { portugueseDesk } from './desk.js'
import { portugueseErrors } from './errors.js'
import { portugueseJournal } from './journal.js'
import { portugueseNames } from './names.js'
import { portugueseOutcome } from './outcome.js'
import { portugueseSlip } from './slip.js'

const plural = createPlural<'one' | 'other'>('pt-PT', 'other')
const onlyHere = 'Só se envia com esta página aberta'

/** Portuguese. */
export const portuguese: Texts = {
  ...portugueseAttention,
  csv: portugueseDayWords,
  day: portugueseDay,
  desk: portugueseDesk,
  errors: portugueseErrors,
  journal: portugueseJournal,
  names: portugueseNames,
  outcome: portugueseOutcome,
  slip: portugueseSlip,
  kinds: portugueseDayWords.kinds,
  reach: {
    online: 'Ligado',
    offline: 'Sem ligação',
    unknown: 'A verificar a ligação…',
    stopped: 'Não funciona',
    paused: 'Envio suspenso',
    blocked: 'Não está a enviar',
    busy: 'Serviço de cartões ocupado',
    partly: 'Não envia tudo',
    stalled: 'Espera demasiado longa',
  },
  reachChanges: { online: 'O serviço de cartões responde.' },
  pauses: {
    offline: 'O serviço de cartões não está acessível.',
    'not-the-service': 'Pode ser necessário iniciar sessão nesta rede Wi-Fi.',
    'worker-answers':
      'Um script deste site responde em vez do serviço de cartões. Por isso nada é enviado. Avise a assistência.',
    unsent: 'A caixa não conseguiu preparar os pedidos. Avise a assistência.',
    unauthorized: 'O serviço de cartões não aceita as credenciais desta caixa.',
    busy: 'O serviço de cartões está ocupado. Vamos tentar de novo.',
    misconfigured: 'O serviço de cartões não conhece este endereço.',
    failing: 'O serviço de cartões tem um problema com esta operação.',
  },
  hints: {
    address:
      'O endereço parece errado: o serviço de cartões não conhece esta operação. Nada se perdeu. Peça à assistência que verifique o endereço do serviço de cartões e depois envie de novo.',
    cors: 'O serviço de cartões está lá, mas os envios são logo interrompidos. Provavelmente não permite o endereço desta caixa, um método ou um cabeçalho (CORS). Avise a assistência.',
    'hidden-headers':
      'O serviço de cartões esconde os seus cabeçalhos desta caixa. Provavelmente não os expõe (CORS). Avise a assistência.',
    csp: 'A política de segurança deste site não deixa passar nada para o serviço de cartões (Content-Security-Policy, connect-src). Avise a assistência.',
    'local-network':
      'Este navegador bloqueia para este site a rede da loja, onde pode estar o serviço de cartões. Permita o acesso à rede local nas definições do site, junto ao endereço. Avise a assistência.',
  },
  storage: {
    low: 'Este dispositivo está quase cheio. Liberte espaço antes de registar algo novo. O que está em espera continua a ser enviado.',
    outdated:
      'Neste navegador está aberta uma versão mais recente da caixa. Volte a carregar a página. Nada se perdeu.',
    deleted:
      'Os dados desta caixa foram apagados do navegador, incluindo o que estava em espera. Ligue à assistência e depois volte a carregar a página para recomeçar.',
    lost: 'O navegador perdeu o acesso aos dados desta caixa. Não se pode registar nada até ele voltar. A caixa continua a tentar.',
  },
  loss: {
    replaced: {
      what: (time) => `O navegador perdeu os dados desta caixa. Vistos pela última vez: ${time}.`,
      missing: plural({
        one: 'Falta uma operação ainda não confirmada.',
        other: 'Faltam # operações ainda não confirmadas.',
      }),
      advice: 'Avise o responsável. Os números de talão continuam após um salto.',
    },
    'set-back': {
      what: (time) =>
        `O navegador repôs dados mais antigos desta caixa. Os mais recentes foram vistos pela última vez: ${time}.`,
      missing: plural({
        one: 'Falta uma operação registada desde então.',
        other: 'Faltam # operações registadas desde então.',
      }),
      advice:
        'Avise o responsável. O que está em espera pode já ter sido enviado: a caixa verifica primeiro cada operação.',
    },
    none: 'Não falta nenhuma operação.',
    acknowledge: 'Tomei nota',
    acknowledged: 'Anotado.',
    kept: plural({
      one: 'É possível restaurar uma operação.',
      other: 'É possível restaurar # operações.',
    }),
    effect:
      'O que é restaurado vai para o fim da fila. O que pode já ter sido enviado é primeiro verificado por uma pessoa.',
    bringBack: 'Restaurar',
    key: 'Chave privada da loja',
    broughtBack: plural({
      one: 'Uma operação foi restaurada.',
      other: '# operações foram restauradas.',
    }),
    damaged: plural({
      one: 'Uma cópia estava danificada.',
      other: '# cópias estavam danificadas.',
    }),
    clashing: plural({
      one: 'Uma operação não foi restaurada, porque o seu número já está em uso aqui. Avise a assistência.',
      other:
        '# operações não foram restauradas, porque os seus números já estão em uso aqui. Avise a assistência.',
    }),
    left: plural({
      one: 'Uma operação não foi recuperada: a sua cópia precisa de outra chave, ou é de outro serviço de cartões ou de outra moeda. A cópia é guardada.',
      other:
        '# operações não foram recuperadas: as suas cópias precisam de outra chave, ou são de outro serviço de cartões ou de outra moeda. As cópias são guardadas.',
    }),
    without: 'Continuar sem elas',
    sure: 'As cópias são eliminadas definitivamente.',
  },
  worker: {
    starting: 'O envio em segundo plano está a iniciar.',
    active: 'O envio em segundo plano está pronto.',
    none: (detail) => `${onlyHere}: ${detail}.`,
    heldBack: (option) => `${onlyHere}: a opção ${option} fica na página.`,
    outdated: `${onlyHere}: o envio em segundo plano espera pela sua atualização.`,
    reload: `${onlyHere}: volte a carregar todas as páginas desta caixa.`,
    missing: {
      replay: (script) => `${onlyHere}: ${script} não participa no envio.`,
      takeover: (script) =>
        `${onlyHere}: uma versão mais recente de ${script} espera que todas as páginas deste site sejam fechadas.`,
      registration: () => `${onlyHere}: o envio em segundo plano foi removido. Volte a carregar a página.`,
      scope: (script) =>
        `${onlyHere}: ${script} ocupa o lugar do envio em segundo plano. Avise a assistência.`,
    },
    failed: (detail) => `${onlyHere}: o envio em segundo plano não iniciou (${detail}).`,
  },
  status: {
    label: 'Estado da caixa',
    line: 'Ligação ao serviço de cartões:',
    waiting: (_, shown) => `${shown} em espera`,
    waitingUnknown: 'Em espera: não se sabe',
    parked: (_, shown) => `${shown} por verificar`,
    parkedUnknown: 'Por verificar: não se sabe',
    nothingWaits: 'Já nada está em espera.',
    delivering: (done, total) => `A enviar: ${done} de ${total}`,
    secondsLeft: () => 'falta menos de um minuto',
    minutesLeft: plural({ one: 'falta cerca de um minuto', other: 'faltam cerca de # minutos' }),
    replay: 'Enviar agora',
    pause: 'Suspender',
    resume: 'Retomar',
    held: (time, name = 'uma pessoa') =>
      `O envio foi suspenso por ${name} (${time}). Pode continuar a atender.`,
    resumed: 'O envio foi retomado.',
    replaying: 'A enviar…',
    replayFailed: (message) => `O envio falhou: ${message}`,
    settledNow: plural({ one: '# concluída', other: '# concluídas' }),
    parkedNow: (_, shown) => `${shown} por verificar`,
    requeuedNow: (_, shown) => `${shown} de novo em espera`,
    stillDown: 'O envio continua suspenso.',
    nothingToSend: 'Nada para enviar.',
    pauseOf: (kind, pause) => `${kind}: ${pause}`,
    nextTry: (duration) => `Próxima tentativa dentro de ${duration}.`,
    tryingNow: 'A tentar agora…',
    keepServing: 'Pode continuar a atender.',
    stalled: (duration) => `A operação mais antiga espera há ${duration}. Avise o responsável.`,
    oldest: (time) => `A mais antiga espera desde: ${time}.`,
    notPersistent: 'Os dados neste dispositivo não estão protegidos. Avise o responsável.',
    copiesFailing: (time) =>
      `As cópias de segurança não saem deste dispositivo (desde: ${time}). Avise o responsável.`,
    trouble: (fault) => `Problema com os dados desta caixa: ${fault}`,
    reload: 'Voltar a carregar a página',
    details: 'Detalhes',
    clockAhead: (time) => `O relógio do serviço está adiantado ${time} em relação a esta caixa.`,
    clockBehind: (time) => `O relógio do serviço está atrasado ${time} em relação a esta caixa.`,
    room: (used, quota) => `Espaço usado: ${used} de ${quota}.`,
  },
  reasons: {
    unknown: 'Enviada, sem resposta. Verifique o cartão antes de enviar de novo.',
    conflict: 'O serviço de cartões tem dados diferentes.',
    precondition: 'Outra pessoa alterou os dados entretanto.',
    rejected: 'Recusada pelo serviço de cartões.',
    refused: 'O serviço de cartões não o permite a esta caixa.',
    reference: 'A operação original nunca se realizou.',
    expired: 'Demasiado antiga para envio automático.',
    moved: 'Foi passada para outra caixa.',
    invalid: 'Vai contra as regras desta caixa. Corrija-a ou anule-a.',
    unreadable: 'O registo não se consegue ler aqui. É conservado tal como está.',
  },
  reasonDetails: {
    stored: 'Enviada, mas não sabemos se resultou. Enviar de novo dá a mesma resposta. Verifique o cartão.',
    answered: 'Enviada, mas não sabemos se resultou. Verifique o cartão antes de enviar de novo.',
    probablyApplied: 'Uma tentativa anterior provavelmente resultou.',
  },
  events: {
    'rung-up': 'Registada',
    'limit-overridden': 'Admitida acima de um limite',
    'duplicate-allowed': 'Não é repetida, admitida',
    imported: 'Importada de um ficheiro',
    attempt: 'Enviada',
    recovery: 'Revista de novo',
    resolved: 'Conflito resolvido',
    expired: 'Demasiado antiga para envio automático',
    'not-repeated': 'Não enviada de novo',
    'handed-over': 'Passada para outra caixa',
    'take-back': 'Recuperada de outra caixa',
    'send-again': 'Enviada de novo',
    'mark-applied': 'Marcada como realizada',
    amend: 'Corrigida',
    void: 'Anulada',
    'show-cards': 'Número do cartão mostrado',
    'look-up': 'Serviço de cartões consultado',
  },
  outcomes: {
    acknowledged: 'o serviço tem-na',
    unacknowledged: 'uma resposta que nada confirma',
    'not-the-service': 'outra coisa respondeu, talvez a página de acesso de uma rede Wi-Fi',
    rejected: 'o serviço recusou-a',
    unauthorized: 'o serviço não o permitiu a esta caixa',
    misconfigured: 'o serviço não tem este endereço',
    conflict: 'o serviço tem dados diferentes',
    precondition: 'os dados tinham sido alterados entretanto',
    busy: 'o serviço está ocupado',
    failed: 'o serviço falhou',
    silent: 'sem resposta',
    unsent: 'não saiu da caixa',
    interrupted: 'a caixa parou antes da resposta',
    unreadable: 'o registo não se consegue ler',
    unreferenced: 'a transação de que precisa não é conhecida',
    expired: 'era mais antiga do que a caixa permite',
    unrepeatable: 'uma tentativa anterior pode ter resultado, e um novo envio podia fazê-la duas vezes',
    'found-applied': 'perguntou-se ao serviço e ele tem-na',
    'found-absent': 'perguntou-se ao serviço e ele não a tem',
  },
  history: {
    by: (name) => `por ${name}`,
    status: (status) => `estado ${status}`,
    silence: { network: 'a ligação falhou', timeout: 'demorou demasiado' },
  },
}
