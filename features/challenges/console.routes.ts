import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import type { Db, Tx } from '#db/db.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { daysTo } from '#contract/days.ts'
import { decideProof, findSeen, listSeen } from './console.store.ts'
import {
  consoleChallengesDecide,
  consoleChallengesList,
  consoleChallengesProofs,
  consoleChallengesSave,
} from './contract.ts'
import { presentProof } from './service.ts'
import {
  type ChallengeRow,
  countPeople,
  countWaitingProofs,
  findChallenge,
  listChallenges,
  lockChallenge,
  lockSignup,
  saveChallenge,
} from './store.ts'

const mostDays = 366

const withCounts = async (on: Db | Tx, raceid: number, rows: readonly ChallengeRow[]) => {
  const people = new Map((await countPeople(on, raceid)).map((one) => [one.challengeid, one.people]))
  const waiting = new Map((await countWaitingProofs(on, raceid)).map((one) => [one.challengeid, one.waiting]))
  return rows.map((row) => ({ ...row, people: people.get(row.id) ?? 0, waiting: waiting.get(row.id) ?? 0 }))
}

export const routes = [
  handle(consoleChallengesList, async ({ input, db }) => ({
    items: await withCounts(db, input.raceid, await listChallenges(db, input.raceid)),
  })),
  handle(consoleChallengesSave, async ({ input, now, who, refuse, save }) => {
    const { raceid, id, published, updated_at, ...rest } = input
    const days = daysTo(rest.starts_on, rest.ends_on) + 1
    if (days < 1 || days > mostDays) refuse('challenge_days_wrong')
    if (rest.goal === 'days' && rest.target > days) refuse('challenge_target_too_far')
    return save(async (tx) => {
      const before =
        id === undefined ? undefined : ((await lockChallenge(tx, raceid, id)) ?? refuse('challenge_not_found'))
      if (before && updated_at !== undefined && before.updated_at.toISOString() !== updated_at)
        return refuse('challenge_changed_meanwhile')
      const published_at = published ? (before?.published_at ?? now) : null
      const row = await saveChallenge(tx, { ...rest, raceid, id, published_at }, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'challenge changed' : 'challenge written',
        target: `challenge ${row.id}`,
        before,
        after: row,
      })
      return { challenge: (await withCounts(tx, raceid, [row]))[0]! }
    })
  }),
  handle(consoleChallengesProofs, async ({ input, db, lang, refuse }) => {
    const { raceid, id, only, limit } = input
    if (!(await findChallenge(db, raceid, id))) refuse('challenge_not_found')
    const rows = await listSeen(db, raceid, { challengeid: id, only, after: idIn(input.after), limit: rowsFor(limit) })
    const { rows: page, after } = pageOf(rows, limit, byId)
    return { items: page.map((row) => presentProof(row, lang)), after }
  }),
  handle(consoleChallengesDecide, async ({ input, now, who, lang, refuse, save }) => {
    const { raceid, id, proofid, counts } = input
    return save(async (tx) => {
      if (!(await lockChallenge(tx, raceid, id))) refuse('challenge_not_found')
      const seen = (await findSeen(tx, raceid, id, proofid)) ?? refuse('challenge_proof_not_found')
      await lockSignup(tx, raceid, seen.signupid)
      const before = (await findSeen(tx, raceid, id, proofid)) ?? refuse('challenge_proof_not_found')
      const state = counts ? 'counts' : 'refused'
      if (before.state === state) return { proof: presentProof(before, lang) }
      const written = await decideProof(
        tx,
        raceid,
        { id: proofid, state, reason: counts ? null : 'staff' },
        who.staffid,
        now,
      )
      if (!written) return refuse('challenge_proof_again')
      const after = (await findSeen(tx, raceid, id, proofid))!
      await logChange(tx, {
        who,
        now,
        raceid,
        what: counts ? 'challenge proof taken' : 'challenge proof refused',
        target: `challenge ${id}`,
        before: { proof: proofid, state: before.state },
        after: { proof: proofid, state: after.state },
      })
      return { proof: presentProof(after, lang) }
    })
  }),
]
