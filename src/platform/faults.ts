/** Reports an error of the host's code to the page, as the browser itself would, and continues. */
export function reportFault(fault: unknown): void {
  const { reportError: report } = globalThis as { reportError?: (fault: unknown) => void }
  if (report) report(fault)
  else console.error(fault)
}
