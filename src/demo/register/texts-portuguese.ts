import { portugueseDayWords } from '../../domain/day-words/portuguese.js'
import { portugueseJournal } from '../../elements/texts/portuguese/journal.js'
import { describeLength } from './card-length.js'
import type { RegisterTexts } from './texts.js'

const lengths = {
  atLeast: (min: number) => `pelo menos ${min}`,
  between: (min: number, max: number) => `de ${min} a ${max}`,
  atMost: (max: number) => `no máximo ${max}`,
}

/** The texts of the register in Portuguese. */
export const portuguese: RegisterTexts = {
  title: 'Nova operação',
  tabs: {
    refund: 'Reembolso',
    associate: 'Associar cartão',
    migrate: 'Substituir cartão',
    updateReceipt: 'Corrigir talão',
    confirmOrder: 'Encomenda',
  },
  actions: {
    refund: 'Registar o reembolso',
    associate: 'Associar o cartão',
    migrate: 'Substituir o cartão',
    updateReceipt: 'Registar a correção',
    confirmOrder: 'Registar a encomenda',
  },
  kinds: portugueseDayWords.kinds,
  states: portugueseJournal.states,
  example: 'Exemplo',
  clear: 'Limpar',
  optional: 'opcional',
  fields: {
    card: 'Cartão',
    authorization: 'Código de autorização',
    method: 'Forma de reembolso',
    notes: 'Notas',
    firstName: 'Nome próprio',
    lastName: 'Apelido',
    email: 'E-mail',
    pin: 'Código PIN',
    oldCard: 'Cartão antigo',
    newCard: 'Cartão novo',
    target: 'Que operação se corrige?',
    transaction: 'Número da transação',
    number: 'Número do talão',
    order: 'Número da encomenda',
    externalOrder: 'Encomenda externa',
    buyerName: 'Nome do comprador',
    buyerEmail: 'E-mail do comprador',
  },
  hints: {
    transaction: 'O que o serviço deu para o reembolso ou a substituição',
    number: 'O talão corrigido mantém o seu número',
    order: 'Este ou a encomenda externa',
    externalOrder: 'Esta ou o número da encomenda',
    pin: 'O cliente escreve-o',
  },
  methods: { 'stored-value': 'No cartão', cash: 'Numerário', 'bank-card': 'Cartão bancário' },
  lists: {
    lines: {
      legend: 'Talão',
      add: 'Adicionar uma linha',
      row: (number) => `Linha ${number}`,
      remove: (number) => `Retirar a linha ${number}`,
    },
    payments: {
      legend: 'Pagamentos',
      add: 'Adicionar um pagamento',
      row: (number) => `Pagamento ${number}`,
      remove: (number) => `Retirar o pagamento ${number}`,
    },
  },
  columns: {
    lines: { name: 'Artigo', price: 'Preço', quantity: 'Quantidade' },
    payments: { method: 'Método', amount: 'Valor' },
  },
  total: 'Total',
  sum: 'Pago',
  targets: {
    first: 'Leia o cartão ou escreva o número. O que aqui se registou com ele aparece aqui.',
    none: 'Aqui não se registou nenhum reembolso nem substituição deste cartão. Escreva o número da transação.',
    other: 'Outra, pelo seu número de transação',
    number: (number) => `N.º ${number}`,
  },
  faults: {
    card: 'Leia o cartão ou escreva o número.',
    oldCard: 'Leia o cartão antigo ou escreva o número.',
    newCard: 'Leia o cartão novo ou escreva o número.',
    sameCard: 'Também é o cartão antigo. Leia o novo.',
    transaction: 'Escolha uma operação acima ou escreva o seu número de transação.',
    number: 'Escreva o número que está no talão.',
    order: 'Escreva o número da encomenda ou a encomenda externa.',
    email: 'Escreva um endereço como ada@example.com.',
    whole: 'Escreva um número inteiro, só algarismos.',
    amount: 'Escreva um valor como 12,50, sem separador de milhares.',
    quantity: 'Escreva uma quantidade como 1 ou 0,125.',
    positive: 'O total tem de ser maior do que zero.',
    lines: 'Escreva pelo menos uma linha com o preço.',
    unchanged: 'O talão já diz isto. Altere o que está errado.',
  },
  cardFaults: {
    length: (min, max, found) =>
      `Um número de cartão tem ${describeLength(min, max, lengths)} caracteres. Este tem ${found}.`,
    pattern: 'Não é um número de cartão desta loja.',
    'check-digit': 'Um algarismo deste número de cartão está errado. Leia o cartão ou escreva-o de novo.',
  },
  refusedField: {
    missing: 'Este campo é necessário.',
    sum: 'O talão não bate certo: linhas, pagamentos e total têm de dar a mesma soma.',
    other: 'A caixa não aceita este valor.',
  },
  check: 'Ainda não registado. Verifique o que está assinalado.',
  again: 'Ainda não registado.',
  support: (message) => `Para a assistência: ${message}`,
  troubles: {
    storage: {
      title: 'NÃO guardado. Não entregue nada.',
      advice:
        'O navegador não conseguiu guardar. O que escreveu ainda está aqui: tente mais uma vez ou atenda o cliente noutra caixa.',
    },
    outdated: {
      title: 'NÃO registado. Esta página está desatualizada.',
      advice:
        'Neste navegador está aberta uma versão mais recente da caixa. Volte a carregar a página e registe lá. Nada se perdeu.',
    },
    closed: {
      title: 'NÃO registado. Esta caixa foi fechada.',
      advice: 'Volte a carregar a página e registe lá.',
    },
    unclear: {
      title: 'Não é certo que tenha sido guardado. Não entregue nada ainda.',
      advice: 'Prima o botão mais uma vez: não se pode registar duas vezes.',
    },
  },
  duplicate: {
    title: (time) => `Isto já foi registado (${time}).`,
    advice: 'Nada de novo foi registado. Veja a primeira operação. Se valem as duas, diga porquê.',
    confirm: 'Registar de novo',
    show: 'Mostrá-la',
    cancel: 'Cancelar',
  },
  reused: {
    title: 'Afinal, a primeira tentativa foi guardada.',
    advice: 'O que mudou desde então não foi registado. Veja a operação guardada antes de registar outra.',
    confirm: 'Registar como nova',
  },
  limit: {
    title: 'Não registado: atingiu-se um limite.',
    advice: 'Espere que as operações em espera sejam enviadas, ou pergunte a um responsável.',
    confirm: 'Permitir',
    above: {
      hint: (max) => `Acima de ${max}: um responsável tem de autorizar.`,
      title: 'Não registado: um responsável tem de autorizar.',
      advice: 'Chame um responsável. O nome e o motivo ficam registados.',
    },
    reasons: {
      perOperation: (found, max) => `O valor é ${found}. Máximo por operação: ${max}.`,
      perCard: (found, max) => `Neste cartão ficariam ${found} em espera. Máximo: ${max}.`,
      total: (found, max) => `Nesta caixa ficariam ${found} em espera. Máximo: ${max}.`,
      count: (found, max) => `Ficariam ${found} operações em espera. Máximo: ${max}.`,
      ageHours: (found, max) => `A operação mais antiga espera há ${found}. Máximo: ${max}.`,
    },
  },
  verdict: {
    name: 'O seu nome',
    supervisor: 'Nome do responsável',
    reason: 'Motivo',
    needed: 'Fica registado e não pode faltar.',
  },
  scan: {
    read: (field, code) => `${field}, lido: ${code}`,
    homeless: (code) => `${code} não é um número de cartão e nenhum campo daqui o aceita. Nada foi alterado.`,
    secret: (field) => `Uma leitura entrou no campo ${field} e ficou lá. Verifique-a.`,
    filled: (held, scanned) => `Este campo tem ${held}. A leitura diz ${scanned}. Qual é o cartão?`,
    keep: (card) => `Manter ${card}`,
    use: (card) => `Usar ${card}`,
  },
  keypad: { title: 'Teclado', next: 'Seguinte', erase: 'Apagar', mark: 'Vírgula' },
  reference: (id) => `ref.ª ${id}`,
  order: (name) => `Encomenda ${name}`,
  migrated: (oldCard, newCard) => `Cartão antigo ${oldCard} → cartão novo ${newCard}`,
  preview: {
    title: 'Venda em curso',
    empty: 'As linhas e o total aparecem aqui enquanto escreve.',
    numbered: 'O talão recebe o seu número ao ser registado.',
    corrected: 'O talão mantém o número e a data.',
  },
  slip: { title: 'Último talão', empty: 'O talão do que registar aparece aqui, pronto a imprimir.' },
  recent: {
    title: 'Operações recentes',
    empty: 'Ainda nada foi registado. Prima Exemplo e depois registe.',
    fault: (message) => `Não se consegue ler a lista: ${message}`,
  },
  allowedBy: (name) => `Autorizado por ${name}`,
  restored: (time) => `Ainda não registado: isto foi escrito antes (${time}). Verifique ou limpe.`,
  balance: {
    amount: (amount) => `Saldo: ${amount}.`,
    waiting: (amount) => `Provisório: ${amount} em espera neste cartão.`,
    failed: 'O saldo não pode ser lido agora.',
  },
}
