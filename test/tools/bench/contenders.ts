export const contenderNames = ['counterfoil', 'raw', 'workbox', 'tanstack', 'rxdb'] as const

export type ContenderName = (typeof contenderNames)[number]

/** Those who promise a queue, as ours does; the floor promises nothing. */
export const peers = ['workbox', 'tanstack', 'rxdb'] as const satisfies readonly ContenderName[]

/** Who is measured, and what each does less than ours: a figure means nothing without it. */
export const contenders: { name: ContenderName; title: string; less: string }[] = [
  {
    name: 'counterfoil',
    title: 'Counterfoil',
    less: 'nothing: validated, sealed, receipt, hash chain, order per card, strict commit; every answer kept on record',
  },
  {
    name: 'raw',
    title: 'raw IndexedDB put, bare fetch loop',
    less: 'one strict put of the text and nothing else; the loop sends from memory and records nothing',
  },
  {
    name: 'workbox',
    title: 'workbox-background-sync',
    less: 'relaxed commits, no validation, no sealing; one request at a time, any answer counts as delivered, deleted when sent. (A thousand at once are counted with the messages to its worker)',
  },
  {
    name: 'tanstack',
    title: '@tanstack/offline-transactions',
    less: 'relaxed commits that are not awaited, no validation, no sealing; one at a time, deleted when sent',
  },
  {
    name: 'rxdb',
    title: 'RxDB, Dexie storage',
    less: 'relaxed commits, no sealing, no order per card; answers are not kept, a batch of six at a time is marked as sent together',
  },
]
