interface BrandedNavigator {
  userAgentData?: { brands: { brand: string }[] }
}

/** Whether the browser is based on Chromium: only such browsers give their brands, in secure contexts. */
export function isChromium(): boolean {
  const { navigator } = globalThis as { navigator?: BrandedNavigator }
  return navigator?.userAgentData?.brands.some(({ brand }) => brand === 'Chromium') ?? false
}
