import { chinaDay } from '#contract/days.ts'
import type { Db, Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { Document } from '#features/people/rules.ts'
import { isInBan } from './rules.ts'
import { listLive, listLiveOf } from './store.ts'

/** Returns the blind index of a document in the list of bans. The caller has prepared the scope `people`. */
export const banIndex = (seal: Seal, identity: string): Buffer => seal.blind('people', 'ban', identity)

type Spans = ReadonlyMap<string, readonly { from: string; until: string | null }[]>
type CachedSpans = { at: number; spans: Promise<Spans> }
/** The time for which a process keeps the bans of a race. A thousand people who enter at once share one query. */
const KEPT_MS = 2_000
const kept = new WeakMap<Db, Map<number, CachedSpans>>()

const read = async (db: Db, raceid: number): Promise<Spans> => {
  const spans = new Map<string, { from: string; until: string | null }[]>()
  for (const { document_ix, from_day, until_day } of await listLive(db, raceid)) {
    const key = document_ix.toString('hex')
    spans.set(key, [...(spans.get(key) ?? []), { from: from_day, until: until_day }])
  }
  return spans
}
const spansOf = (db: Db, raceid: number, now: Date): Promise<Spans> => {
  let races = kept.get(db)
  if (!races) kept.set(db, (races = new Map()))
  const known = races.get(raceid)
  if (known && now.getTime() - known.at >= 0 && now.getTime() - known.at < KEPT_MS) return known.spans
  const spans = read(db, raceid)
  races.set(raceid, { at: now.getTime(), spans })
  spans.catch(() => races.delete(raceid))
  return spans
}
/** Forgets the kept lists after a change in this process. */
export const forgetBans = (db: Db): void => void kept.delete(db)

type Barred = { raceid: number; raceDay: string; document: Pick<Document, 'identity'> }
/** Tells whether the person of a document is banned from a race today or on race day. */
export const isBanned = async (
  { db, seal }: { db: Db; seal: Seal },
  { raceid, raceDay, document }: Barred,
  now: Date,
): Promise<boolean> => {
  const spans = await spansOf(db, raceid, now)
  if (spans.size === 0) return false
  await seal.prepare('people')
  const found = spans.get(banIndex(seal, document.identity).toString('hex')) ?? []
  return found.some((span) => isInBan(span, chinaDay(now), raceDay))
}

/**
 * Tells whether the person of a document is banned from a race today or on race day. Callers use this function when a
 * registration changes its event or its document. The function always asks the database, and never the bans that the
 * process keeps. The caller has prepared the scope `people`.
 */
export const isBannedIn = async (
  tx: Db | Tx,
  seal: Seal,
  { raceid, raceDay, document }: Barred,
  now: Date,
): Promise<boolean> =>
  (await listLiveOf(tx, raceid, banIndex(seal, document.identity))).some(({ from_day, until_day }) =>
    isInBan({ from: from_day, until: until_day }, chinaDay(now), raceDay),
  )
