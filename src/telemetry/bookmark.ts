/** Where the sending stands, kept in a place of its own beside the till's data. */
export interface Bookmark {
  read: () => string | undefined
  write: (cursor: string) => void
}

/** A page that may keep nothing begins anew each time. */
export function createBookmark(name: string): Bookmark {
  return {
    read() {
      try {
        return localStorage.getItem(name) ?? undefined
      } catch {
        return undefined
      }
    },
    write(cursor) {
      try {
        localStorage.setItem(name, cursor)
      } catch {
        // What has been sent is sent again by the next page: better twice than never.
      }
    },
  }
}
