/** Why no worker can be used here; undefined if one can. */
export function findWorkerObstacle(url: string | false): string | undefined {
  if (url === false) return 'the option worker is false: the page delivers while it is open'
  if (!('serviceWorker' in navigator))
    return 'this browser or this address has no service workers: serve the page over https'
  return undefined
}
