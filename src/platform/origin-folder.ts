import { errorToName } from '../domain/error-name.js'

/** Works in a folder among the files of the origin, where the browser does not keep its databases. */
export type OriginFolder = <Result>(
  work: (folder: FileSystemDirectoryHandle) => Promise<Result>,
) => Promise<Result>

/** The folder is made if it is not there, and stays open: each step to it is a question to the browser. */
export function createOriginFolder(...path: string[]): OriginFolder {
  let opened: FileSystemDirectoryHandle | undefined

  async function workIn<Result>(
    work: (folder: FileSystemDirectoryHandle) => Promise<Result>,
  ): Promise<Result> {
    const known = opened
    try {
      // Kept once it is there: a question that the browser leaves without an answer holds up nothing later.
      const folder = known ?? (await openFolder(path))
      opened = folder
      return await work(folder)
    } catch (error) {
      opened = undefined
      // It may have been removed since it was opened, and made anew by another page.
      if (known && isMissing(error)) return workIn(work)
      throw error
    }
  }
  return workIn
}

async function openFolder(path: readonly string[]): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory()
  for (const name of path) folder = await folder.getDirectoryHandle(name, { create: true })
  return folder
}

/** Whether a file or its folder is not there. */
export function isMissing(error: unknown): boolean {
  return errorToName(error) === 'NotFoundError'
}

/** Puts a file in place as a whole, which the browser does when its stream is closed. */
export async function writeFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  content: Blob | string,
): Promise<void> {
  const handle = await folder.getFileHandle(name, { create: true })
  const stream = await handle.createWritable()
  await stream.write(content)
  await stream.close()
}
