/** The configuration cannot be used as it is. */
export class InvalidConfig extends Error {
  override name = 'InvalidConfig'
}
