import { randomBytes } from 'node:crypto'
import type { Parts } from '#server/answer.ts'
import { filmPath, filmTypeOf } from './films.rules.ts'
import { pieceName } from './films.ts'
import { addPiece, insertFilm } from './films.store.ts'

/** Keeps a film of one piece; its address on our origin. */
export const keepFilm = async (
  { db, outside }: Pick<Parts, 'db' | 'outside'>,
  { raceid, name, bytes }: { raceid: number; name: string; bytes: Uint8Array },
  now: Date,
): Promise<string> => {
  const type = filmTypeOf(bytes)
  if (type === undefined) throw new TypeError(`${name} is no film`)
  const film = await db
    .transaction()
    .execute((tx) =>
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
  await outside.files.write(pieceName(film, 0), bytes)
  await db.transaction().execute((tx) => addPiece(tx, raceid, film.id, 0, bytes.length, now))
  return filmPath(film)
}
