/** Tells the page of a fault in code that is not ours, as the browser itself would, and goes on. */
export function reportFault(fault: unknown): void {
  const { reportError: report } = globalThis as { reportError?: (fault: unknown) => void }
  if (report) report(fault)
  else console.error(fault)
}
