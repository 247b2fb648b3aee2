/** The largest number of files that one drop may bring. */
const MOST = 50_000

const fileOf = (entry: FileSystemFileEntry): Promise<File | undefined> =>
  new Promise((resolve) => entry.file(resolve, () => resolve(undefined)))

/** Reads a whole folder. A browser gives the entries of the folder in portions, and an empty portion is the end. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (portion.length === 0) return all
    all.push(...portion)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/**
 * Returns at most `MOST` files of a drop, with the files of dropped folders and of the folders in them. The files of a
 * folder are in the order of their names. Hidden files are left out, because file managers put them into folders. A
 * browser that opens no folders gives all files of the drop.
 */
export const droppedFiles = async (data: DataTransfer): Promise<File[]> => {
  // The list of a drop is empty after the event, so all entries are taken before the first wait.
  const plain = Array.from(data.files)
  const left = Array.from(data.items).flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (left.length === 0) return plain
  const files: File[] = []
  for (let entry = left.shift(); entry && files.length < MOST; entry = left.shift()) {
    if (entry.name.startsWith('.')) continue
    if (isFolder(entry)) {
      const inside = await entriesOf(entry)
      left.unshift(...inside.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    } else if (isFile(entry)) {
      const file = await fileOf(entry)
      if (file) files.push(file)
    }
  }
  return files
}
