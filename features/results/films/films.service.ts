import { randomBytes } from 'node:crypto'
import type { Parts } from '#seam/server/handle.ts'
import { filmPath, filmTypeOf } from './films.rules.ts'
import { pieceBytes } from './films.contract.ts'
import { type FilmRow, addPiece, insertFilm } from './films.store.ts'

/** The name of the job that removes a film's pieces after the removal of the film's row. */
export const FILM_GONE = 'film pieces gone'
export const pieceName = ({ raceid, key }: Pick<FilmRow, 'raceid' | 'key'>, n: number): string =>
  `films/${raceid}/${key}.${n}`

/** Removes every piece that a film of this size may have, even if the upload broke off. A second call does no harm. */
export const removePieces = async (
  { integrations }: Pick<Parts, 'integrations'>,
  film: Pick<FilmRow, 'raceid' | 'key' | 'bytes'>,
): Promise<void> => {
  for (let n = 0; n * pieceBytes < film.bytes; n++) await integrations.files.remove(pieceName(film, n))
}

/** Stores a film of one piece and returns its address on our origin. */
export const keepFilm = async (
  { db, integrations }: Pick<Parts, 'db' | 'integrations'>,
  { raceid, name, bytes }: { raceid: number; name: string; bytes: Uint8Array },
  now: Date,
): Promise<string> => {
  const type = filmTypeOf(bytes)
  if (type === undefined) throw new TypeError(`${name} is no film`)
  const film = await db.transaction().execute((tx) =>
    insertFilm(tx, {
      raceid,
      key: randomBytes(16).toString('hex'),
      name,
      type,
      bytes: bytes.length,
      received: 0,
      staffid: null,
      created_at: now,
      done_at: null,
    }),
  )
  await integrations.files.write(pieceName(film, 0), bytes)
  await db.transaction().execute((tx) => addPiece(tx, raceid, film.id, 0, bytes.length, now))
  return filmPath(film)
}
