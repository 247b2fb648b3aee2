import { createHash, randomBytes } from 'node:crypto'
import { inBatches } from '#db/sharing/batch.ts'
import type { Db } from '#db/db.ts'
import { countingFailures } from '#db/errors/failures.ts'
import { keepFile } from '#features/files/service.ts'
import { FEED_PICTURE } from '#features/files/rules.ts'
import { filmTypeOf } from '#features/results/films/films.rules.ts'
import { type Asker, ownKeyOf } from '#seam/server/asker.ts'
import type { Parts, Upload } from '#seam/server/handle.ts'
import { addCheers, countCheers, countWaitingComments, type CheerGiven, type CommentRow } from './comments.store.ts'
import { type Judgement, filmAddress, filmFile, judgementOf } from './feed.rules.ts'
import { type EntryRow, type SettingsRow, findSettings, lockEntries, nextVersion } from './store.ts'

export type EntryPicture = { path: string; width: number; height: number }
export type FilmOfEntry = { key: string; type: string }
export const picturesOfEntry = (row: Pick<EntryRow, 'pictures'>): EntryPicture[] =>
  (row.pictures ?? []) as EntryPicture[]
const filmOf = (row: Pick<EntryRow, 'film'>): FilmOfEntry | null => (row.film ?? null) as FilmOfEntry | null

/** Presents an entry. The result is the same for every reader. */
export const presentFeedEntry = (row: EntryRow) => {
  const film = filmOf(row)
  return {
    id: row.id,
    author: row.author,
    // A reporter's entry names an account until an erasure removes the entry, so a shown entry without one is by staff.
    official: row.uid === null,
    body: row.body,
    km: row.km,
    pictures: picturesOfEntry(row),
    film: film && filmAddress(row.raceid, film),
    pinned: row.pinned_at !== null,
    cheers: row.cheers,
    comments: row.comments,
    version: Number(row.version),
    at: row.created_at,
  }
}
export const presentComment = ({ id, author, body, created_at }: CommentRow) => ({
  id: Number(id),
  author,
  body,
  at: created_at,
})

export const usualFeedSettings = {
  open: false,
  comments: 'off',
  cheers: true,
  words: [] as string[],
  keep_days: 365,
  entry_days: null,
} as const

/** Returns the words that nobody may write in the race's feed or in cheers to its runners. */
export const unfitWordsOf = async (db: Db, raceid: number): Promise<readonly string[]> =>
  (await findSettings(db, raceid))?.words ?? []

type Ground = Pick<Parts, 'db' | 'integrations'> & { now: Date }
/** Judges a text by the word list and by the outside service, if one is configured. */
export const judgeText = async (
  { db, integrations, now }: Ground,
  settings: Pick<SettingsRow, 'words' | 'comments'> | undefined,
  given: { kind: 'entry' | 'comment'; text: string; pictures: number },
): Promise<Judgement> => {
  const words = settings?.words ?? []
  const rules = {
    text: given.text,
    words,
    before: given.kind === 'comment' && settings?.comments === 'before',
    strict: given.kind === 'comment',
  }
  const first = judgementOf({ ...rules, outside: undefined })
  // The server does not send a text to the service if the word list refuses the text.
  if (first.state === 'unfit' || !integrations.moderation) return first
  const asked = await countingFailures(db, 'moderation', now, () => integrations.moderation!.judge(given))
  return judgementOf({ ...rules, outside: asked?.answer ?? 'silent' })
}

export const feedWaiting = async (db: Db, raceid: number): Promise<number> => {
  const { reporters, entries, comments } = await countWaitingComments(db, raceid)
  return reporters + entries + comments
}
export const isFeedOpen = async (db: Db, raceid: number): Promise<boolean> =>
  (await findSettings(db, raceid))?.open ?? false

export type Media = { pictures: EntryPicture[]; film: FilmOfEntry | null }
type WhyNoMedia = 'feed_film_unknown' | 'not_a_picture' | 'picture_too_large' | 'picture_file_too_large'
/** Stores the pictures or the film of an entry. The bytes of a file decide its type. */
export const keepMedia = async (
  { db, integrations, now }: Ground,
  raceid: number,
  files: readonly Upload[],
  by: { uid?: number | null; staffid?: number | null },
): Promise<Media | WhyNoMedia> => {
  const media: Media = { pictures: [], film: null }
  for (const { bytes } of files) {
    const type = filmTypeOf(bytes)
    if (type !== undefined) {
      media.film = { key: randomBytes(16).toString('hex'), type }
      await integrations.files.write(filmFile(raceid, media.film), bytes)
      continue
    }
    const kept = await keepFile({ db, integrations, clock: () => now }, { raceid, bytes, name: FEED_PICTURE, ...by })
    if (typeof kept === 'string') return kept === 'not_a_picture' ? 'feed_film_unknown' : (kept as WhyNoMedia)
    media.pictures.push({ path: kept.path, width: kept.width, height: kept.height })
  }
  return media
}

/**
 * Hashes the account, or the cookie of a browser that opened one of our pages. Returns undefined for a caller without
 * an account and without such a cookie.
 */
export const askerHash = (raceid: number, asker: Asker): Buffer | undefined => {
  const own = ownKeyOf(asker)
  return own === undefined ? undefined : createHash('sha256').update(`feed ${raceid} ${own}`).digest().subarray(0, 16)
}

/** The shortest time between two batches of cheers, in milliseconds. A reader gets one message for a whole batch. */
const CHEERS_MS = 1000
const cheering = inBatches(
  2000,
  async (given: (CheerGiven & { db: Db })[]) => {
    await given[0]!.db.transaction().execute(async (tx) => {
      const counted = await addCheers(tx, given)
      await lockEntries(tx, counted)
      for (const fresh of counted) await countCheers(tx, fresh, await nextVersion(tx, fresh.raceid, latestOf(given)))
    })
    return given.map(() => undefined)
  },
  CHEERS_MS,
)
const latestOf = (given: readonly CheerGiven[]): Date => given.at(-1)!.at
export const cheer = (db: Db, given: CheerGiven): Promise<undefined> => cheering({ db, ...given })
