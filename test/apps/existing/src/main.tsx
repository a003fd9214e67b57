import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { pay, resumeSales } from './sales.js'
import { Status } from './status.js'
import { opening } from './till.js'

/** The app had its own worker before the till came. */
const asked = new URLSearchParams(location.search)
const own = asked.get('own')
const total = Number(asked.get('total') ?? 25)
if (own !== null) void navigator.serviceWorker.register(own)

function Shop() {
  const [sale] = useState(() => `sale-${crypto.randomUUID()}`)
  const [said, setSaid] = useState('')
  const press = () => {
    pay(sale, '9001000000000017', total).then(
      () => {
        setSaid('Safe')
      },
      (error: unknown) => {
        setSaid(`Not safe: ${String(error)}`)
      },
    )
  }
  return (
    <>
      <h1>The shop</h1>
      <Status />
      <button type="button" onClick={press}>
        Refund 25.00
      </button>
      <p role="status">{said}</p>
    </>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
createRoot(root).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
)
resumeSales().catch((error: unknown) => {
  console.error(error)
})
opening.then(
  (till) => Object.assign(globalThis, { counterfoilTill: till }),
  (error: unknown) => {
    console.error(error)
  },
)
