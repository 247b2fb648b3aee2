import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { pictureKindOf } from '#contract/pictures.ts'
import type { Tx } from '#db/db.ts'
import { addJob, isComing } from '#db/jobs/jobs.ts'
import { keepFile } from '#features/files/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { takenIn } from './turning/exif.rules.ts'
import { bibsInName } from './rules.ts'
import { takenAt } from './taking.server.rules.ts'
import { claimDone, claimReceived, findSent, hasReceived, insertPhoto, markTidied } from './sent.store.ts'
import { type PhotoRow, keepAlbum, updatePhotos, zoneOf } from './store.ts'
import { addTags } from './bibs/tags.store.ts'
import { runnersSeen } from './bibs/runnersSeen.service.ts'

/** The job that prepares sent photos. */
export const READY = 'photos ready'
/** The job that asks the recognition service for the bibs in a photo. Its payload names the race and the photo. */
export const SEEN = 'photo seen'

/** Returns the name under which the bytes of a sent photo wait. */
const incoming = ({ raceid, albumid, sha256 }: Pick<PhotoRow, 'raceid' | 'albumid' | 'sha256'>) =>
  `incoming/${raceid}/${albumid}/${Buffer.from(sha256).toString('hex')}.bin`

type Sent = { raceid: number; albumid: number; filename: string; bytes: Buffer; staffid: number | null }
/**
 * Keeps a sent photo once, and prepares it later. Returns undefined if its content is no picture. The bytes are
 * written before the row that names them.
 */
export const takeIn = async (
  { db, integrations }: Pick<Parts, 'db' | 'integrations'>,
  { raceid, albumid, filename, bytes, staffid }: Sent,
  now: Date,
): Promise<{ id: number; fresh: boolean } | undefined> => {
  if (!pictureKindOf(bytes)) return undefined
  const sha256 = createHash('sha256').update(bytes).digest()
  const there = await findSent(db, { raceid, albumid, sha256 })
  if (there && !there.waits) return { id: there.id, fresh: false }
  const waiting = incoming({ raceid, albumid, sha256 })
  await integrations.files.write(waiting, bytes)
  const made = await db.transaction().execute(async (tx) => {
    const row = await insertPhoto(tx, {
      raceid,
      albumid,
      sha256,
      filename: filename.slice(0, 200),
      staffid,
      created_at: now,
    })
    if (row.fresh) await addJob(tx, READY, {}, { key: READY })
    return row
  })
  // Another copy of the same photo was prepared meanwhile.
  if (!made.waits) await integrations.files.remove(waiting)
  return { id: made.id, fresh: made.fresh }
}

const cameraTime = async (bytes: Buffer) =>
  takenIn(
    (
      await sharp(bytes, { limitInputPixels: false })
        .metadata()
        .catch(() => undefined)
    )?.exif,
  )

/** Prepares one photo in the caller's transaction, which has locked the photo's row. */
const makeReady = async (parts: Pick<Parts, 'integrations'>, tx: Tx, photo: PhotoRow, now: Date): Promise<void> => {
  const { raceid, id } = photo
  const bytes = await parts.integrations.files.read(incoming(photo))
  if (!bytes) return updatePhotos(tx, raceid, [id], { state: 'refused', why: 'file_lost' })
  const kept = await keepFile(
    { db: tx, integrations: parts.integrations, clock: () => now },
    { raceid, bytes, name: photo.filename, staffid: photo.staffid },
  )
  if (typeof kept === 'string') return updatePhotos(tx, raceid, [id], { state: 'refused', why: kept })
  const [, hash, ext] = /([0-9a-f]{32})\.(jpg|png)$/.exec(kept.path)!
  // The album is read after the work on the picture, because a change of the album's clock waits for the photos that
  // use the clock.
  const album = (await keepAlbum(tx, raceid, photo.albumid))!
  const zone = await zoneOf(tx, raceid)
  const taken_at = takenAt(await cameraTime(bytes), zone, album.clock_offset_ms)
  await updatePhotos(tx, raceid, [id], {
    state: 'ready',
    why: null,
    hash: hash!,
    ext: ext!,
    width: kept.width,
    height: kept.height,
    bytes: kept.bytes,
    taken_at,
    ready_at: now,
  })
  const named = bibsInName(photo.filename, album.names_bibs as 'none' | 'first' | 'all')
  const known = await runnersSeen(tx, raceid, named)
  await addTags(
    tx,
    raceid,
    named.flatMap((bib) => (known.has(bib) ? [{ photoid: id, bib: known.get(bib)! }] : [])),
    'name',
    now,
  )
}

/** The number of photos that one process prepares at once. Several processes share the work. */
const LANES = 2
/** The number of photos after which a run ends, so that a stopping server does not wait for thousands of photos. */
const PER_RUN = 40

/** Prepares the next photo in a transaction of its own. Returns undefined if no photo waits. */
const readyNext = async (
  parts: Pick<Parts, 'db' | 'integrations'>,
  but: readonly number[],
  now: Date,
): Promise<{ photo: PhotoRow; failed?: unknown } | undefined> => {
  let photo: PhotoRow | undefined
  try {
    await parts.db.transaction().execute(async (tx) => {
      photo = await claimReceived(tx, but)
      if (!photo) return
      await makeReady(parts, tx, photo, now)
      if (parts.integrations.recognition)
        await addJob(tx, SEEN, { raceid: photo.raceid, id: photo.id }, { key: `${SEEN} ${photo.raceid}/${photo.id}` })
    })
  } catch (failed) {
    if (!photo) throw failed
    return { photo, failed }
  }
  return photo && { photo }
}

/** Removes the sent files of photos that no longer wait. After a kill the next run removes these files. */
const tidy = (parts: Pick<Parts, 'db' | 'integrations'>): Promise<void> =>
  parts.db.transaction().execute(async (tx) => {
    const photos = await claimDone(tx, PER_RUN * 2)
    for (const photo of photos) await parts.integrations.files.remove(incoming(photo))
    await markTidied(tx, photos)
  })

/**
 * The runs in progress. Each new photo asks for a run, but more than one run in a process would delay all other jobs.
 */
const runs = new Map<Parts['db'], { again: boolean }>()

/**
 * Prepares sent photos, a few at a time. It begins interrupted photos again. A photo that fails, for example because
 * the disk is full, delays no other photo. The job runner tries such a photo again.
 */
export const readyPhotos = async (parts: Pick<Parts, 'db' | 'integrations'>, now: Date): Promise<void> => {
  const under = runs.get(parts.db)
  if (under) return void (under.again = true)
  const mine = { again: false }
  runs.set(parts.db, mine)
  try {
    await readySome(parts, now)
  } finally {
    runs.delete(parts.db)
  }
  if (mine.again || (await hasReceived(parts.db)))
    await parts.db.transaction().execute((tx) => addJob(tx, READY, {}, { key: READY }))
}

const readySome = async (parts: Pick<Parts, 'db' | 'integrations'>, now: Date): Promise<void> => {
  const failed: { id: number; error: unknown }[] = []
  let left = PER_RUN
  const lane = async () => {
    while (left-- > 0) {
      const worked = await readyNext(
        parts,
        failed.map(({ id }) => id),
        now,
      )
      if (!worked) return
      if ('failed' in worked) failed.push({ id: worked.photo.id, error: worked.failed })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await tidy(parts)
  if (failed.length > 0) throw failed[0]!.error
}

/**
 * Starts a run for photos that wait without a job. The job runner repeats a failing job only hours later, and stops
 * after some tries.
 */
export const queueUnfinishedPhotos = async ({ db }: Pick<Parts, 'db'>, now: Date): Promise<void> => {
  if ((await hasReceived(db)) && !(await isComing(db, READY, now)))
    await db.transaction().execute((tx) => addJob(tx, READY, {}, { key: READY }))
}
