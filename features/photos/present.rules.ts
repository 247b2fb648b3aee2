import type { Photo } from './contract.ts'
import type { PhotoEdited } from './console.contract.ts'
import { photoAddresses, withdrawnAddresses } from './rules.ts'
import type { PhotoRow, ReadyPhoto } from './store.ts'
import type { TagRow } from './bibs/tags.store.ts'

export const shown = (row: ReadyPhoto): Omit<Photo, 'taken_at'> & { taken_at: Date | null } => ({
  id: row.id,
  raceid: row.raceid,
  albumid: row.albumid,
  width: row.width,
  height: row.height,
  taken_at: row.taken_at,
  ...photoAddresses(row),
})

export const edited = (
  row: PhotoRow,
  tags: readonly TagRow[],
): Omit<PhotoEdited, 'taken_at'> & { taken_at: Date | null } => {
  const at =
    row.hash !== null && row.ext !== null
      ? (row.state === 'hidden' ? withdrawnAddresses : photoAddresses)({
          raceid: row.raceid,
          hash: row.hash,
          ext: row.ext,
        })
      : { url: null, thumb: null }
  return {
    id: row.id,
    albumid: row.albumid,
    filename: row.filename,
    state: row.state as PhotoEdited['state'],
    why: row.why,
    url: at.url,
    thumb: at.thumb,
    taken_at: row.taken_at,
    bibs: tags.filter(({ photoid }) => photoid === row.id),
  }
}

/** Returns the address of an album's cover in a small size; null if the album has no picture yet. */
export const coverOf = (raceid: number, { hash, ext }: { hash: string | null; ext: string | null }): string | null =>
  hash === null || ext === null ? null : photoAddresses({ raceid, hash, ext }).thumb
