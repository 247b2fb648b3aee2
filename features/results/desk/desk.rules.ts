/** The columns by which the results desk sorts. `place` is the order of the public list. */
export const deskSorts = ['place', 'bib', 'name', 'time', 'status', 'club', 'changed'] as const
export type DeskSort = (typeof deskSorts)[number]

/** The last row of a page: its value in the sorted column (a number or a text) and its id. */
export type DeskCursor = { key: string | number; id: number }
export const writeDeskCursor = ({ key, id }: DeskCursor): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')
/** Reads a cursor; undefined if the text is no cursor, or if its key is not of the expected type. */
export const readDeskCursor = (text: string | undefined, numeric: boolean): DeskCursor | undefined => {
  try {
    const [key, id] = JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as unknown[]
    const fits = numeric ? Number.isSafeInteger(key) : typeof key === 'string' && !key.includes('\0')
    return fits && Number.isSafeInteger(id) ? { key: key as string | number, id: id as number } : undefined
  } catch {
    return undefined
  }
}
