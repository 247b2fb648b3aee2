import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTries, forgetTries } from '#db/limits/limits.ts'
import { isPassword } from '#features/staff/password.service.ts'
import { lockTeamed } from '#features/registrations/public.store.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import type { teamActs } from './contract.ts'
import { mayJoinTeam } from '#features/registrations/status/membership.rules.ts'
import { type StoredTeam, dissolve, findTeam, listMembers, lockTeam, setTeam, updateTeam } from './store.ts'

const perTeam: Limit = { kind: 'team password', max: 8, seconds: 900 }
const perAccount: Limit = { kind: 'team passwords of an account', max: 30, seconds: 3600 }

/**
 * Checks a team's password. `wait` is the number of seconds before the next try. Tries count for each account, so that
 * a person who guesses does not block other people.
 */
export const tryPassword = async (
  db: Db,
  team: StoredTeam,
  uid: number,
  password: string,
  now: Date,
): Promise<{ wait: number } | { right: boolean }> => {
  const mine = `${team.raceid}/${team.id}/${uid}`
  const wait = await countTries(
    db,
    [
      [perTeam, mine],
      [perAccount, String(uid)],
    ],
    now,
  )
  if (wait > 0) return { wait }
  const right = await isPassword(password.trim(), team.password)
  if (right) await forgetTries(db, perTeam, mine)
  return { right }
}

export type WhyNotMoved =
  | 'team_not_found'
  | 'not_a_live_registration'
  | 'in_a_team'
  | 'not_in_team'
  | 'team_full'
  | 'not_captain'

/**
 * Lets a registration join a team; returns the reason if it cannot join. The lock on the team makes the count of its
 * members exact.
 */
export const joinTeam = async (
  tx: Tx,
  team: Pick<StoredTeam, 'raceid' | 'id'>,
  key: string,
  most: number,
  now: Date,
): Promise<WhyNotMoved | undefined> => {
  await lockTeam(tx, team.raceid, team.id)
  const row = await lockTeamed(tx, team.raceid, key)
  if (!row || !mayJoinTeam(row)) return 'not_a_live_registration'
  if (row.teamid === team.id) return undefined
  if (row.teamid !== null) return 'in_a_team'
  const held = await findTeam(tx, team.raceid, team.id)
  if (!held) return 'team_not_found'
  if (held.members >= most) return 'team_full'
  await setTeam(tx, team.raceid, row.id, team.id, now)
  await noteRegistrations(tx, team.raceid, 'registration.team_changed', [row.id], now)
  return undefined
}

type Moving = { act: Exclude<(typeof teamActs)[number], 'join'>; memberid: number; by: number | 'staff' }
/**
 * Removes a member, or makes another member captain. Returns the reason if this is not possible. When the captain
 * leaves, the member who joined first becomes captain. A team without members ends.
 */
export const moveMember = async (
  tx: Tx,
  team: Pick<StoredTeam, 'raceid' | 'id'>,
  { act, memberid, by }: Moving,
  now: Date,
): Promise<WhyNotMoved | undefined> => {
  await lockTeam(tx, team.raceid, team.id)
  const held = await findTeam(tx, team.raceid, team.id)
  if (!held) return 'team_not_found'
  if (act !== 'leave' && by !== 'staff' && held.captain !== by) return 'not_captain'
  const members = await listMembers(tx, team.raceid, team.id)
  if (!members.some(({ id }) => id === memberid)) return 'not_in_team'
  if (act === 'captain') {
    await updateTeam(tx, team.raceid, team.id, { captain: memberid, updated_at: now })
    return undefined
  }
  await noteRegistrations(tx, team.raceid, 'registration.team_changed', [memberid], now)
  if (members.length === 1) {
    await dissolve(tx, team.raceid, team.id, now)
    return undefined
  }
  await setTeam(tx, team.raceid, memberid, null, now)
  if (held.captain === memberid)
    await updateTeam(tx, team.raceid, team.id, {
      captain: members.find(({ id }) => id !== memberid)!.id,
      updated_at: now,
    })
  return undefined
}
