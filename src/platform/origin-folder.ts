/** A folder among the files of the origin, where the browser does not keep its databases; made if it is not there. */
export async function openOriginFolder(...path: string[]): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory()
  for (const name of path) folder = await folder.getDirectoryHandle(name, { create: true })
  return folder
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
