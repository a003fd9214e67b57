import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { TillStatus } from '../../till/status.js'
import type { Till } from '../../till/till.js'
import { createBook, type Book } from './book.js'
import { countAnswers, openQuestion, type Question } from './filter.js'
import { createHostSource, type JournalSearch } from './host-search.js'
import { createSearchSource } from './search.js'
import { createListSource, type Source } from './source.js'
import type { Span } from './window.js'

export interface AnswersHost extends ReactiveControllerHost {
  readonly till: Till | undefined
  readonly search: JournalSearch | undefined
}

export interface AnswersDeps {
  status: () => TillStatus | undefined
  /** Why the journal cannot be read; undefined if it can. */
  fault: () => string | undefined
  onFault: (error: unknown) => void
  /** The rows to read: the visible ones, or the first ones of a new answer. */
  findWanted: (isNew: boolean) => Span
  /** Called when another answer is shown. */
  onBegin: () => void
  /** Called when the shown answer has changed. */
  onRows: (before: readonly string[], after: readonly string[]) => void
  /** Called once a question has its answer. */
  onAnswered: () => void
}

/** The question to the journal, the requested answer, and the one that is shown until that begins. */
export class Answers implements ReactiveController {
  question: Question = openQuestion
  #asked: Book | undefined
  #shown: Book | undefined
  #askedOf: Till | undefined
  readonly #host: AnswersHost
  readonly #deps: AnswersDeps

  constructor(host: AnswersHost, deps: AnswersDeps) {
    this.#host = host
    this.#deps = deps
    host.addController(this)
  }

  get book(): Book | undefined {
    return this.#shown
  }

  /** An answer that is complete, or goes on only when asked to, is not searched for when it is looked at again. */
  get isSearching(): boolean {
    const asked = this.#asked
    if (!asked || this.#deps.fault() !== undefined) return false
    const { isNew, isBusy, isEnd, isPaused } = asked.progress
    return isNew || (isBusy && !isEnd && !isPaused && this.#isSearch)
  }

  get #isSearch(): boolean {
    return this.question.text.trim() !== ''
  }

  /** The total number, if it is known: a complete read knows it before the status. */
  get counted(): number | undefined {
    const progress = this.#shown?.progress
    if (progress?.isEnd) return progress.ids.length
    const status = this.#deps.status()
    return status && countAnswers(this.question, status)
  }

  async read(till: Till): Promise<void> {
    if (this.#askedOf !== till) this.#ask(till)
    await this.#asked?.refresh()
  }

  /** Changes the question; the present answer is shown until the next one begins. */
  ask(change: Partial<Question>): void {
    this.question = { ...this.question, ...change }
    this.#deps.onFault(undefined)
    this.#host.requestUpdate()
    const { till } = this.#host
    if (!till) return
    this.#ask(till)
    const asked = this.#asked
    void this.#attempt(async (book) => {
      await book.show(this.#findWanted())
      if (book === asked && book === this.#asked) this.#deps.onAnswered()
    })
  }

  async lookFurther(): Promise<void> {
    await this.#attempt((book) => book.lookFurther())
  }

  /** Reads the rows that are wanted now. */
  async showWanted(): Promise<void> {
    await this.#attempt((book) => book.show(this.#findWanted()))
  }

  hostUpdate(): void {
    const { till } = this.#host
    if (this.#askedOf !== till) this.#turnTo(till)
  }

  #findWanted(): Span {
    return this.#deps.findWanted(this.#asked !== this.#shown)
  }

  #turnTo(till: Till | undefined): void {
    this.#shown = undefined
    if (till) {
      this.#ask(till)
      return
    }
    this.#asked?.close()
    this.#asked = undefined
    this.#askedOf = undefined
  }

  #ask(till: Till): void {
    this.#asked?.close()
    if (this.#askedOf !== till) this.#shown = undefined
    this.#askedOf = till
    const book = createBook(this.#createSource(till), (before) => {
      if (book === this.#asked) this.#take(book, before)
    })
    this.#asked = book
    this.#host.requestUpdate()
  }

  #createSource(till: Till): Source {
    const { question } = this
    if (!this.#isSearch) return createListSource(till, question)
    const { search } = this.#host
    return search ? createHostSource(search, question) : createSearchSource(till, question)
  }

  async #attempt(act: (book: Book) => Promise<void>): Promise<void> {
    const book = this.#asked
    if (!book) return
    try {
      await act(book)
    } catch (error) {
      if (book === this.#asked) this.#deps.onFault(error)
    }
  }

  #take(book: Book, before: readonly string[]): void {
    const isNext = this.#shown !== book && !book.progress.isNew
    if (isNext) {
      this.#shown = book
      this.#deps.onBegin()
    } else if (this.#shown === book && before !== book.progress.ids) {
      this.#deps.onRows(before, book.progress.ids)
    }
    this.#host.requestUpdate()
  }
}
