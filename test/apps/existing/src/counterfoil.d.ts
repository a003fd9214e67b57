import type { CounterfoilElements, CounterfoilEvents } from 'counterfoil/elements'
import type { HTMLAttributes, RefAttributes } from 'react'

type Listeners = {
  [Name in keyof CounterfoilEvents as `on${Name}`]?: (event: CounterfoilEvents[Name]) => void
}
type Elements = {
  [Name in keyof CounterfoilElements]: CounterfoilElements[Name] &
    Listeners &
    HTMLAttributes<HTMLElement> &
    RefAttributes<HTMLElementTagNameMap[Name]>
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends Elements {}
  }
}
