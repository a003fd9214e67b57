import type { TextsChange } from 'counterfoil/elements'
import { useState } from 'react'
import { useEntry, useTillStatus } from './hooks.js'
import { till } from './till.js'

/** Two sales of the same look like one entered twice. */
let sales = 0
const nextSale = () => (sales += 1)

const texts: TextsChange = { list: { label: 'For the supervisor' } }

export function App() {
  const [receiptOf, setReceiptOf] = useState<string>()
  const [isOpen, setIsOpen] = useState(true)
  const [said, setSaid] = useState('')
  const status = useTillStatus(till)
  const entry = useEntry(till, receiptOf)

  async function ringUp() {
    const receipt = await till.receipt({
      Products: [{ Name: `Voucher ${nextSale()}`, Price: 12.5, Quantity: 2 }],
    })
    const entry = await till.refund({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000017' }],
      StoredValueCardReceipt: receipt,
    })
    setReceiptOf(entry.id)
  }

  return (
    <>
      <h1>A till in React</h1>
      <counterfoil-status till={till} />
      <button type="button" onClick={() => void ringUp()}>
        Refund 25.00
      </button>
      <counterfoil-receipt till={till} entryId={receiptOf} />
      <button
        type="button"
        onClick={() => {
          setIsOpen(!isOpen)
        }}
      >
        Back office
      </button>
      <p id="followed">
        {status?.counts.queued ?? 'unknown how many'} queued, the last: {entry?.state ?? 'none'}
      </p>
      <p role="status">{said}</p>
      {isOpen && (
        <section>
          <counterfoil-attention
            till={till}
            texts={texts}
            oncounterfoil-acted={({ detail }) => {
              setSaid(`${detail.act}: ${detail.ids.length}`)
            }}
          />
          <counterfoil-journal till={till} />
          <counterfoil-day till={till} />
        </section>
      )}
    </>
  )
}
