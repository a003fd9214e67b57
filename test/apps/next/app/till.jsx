'use client'

import { openTill } from 'counterfoil'
import 'counterfoil/elements'
import { useEffect, useState } from 'react'

/** The server renders the first paragraph; the browser opens the till. */
export function Till() {
  const [till, setTill] = useState()
  useEffect(() => {
    const baseUrl = new URLSearchParams(location.search).get('service')
    const opening = openTill({ shop: 'S01', terminal: 'T1', service: { baseUrl } })
    opening.then((opened) => {
      Object.assign(globalThis, { counterfoilTill: opened })
      setTill(opened)
    }, console.error)
    return () => {
      void opening.then((opened) => opened.close())
    }
  }, [])
  if (!till) return <p>Opening the till…</p>
  const refund = () =>
    till.refund({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000017' }],
      StoredValueCardReceipt: { Total: 25 },
    })
  return (
    <>
      <counterfoil-status till={till} />
      <button type="button" onClick={() => void refund()}>
        Refund 25.00
      </button>
    </>
  )
}
