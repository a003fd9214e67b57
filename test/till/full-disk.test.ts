import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'

beforeEach(standInForPage)

/** A browser that stores no setup for the worker. */
function refuseSetup(error: Error): void {
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as (...given: unknown[]) => IDBRequest<IDBValidKey>
  const putOrRefuse = function (this: IDBObjectStore, ...given: Parameters<IDBObjectStore['put']>) {
    const [row] = given as [{ name?: unknown }]
    if (this.name === 'settings' && row.name === 'worker') throw error
    return put.apply(this, given)
  }
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(putOrRefuse)
  onTestFinished(() => {
    spy.mockRestore()
  })
}

it('a till opens on a full disk with a fresh token, and delivers what waits under it', async () => {
  const { url, service } = await startTestSandbox()
  const name = freshName()
  const serviceOf = (token: string) => ({ baseUrl: url, headers: { Authorization: token } })
  const before = await openNodeTill(url, { name, service: serviceOf('stale') })
  await before.pause({ by: 'Ada' })
  const { id } = await before.refund(refundOf('A'))
  before.close()
  refuseSetup(new DOMException('no space left', 'QuotaExceededError'))
  const till = await openNodeTill(url, { name, service: serviceOf('fresh') })
  expect(till.status.value.storage.fault).toContain('QuotaExceededError')
  const detail = expect.stringContaining('refused to store') as string
  expect(till.status.value.worker).toEqual({ state: 'none', detail })
  await till.resume()
  await till.settled(id)
  const sent = service.arrivals.filter(({ method }) => method === 'PUT')
  expect(sent.map(({ headers }) => headers.authorization)).toEqual(['fresh'])
})

it('a till that fails as it opens leaves its database closed', async () => {
  const name = freshName()
  refuseSetup(new RangeError('no setup at all'))
  const closing = vi.spyOn(IDBDatabase.prototype, 'close')
  await expect(openNodeTill('http://127.0.0.1:9', { name })).rejects.toThrow()
  expect(closing).toHaveBeenCalled()
  closing.mockRestore()
})
