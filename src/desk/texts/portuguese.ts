import { createPlural } from '../../elements/texts/plural.js'
import type { PageTexts } from './texts.js'

const plural = createPlural<'one' | 'other'>('pt-PT', 'other')

export const portuguese: PageTexts = {
  title: 'Abrir um diário',
  promise: 'Nada sai deste computador. Esta página não usa rede.',
  language: 'Idioma',
  currency: 'Moeda',
  start: {
    intro: 'Um ficheiro que uma caixa exportou ou enviou: uma cópia, uma passagem ou um diário inteiro.',
    choose: 'Escolher um ficheiro',
    drop: 'ou largá-lo aqui',
  },
  locked: {
    passphrase: 'Frase secreta do ficheiro',
    show: 'Mostrar a frase secreta',
    open: 'Abrir',
    opening: 'A abrir…',
    keyHint:
      'Este ficheiro está selado para a loja. Abre com a chave privada da loja, um ficheiro em formato JWK.',
    chooseKey: 'Escolher a chave privada',
    another: 'Outro ficheiro',
  },
  refusals: {
    'not-ours': 'Não é um ficheiro exportado por uma caixa.',
    cut: 'O ficheiro está incompleto: acaba cedo demais. Copie-o de novo.',
    newer: 'Uma versão mais recente escreveu este ficheiro. Abra-o com a página dessa versão.',
    'wrong-passphrase': 'Não abre. A frase secreta está errada, ou o ficheiro foi alterado.',
    'wrong-key': 'Não abre. A chave é outra, ou o ficheiro foi alterado.',
    'not-a-key': 'Não é uma chave privada. Escolha um ficheiro em formato JWK.',
    unreadable: 'O navegador não consegue ler este ficheiro.',
    unsound: (why) => `O ficheiro não é como uma caixa o escreve: ${why}`,
  },
  kinds: { copy: 'Uma cópia', 'hand-over': 'Uma passagem', audit: 'Um diário inteiro' },
  facts: {
    file: 'Ficheiro',
    till: 'Loja / caixa',
    written: 'Escrito, segundo o relógio da caixa',
    operations: 'Operações',
    left: 'Ilegível na caixa',
  },
  verdict: {
    title: 'Registo assinado',
    checking: 'A verificar…',
    none: 'Este ficheiro não tem registo: não se pode encontrar o que foi alterado na caixa. Só um diário inteiro tem um (exportar com audit).',
    sound: 'Tudo está como a caixa o assinou.',
    caution:
      'Nada foi guardado à parte para comparar. Um estado anterior, ou um ficheiro escrito de novo com outra chave, tem o mesmo aspeto. counterfoil-verify compara com pontos de controlo guardados à parte.',
    found: plural({
      one: '# coisa não está como a caixa a assinou.',
      other: '# coisas não estão como a caixa as assinou.',
    }),
    more: plural({ one: 'E mais #.', other: 'E mais #.' }),
    failed: (message) => `A verificação não chegou ao fim: ${message}`,
    deeds: {
      removed: 'Removido',
      altered: 'Alterado',
      added: 'Acrescentado',
      reordered: 'Deslocado',
      'rolled-back': 'Estado anterior',
      'log-altered': 'Registo alterado',
    },
    place: (number) => `lugar ${number}`,
    deleted: plural({
      one: '# operação foi eliminada no fim do prazo.',
      other: '# operações foram eliminadas no fim do prazo.',
    }),
    erased: plural({
      one: 'Os dados pessoais de # operação foram apagados no fim do prazo.',
      other: 'Os dados pessoais de # operações foram apagados no fim do prazo.',
    }),
  },
  save: 'Guardar como linhas JSON',
  saveHint:
    'Uma operação por linha. Os números de cartão estão inteiros, e de uma cópia também os PIN. Elimine-o quando o caso estiver fechado.',
  close: 'Fechar o ficheiro',
  opened: plural({
    one: 'O ficheiro está aberto: # operação.',
    other: 'O ficheiro está aberto: # operações.',
  }),
  searchHint:
    'Palavras de uma operação: algarismos de um cartão, um número (#12), uma encomenda, um nome, um motivo.',
  slipNotice: 'De um diário exportado',
}
