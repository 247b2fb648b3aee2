import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { namesOfAccounts } from '#features/accounts/actions.ts'
import { answer } from '#server/answer.ts'
import { userGetinfobyuids } from './knowing.contract.ts'
import { ownRegistrations } from './owner.ts'

/** A name as somebody sees it who knows the person and need not be told more: its first character. */
export const maskName = (name: string): string => {
  const [first = ''] = name
  return `${first}**`
}

/** Of these accounts those that stand in an order or a team with one of these registrations. */
const knownAmong = async (
  db: Db,
  uids: readonly number[],
  shared: readonly { raceid: number; orderid: number | null; teamid: number | null }[],
): Promise<number[]> => {
  const together = shared.filter(({ orderid, teamid }) => orderid !== null || teamid !== null)
  if (together.length === 0) return []
  const rows = await sql<{ uid: number }>`
    select distinct r.uid from unnest(${together.map(({ raceid }) => raceid)}::integer[], ${together.map(({ orderid }) => orderid)}::bigint[], ${together.map(({ teamid }) => teamid)}::bigint[]) as mine (raceid, orderid, teamid)
    join registrations r on r.raceid = mine.raceid and (r.orderid = mine.orderid or r.teamid = mine.teamid)
    where r.uid = any(${[...uids]}::bigint[]) and r.deleted_at is null`.execute(db)
  return rows.rows.map(({ uid }) => uid)
}

export const routes = [
  answer(userGetinfobyuids, async ({ input, db, seal, now, who, refuse }) => {
    const uid = who.uid!
    const asked = [...new Set(input.uids)]
    const others = asked.filter((one) => one !== uid)
    const mine = others.length === 0 ? [] : await ownRegistrations(db, seal, uid, { limit: 100 }, now)
    const known = new Set([...(asked.includes(uid) ? [uid] : []), ...(await knownAmong(db, others, mine))])
    const accounts = await namesOfAccounts(
      db,
      asked.filter((one) => known.has(one)),
    )
    if (accounts.length === 0) refuse('user_not_found')
    return accounts.map((account) => ({
      ...account,
      name: account.uid === uid || account.name === null ? account.name : maskName(account.name),
    }))
  }),
]
