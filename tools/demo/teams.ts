import { hashPassword } from '#features/staff/password.service.ts'
import { insertInvitations } from '#features/invitations/store.ts'
import { mayBeMember } from '#features/registrations/status/membership.rules.ts'
import { normalTeamName } from '#features/teams/rules.ts'
import { insertTeam, setTeam } from '#features/teams/store.ts'
import type { Parts } from '#seam/server/handle.ts'

/** The demo teams. docs/demo.md lists the passwords and codes. */
const teams = [
  { name: '澜江晨跑团', profile: '每天六点，滨江大道，不见不散。\n欢迎第一次跑马拉松的您。', size: 3 },
  { name: 'Lanjiang Harriers', profile: 'Runners from eleven countries who met on one river path.', size: 2 },
  { name: '一家四口慢慢跑', profile: '目标：一起跑完，一起吃面。', size: 1 },
] as const
const codes = [
  { code: 'LANJIANG', label: '澜江跑友优惠', price: 8_000, uses: 200, direct: false },
  { code: 'ELITE2026', label: '特邀选手', price: 0, uses: 20, direct: true },
] as const

/** Writes three teams and two invitation codes of race 2026. `covers` are kept pictures, one for each team. */
export const seedTeamsAndCodes = async (parts: Parts, covers: readonly string[], now: Date): Promise<void> => {
  const password = await hashPassword('lanjiang')
  await parts.db.transaction().execute(async (tx) => {
    const standing = (
      await tx
        .selectFrom('registrations')
        .select(['id', 'deleted_at', 'closed_at', 'refundid', 'state'])
        .where('raceid', '=', 2026)
        .orderBy('id')
        .execute()
    ).filter((row) => mayBeMember(row))
    let next = 0
    for (const [at, { name, profile, size }] of teams.entries()) {
      const members = standing.slice(next, next + size)
      next += size
      const [captain] = members
      const cover = covers[at % Math.max(1, covers.length)]
      if (!captain || !cover) continue
      const id = await insertTeam(tx, {
        raceid: 2026,
        name,
        name_norm: normalTeamName(name),
        profile,
        cover,
        password,
        captain: captain.id,
        created_at: now,
        updated_at: now,
      })
      for (const member of members) await setTeam(tx, 2026, member.id, id, now)
    }
    for (const { code, ...granted } of codes)
      await insertInvitations(tx, 2026, [code], { ...granted, eventid: null, expires_at: null }, now)
  })
}
