/** A second press of a button within this time belongs to the first: a double click, or a finger that bounced. */
const secondPressMs = 500

/** The time after a press in which a second one belongs to it; of the last press where there were several. */
export class SecondPress {
  #timer: ReturnType<typeof setTimeout> | undefined

  wait(onOver: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(onOver, secondPressMs)
  }
}

/** A key that is held down would press the button again and again. */
export function keepFromRepeating(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
