import { isNoneOf, takeByRace } from '#db/sharing/byRace.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import type { PhotoRow } from './store.ts'

/** The facts by which the server recognises a photo that is sent again. */
type Sent = Pick<PhotoRow, 'raceid' | 'albumid' | 'sha256'>
/** The refusal of a photo whose bytes were lost before it was prepared. Such a photo counts as never sent. */
const LOST = 'file_lost'
const waits = ({ state, why }: Pick<PhotoRow, 'state' | 'why'>): boolean => state === 'received' || why === LOST

export const knownHashes = async (
  on: Db,
  raceid: number,
  albumid: number,
  hashes: readonly string[],
): Promise<string[]> =>
  (
    await named<{ hash: string }>(
      on,
      'known photo hashes',
      `select encode(sha256, 'hex') as hash
        from photos
        where raceid = $1 and albumid = $2
          and sha256 = any(select decode(one, 'hex') from unnest($3::text[]) as one)
          and why is distinct from '${LOST}'`,
      [raceid, albumid, hashes],
    )
  ).map(({ hash }) => hash)

/**
 * Finds a photo by its sent file. `waits` means that its bytes are still needed. Returns undefined if the album has no
 * such photo.
 */
export const findSent = async (
  on: Db | Tx,
  { raceid, albumid, sha256 }: Sent,
): Promise<{ id: number; waits: boolean } | undefined> => {
  const row = await on
    .selectFrom('photos')
    .select(['id', 'state', 'why'])
    .where('raceid', '=', raceid)
    .where('albumid', '=', albumid)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row && { id: row.id, waits: waits(row) }
}

/** Saves the row of a sent photo. `fresh` means that it is new, and `waits` means that it is not prepared yet. */
export const insertPhoto = async (
  tx: Tx,
  row: Sent & Pick<PhotoRow, 'filename' | 'staffid' | 'created_at'>,
): Promise<{ id: number; fresh: boolean; waits: boolean }> => {
  const made = await tx
    .insertInto('photos')
    .values(row)
    .onConflict((clash) =>
      clash
        .columns(['raceid', 'albumid', 'sha256'])
        .doUpdateSet({ state: 'received', why: null, incoming: true })
        .where('photos.why', '=', LOST),
    )
    .returning('id')
    .executeTakeFirst()
  return made ? { id: made.id, fresh: true, waits: true } : { ...(await findSent(tx, row))!, fresh: false }
}

/**
 * Locks the next photo to prepare. It skips photos that other transactions prepare, and photos that the caller names.
 * Returns undefined if no photo waits.
 */
export const claimReceived = async (tx: Tx, but: readonly number[]): Promise<PhotoRow | undefined> => {
  const received = tx.selectFrom('photos').where('state', '=', 'received').where(isNoneOf('id', but)).orderBy('id')
  return (
    await takeByRace(
      1,
      async (seen) =>
        (await received.select('raceid').where(isNoneOf('raceid', seen)).limit(1).executeTakeFirst())?.raceid,
      (raceid) => received.selectAll().where('raceid', '=', raceid).limit(1).forUpdate().skipLocked().execute(),
    )
  )[0]
}
export const hasReceived = async (on: Db): Promise<boolean> =>
  (await on.selectFrom('photos').select('id').where('state', '=', 'received').limit(1).executeTakeFirst()) !== undefined
/** Locks photos that no longer wait for their preparation, but whose sent file still exists. */
export const claimDone = (tx: Tx, limit: number): Promise<PhotoRow[]> => {
  const done = tx.selectFrom('photos').where('incoming', '=', true).where('state', '<>', 'received').orderBy('id')
  return takeByRace(
    limit,
    async (but) => (await done.select('raceid').where(isNoneOf('raceid', but)).limit(1).executeTakeFirst())?.raceid,
    (raceid, most) => done.selectAll().where('raceid', '=', raceid).limit(most).forUpdate().skipLocked().execute(),
  )
}
export const markTidied = async (tx: Tx, photos: readonly Pick<PhotoRow, 'raceid' | 'id'>[]): Promise<void> => {
  await named(
    tx,
    'mark photos tidied',
    `update photos p
      set incoming = false
      from unnest($1::int[], $2::bigint[]) as done (raceid, id)
      where p.raceid = done.raceid and p.id = done.id`,
    [photos.map(({ raceid }) => raceid), photos.map(({ id }) => id)],
  )
}
