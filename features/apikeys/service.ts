import type { Right } from '#contract/rights.ts'
import type { Db } from '#db/db.ts'
import { rateOf } from '#db/limits/rates.ts'
import { tokenHash } from '#db/sessions.ts'
import { type Parts, RefusalError, type Who, nobody } from '#seam/server/handle.ts'
import { keyStateOf, raceOfApiKey } from './rules.ts'
import { type ApiKeyRow, findKey, findKeyByHash, markUsed } from './store.ts'

export const CALLS_PER_MINUTE = 600
const calls = rateOf(CALLS_PER_MINUTE, 60, 'apikeys calls')
const USED_EVERY = 60_000

const holderOf = ({ raceid, rights }: ApiKeyRow) => [
  { raceid: raceid === 0 ? null : raceid, role: 'own:0' as const, rights },
]

/**
 * Finds the caller with an API key: staff with just the rights of the key. A key that has ended, or that does not
 * exist, counts as an ended log-in. Too many calls of one key are refused.
 */
export const whoOfKey = async ({ db, clock }: Pick<Parts, 'db' | 'clock'>, key: string): Promise<Who> => {
  const now = clock()
  const raceid = raceOfApiKey(key)
  const row = raceid === undefined ? undefined : await findKeyByHash(db, raceid, tokenHash(key))
  if (!row || keyStateOf(row, now) !== 'live') return { ...nobody, expired: true }
  const retry_after = calls.count(`${row.raceid} ${row.id}`, now)
  if (retry_after > 0) throw new RefusalError('too_often', { retry_after })
  if (row.used_at === null || now.getTime() - row.used_at.getTime() >= USED_EVERY)
    await markUsed(db, row.raceid, row.id, now)
  return { ...nobody, staffid: row.staffid, roles: holderOf(row) }
}

export const keyHasRight = async (
  db: Db,
  { raceid, id, right, now }: { raceid: number; id: number; right: Right; now: Date },
): Promise<boolean> => {
  const row = await findKey(db, raceid, id)
  return row !== undefined && keyStateOf(row, now) === 'live' && row.rights.includes(right)
}
