import { portugueseDayWords } from '../../domain/day-words/portuguese.js'
import { createPlural } from '../../elements/texts/plural.js'
import type { LabTexts } from './words.js'

const plural = createPlural<'one' | 'other'>('pt-PT', 'other')
const sent = plural({ one: 'enviada uma vez', other: 'enviada # vezes' })

/** Portuguese. */
export const portuguese: LabTexts = {
  intro: 'Avarie aqui a linha e o serviço de cartões, e veja o que a caixa faz.',
  silence: 'O servidor da caixa também não responde. A caixa funciona na mesma.',
  failed: 'O serviço de teste não aceitou. Tente de novo.',
  kinds: { ...portugueseDayWords.kinds, confirmOrder: 'Encomenda', unknown: 'Operação' },
  line: {
    title: 'A linha',
    plug: 'Linha',
    colon: ':',
    plugTo: ' para o serviço de cartões',
    till: 'Caixa',
    service: 'Serviço de cartões',
    pluggedIn: 'ligada',
    pulled: 'desligada',
    tryPulling: 'Desligue a ficha e continue a vender.',
    tryRinging: 'Registe agora um reembolso. Fica aqui e parte quando voltar a ligar a ficha.',
    keeping: plural({
      one: 'Uma operação espera aqui, bem guardada. Volte a ligar e veja-a partir.',
      other: '# operações esperam aqui, bem guardadas. Volte a ligar e veja-as partir, por ordem.',
    }),
    catchingUp: plural({
      one: 'Ligada: uma operação ainda espera.',
      other: 'Ligada: # operações ainda esperam.',
    }),
    caughtUp: plural({
      one: 'De novo em linha: o que esperava foi enviado, uma só vez.',
      other: 'De novo em linha: as # que esperavam foram enviadas, cada uma só uma vez.',
    }),
  },
  faults: {
    title: 'O que corre mal',
    hint: 'Escolha uma avaria e depois registe algo.',
    forHowLong: 'Acontece',
    durations: { once: 'uma vez', five: '5 vezes', standing: 'até ser retirada' },
    groups: {
      answers: 'A resposta não chega',
      refusals: 'O serviço diz que não',
      surroundings: 'Algo está estranho',
    },
    names: {
      answerLost: {
        name: 'Resposta perdida depois do débito',
        till: 'A caixa não pode saber. Pergunta a uma pessoa em vez de pagar duas vezes.',
      },
      requestLost: {
        name: 'Pedido perdido pelo caminho',
        till: 'O navegador tenta mais uma vez sozinho. Se também se perder, a caixa pergunta a uma pessoa.',
      },
      resent: {
        name: 'O navegador envia duas vezes sozinho',
        till: 'A caixa ouve uma só resposta. Se o serviço reconhecer a repetição, faz-se uma vez, senão duas, e só os livros dele o mostram.',
      },
      slow: { name: 'A resposta demora 5 segundos', till: 'A caixa espera. Pode continuar a atender.' },
      nonsense: {
        name: 'Resposta de outro tipo',
        till: 'O serviço não fala assim. A caixa para de enviar e pergunta a uma pessoa sobre esta.',
      },
      busy: {
        name: 'Ocupado: voltar daqui a 5 segundos (503)',
        till: 'A caixa espera o tempo pedido e depois envia sozinha.',
      },
      tooMany: {
        name: 'Demasiados pedidos (429)',
        till: 'A caixa nada envia até o serviço o permitir, e depois continua.',
      },
      unauthorized: {
        name: 'Credenciais recusadas (401)',
        till: 'A caixa guarda tudo e tenta dentro de um minuto, ou quando lhe disser.',
      },
      conflict: {
        name: 'Dados diferentes (409)',
        till: 'A caixa põe-na de lado para uma pessoa. Os outros cartões continuam.',
      },
      changed: {
        name: 'Outra pessoa alterou (412)',
        till: 'A caixa não substitui nada. Pergunta a uma pessoa.',
      },
      rejected: {
        name: 'Recusado: o cartão está bloqueado (400)',
        till: 'A caixa mostra as palavras do serviço e pede uma correção.',
      },
      failed: {
        name: 'Falha depois do débito (500)',
        till: 'Pode ter-se feito. A caixa pergunta a uma pessoa e suspende estas operações durante um minuto.',
      },
      portal: {
        name: 'Página de acesso do Wi-Fi de visitantes',
        till: 'A caixa nota que não é o serviço. Guarda tudo e volta a perguntar dentro de um minuto.',
      },
      clock: {
        name: 'O relógio do serviço está uma hora adiantado',
        till: 'A caixa conta com a diferença e continua.',
      },
    },
    badDay: 'Um mau dia: 3 em cada 10 pedidos correm mal',
    badDayTill: 'Registe dez: nada se perde e nada se faz duas vezes.',
    inForce: 'Em vigor',
    none: 'Nada: todos os pedidos passam.',
    left: plural({ one: 'uma vez', other: '# vezes' }),
    standing: 'até ser retirada',
    other: (kind) => `Outra avaria (${kind})`,
    clear: 'Retirar',
    added: (name) => `Em vigor: ${name}.`,
    cleared: 'Já nada corre mal.',
  },
  settings: {
    title: 'O que o serviço sabe fazer',
    keys: 'Reconhece uma repetição',
    keysOn: 'A um pedido que volta com a mesma chave responde de memória. Nada se faz duas vezes.',
    keysOff: 'Um pedido que volta é feito de novo. Por isso a caixa não se limita a repetir.',
    conditions: 'Verifica as condições',
    conditionsOn: 'Uma alteração feita sobre um estado antigo do cartão é recusada (412).',
    conditionsOff: 'Uma alteração é feita, aconteça o que acontecer ao cartão entretanto.',
  },
  tally: {
    title: 'Chegadas e efeitos',
    hint: 'O que chegou ao serviço e o que ele fez de facto. O dinheiro só se move no segundo.',
    arrived: 'chegados',
    applied: 'feitos',
    twice: 'feitos duas vezes',
    picture: ({ arrived, applied, twice, lost }) =>
      `Pedidos que chegaram: ${arrived}. Feitos: ${applied}, dos quais duas vezes: ${twice}. Perdidos pelo caminho: ${lost}.`,
    arrivedRow: 'chegados',
    appliedRow: 'feitos',
    empty: 'Ainda nada chegou.',
    fates: {
      answered: 'feito e respondido',
      unheard: 'feito, resposta perdida',
      'turned-down': 'recusado',
      recognised: 'reconhecido, não repetido',
      lost: 'perdido pelo caminho',
      twice: 'feito duas vezes',
    },
    lost: plural({
      one: '1 pedido perdeu-se pelo caminho.',
      other: '# pedidos perderam-se pelo caminho.',
    }),
    probes: plural({
      one: '1 sonda perguntou se há linha.',
      other: '# sondas perguntaram se há linha.',
    }),
    repeats: 'Escrever de novo o mesmo talão nada muda e não conta como duas vezes.',
    effects: 'Últimos feitos pelo serviço',
    columns: { operation: 'Operação', card: 'Cartão', amount: 'Valor', time: 'Hora' },
  },
  timeline: {
    title: 'Linha do tempo',
    empty: 'Ainda nada foi registado. Cada operação desenha aqui a sua linha.',
    fault: (message) => `Não se consegue desenhar a linha do tempo: ${message}`,
    picture: plural({
      one: 'A última operação no tempo. O texto abaixo diz o mesmo.',
      other: 'As últimas # operações no tempo, a mais recente em cima. O texto abaixo diz o mesmo.',
    }),
    inWords: 'Em palavras',
    legend: 'Sinais',
    points: {
      'rung-up': 'registada',
      parked: 'por verificar',
      person: 'uma pessoa decide',
      settled: 'concluída',
      voided: 'anulada',
    },
    waiting: 'espera',
    signs: {
      done: 'enviada, feita',
      unknown: 'enviada, não se sabe',
      refused: 'enviada, recusada',
      later: 'enviada, a repetir',
    },
    inFlight: 'em envio',
    cut: 'tempo calmo omitido',
    sentence: ({ subject, steps }) => `${subject}: ${steps}.`,
    subject: ({ kind, amount, cards }) =>
      [kind, amount, cards === '' ? '' : `para ${cards}`].filter((part) => part !== '').join(' '),
    rungUp: (time) => `registada ${time}`,
    sent: (count, shown) => (count === 0 ? 'não enviada' : sent(count, shown)),
    person: plural({ one: 'uma decisão de uma pessoa', other: '# decisões de uma pessoa' }),
    states: {
      queued: () => 'em espera',
      sending: () => 'a ser enviada agora',
      settled: (time) => `concluída ${time}`,
      parked: (time) => `por verificar desde ${time}`,
      voided: (time) => `anulada ${time}`,
    },
  },
  startOver: {
    title: 'Recomeçar',
    hint: 'Esvazia os livros do serviço de teste. O diário da caixa fica: nunca esquece sozinho.',
    ask: 'Recomeçar…',
    sure: 'O serviço esquece tudo o que fez, todas as avarias terminam e a ficha volta a ser ligada. A caixa mantém o seu diário, por isso os dois contarão o passado de forma diferente.',
    confirm: 'Esvaziar os livros',
    cancel: 'Cancelar',
    done: 'Os livros do serviço estão vazios.',
  },
  losing: 'Esta caixa ainda está aberta noutros separadores. Feche-os.',
  notLost: 'O navegador guardou os dados. Volte a carregar a página.',
  lose: {
    title: 'O navegador perde os seus ficheiros',
    hint: 'Apaga a base de dados da caixa, como os navegadores por vezes fazem sozinhos, e volta a carregar a página.',
    ask: 'Perder os dados…',
    sure: 'Tudo o que esta caixa guardou desaparece, também o que o serviço não tem. A caixa dirá o que falta.',
    confirm: 'Perder os dados',
    cancel: 'Cancelar',
  },
}
