declare global {
  interface Window {
    /** Whatever the page was caught at, from before its first import on. */
    violations: string[]
  }
}

window.violations = []
document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, sample }) => {
  window.violations.push(`${violatedDirective} ${sourceFile} ${sample}`)
})

// The test runner wraps whatever is imported late, and gives only its own page the means.
Object.assign(window, { __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() } })
export {}
