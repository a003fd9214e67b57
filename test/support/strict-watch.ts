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
export {}
