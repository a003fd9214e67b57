// src/status.tsx
import 'counterfoil/elements'
import { useEffect, useRef } from 'react'
import { opening } from './till.js'

/** Gives the till to an element as soon as it is open. */
export function useTill(element: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    opening.then(
      (till) => Object.assign(element.current ?? {}, { till }),
      (error: unknown) => {
        console.error(error)
      },
    )
  }, [element])
}

export function Status() {
  const element = useRef<HTMLElementTagNameMap['counterfoil-status']>(null)
  useTill(element)
  return <counterfoil-status ref={element} />
}
