/** Chromium's name; the compiler does not know it. */
const permission = 'local-network-access' as PermissionName

/**
 * Tells whether this site has been denied the shop's own network, as far as the browser says. Chromium asks a person
 * before a page reaches a private address, and after a no it ends every such request before it leaves.
 */
export function watchLocalNetwork(): () => boolean {
  let isDenied = false
  const { permissions } = navigator as Partial<Pick<Navigator, 'permissions'>>
  permissions?.query({ name: permission }).then(
    (status) => {
      const read = () => {
        isDenied = status.state === 'denied'
      }
      read()
      status.addEventListener('change', read)
    },
    () => {
      // Other browsers know no such permission, and ask nobody.
    },
  )
  return () => isDenied
}
