/** Whether the service says that it gave its stored answer to a repeat: another repeat would get the same. */
export function isStoredReply({ headers }: { headers: Readonly<Record<string, string>> }): boolean {
  return headers['idempotent-replayed']?.trim().toLowerCase() === 'true'
}
