/** Chromium's names; the last is that of releases before it told the two apart. The compiler does not know the last. */
const names = ['local-network', 'loopback-network', 'local-network-access'] as const

/**
 * Tells whether this site has been denied the shop's own network, as far as the browser says. Chromium asks a person
 * before a page reaches a private address, and after a no it ends every such request before it leaves.
 */
export function watchLocalNetwork(): () => boolean {
  const denied = new Set<string>()
  const { permissions } = navigator as Partial<Pick<Navigator, 'permissions'>>
  for (const name of names) {
    permissions?.query({ name: name as PermissionName }).then(
      (status) => {
        const read = () => {
          if (status.state === 'denied') denied.add(name)
          else denied.delete(name)
        }
        read()
        status.addEventListener('change', read)
      },
      () => {
        // Other browsers know no such permission, and ask nobody.
      },
    )
  }
  return () => denied.size > 0
}
