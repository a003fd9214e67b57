import { array, enums, type Infer, literal, number, object, string, union } from 'superstruct'
import { AuditEntry, UnreadableAuditEntry } from './records.js'

/** The records between two checkpoints, and the signed note of the second. */
export const Segment = object({ records: array(string()), note: string() })
export type Segment = Infer<typeof Segment>

/** A higher format than that of any file that a till imports. In format 3 checkpoints do not tell where the log begins. */
export const auditFormat = 5

/** Whether the content is an audit that a newer release wrote. */
export function isNewerAudit(content: unknown): boolean {
  const { kind, format } = Object(content) as { kind?: unknown; format?: unknown }
  return kind === 'audit' && typeof format === 'number' && format > auditFormat
}

/** A whole journal, to be checked without the till. */
export const AuditContent = object({
  format: enums([3, auditFormat]),
  kind: literal('audit'),
  /** The public key of the checkpoints. */
  key: string(),
  /** The tree of the records that were dropped since all their entries were deleted. */
  from: object({ size: number(), roots: array(string()) }),
  segments: array(Segment),
  /** In order of place. */
  entries: array(union([AuditEntry, UnreadableAuditEntry])),
})
export type AuditContent = Omit<Infer<typeof AuditContent>, 'entries'> & {
  entries: (AuditEntry | UnreadableAuditEntry)[]
}
