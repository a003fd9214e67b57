/** The path of one of the demo's own files or services: the demo may be served below any folder. */
export function toAddress(path: string): string {
  return new URL(`${import.meta.env.BASE_URL}${path}`, document.baseURI).pathname
}
