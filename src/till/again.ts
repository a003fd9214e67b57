/**
 * Imports a module as often as it fails. Some browsers, WebKitGTK among them, keep a module that they failed to get as failed until the page
 * is loaded anew; under another address it is another module, so that they ask for it. `load` holds one `import()` of
 * a path relative to `base`; where a bundler has made something else of it, it is simply called again.
 */
export async function importAgain<Module>(load: () => Promise<Module>, base: string): Promise<Module> {
  const [, path] = /\bimport\(\s*["'`](\.[^"'`]+)["'`]/.exec(load.toString()) ?? []
  try {
    return await load()
  } catch (error) {
    if (path === undefined) throw error
    const { href } = new URL(`${path}?again=${Date.now()}`, base)
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ href)) as Module
  }
}
