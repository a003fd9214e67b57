/** For how many days what has ended is kept. Nothing unresolved is ever subject to it. */
export interface Retention {
  /** Settled and voided entries, with their receipts and their history. */
  settledDays: number
  /** The personal data in them, and what the service replied. */
  personalDays: number
}

export const retentionDefault: Retention = { settledDays: 90, personalDays: 30 }
