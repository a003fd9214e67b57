/** From now on every commit of this page or worker is strict, whatever its code asks for. */
export function insistOnStrictness(): void {
  const begin = Reflect.get<IDBDatabase, 'transaction'>(IDBDatabase.prototype, 'transaction')
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, names, mode, options) {
    return begin.call(this, names, mode, { ...options, durability: 'strict' })
  }
}
