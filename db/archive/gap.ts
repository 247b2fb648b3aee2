import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { folderArchive } from './folder.ts'

/**
 * The note of a gap in the archive, in the data folder. It stays there until a base backup has been made after the gap,
 * so a restart does not forget the gap. It names the first segment that the archive lacks.
 */
const NOTE = 'archive.gap'

export const readGapNote = async (folder: string): Promise<string | undefined> => {
  const note = await folderArchive(folder).read(NOTE)
  return note && Buffer.from(note).toString()
}

export const writeGapNote = (folder: string, segment: string): Promise<void> =>
  folderArchive(folder).write(NOTE, Buffer.from(segment))

/** Removes the note after a backup, if the note is still the note from before this backup. */
export const clearGapNote = async (folder: string, before: string | undefined): Promise<void> => {
  if (before !== undefined && (await readGapNote(folder)) === before) await rm(join(folder, NOTE), { force: true })
}
