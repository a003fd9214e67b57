/** The position up to which events were sent, stored apart from the till's data. */
export interface Bookmark {
  read: () => string | undefined
  write: (cursor: string) => void
}

/** A page that may store nothing begins anew each time. */
export function createBookmark(name: string): Bookmark {
  return {
    read() {
      try {
        return localStorage.getItem(name) ?? undefined
      } catch {
        // A browser that stores nothing has no bookmark.
        return undefined
      }
    },
    write(cursor) {
      try {
        localStorage.setItem(name, cursor)
      } catch {
        // The next page sends the same events again: better twice than never.
      }
    },
  }
}
