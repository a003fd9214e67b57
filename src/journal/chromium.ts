interface Told {
  userAgentData?: { brands: { brand: string }[] }
}

/** Whether the browser is of Chromium's family: none but these name themselves here, and only to what is loaded securely. */
export function isChromium(): boolean {
  const { navigator } = globalThis as { navigator?: Told }
  return navigator?.userAgentData?.brands.some(({ brand }) => brand === 'Chromium') ?? false
}
