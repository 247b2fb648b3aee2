import { consoleBansSave } from '#features/bans/contract.ts'
import { consoleClubsSave } from '#features/clubs/contract.ts'
import { keepFound } from '#features/substitutes/finding.service.ts'
import { keepCheck } from '#features/realnames/store.ts'
import { RACE, idnumOf } from '#test/entrants.ts'
import type { World } from '#test/world.ts'

/** Writes three clubs, three banned runners, three names that did not match and three suspected substitutes. */
export const fillGates = async (world: World, director: { token: string }): Promise<void> => {
  const now = world.clock.now()
  const until = new Date(now.getTime() + 9 * 86_400_000).toISOString()
  const { id: eventid } = await world.db
    .selectFrom('events')
    .select('id')
    .where('raceid', '=', RACE)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const cases = [1, 2, 3].map((n) => ({
    eventid,
    kind: 'together' as const,
    bib: String(n),
    other_bib: String(n + 10),
    evidence: { gap: 100 * n, points: 5 },
  }))
  await world.db.transaction().execute((tx) => keepFound(tx, RACE, cases, now))
  for (const n of [1, 2, 3]) {
    const quotas = [{ eventid, places: n, until }]
    await world.ask(consoleClubsSave, { raceid: RACE, name: `第 ${n} 跑团`, quotas, swap_until: until }, director)
    await world.ask(
      consoleBansSave,
      {
        raceid: RACE,
        name: '郑替跑',
        idtype: 'idcard',
        idnum: idnumOf(700 + n),
        source: 'organiser',
        reason: '替跑',
        from: '2026-01-01',
      },
      director,
    )
    const index = Buffer.alloc(16, n)
    await keepCheck(
      world.db,
      {
        raceid: RACE,
        document_ix: index,
        name_ix: index,
        uid: null,
        name: '郑一',
        idnum_mask: '3301***********01',
        person: null,
        outcome: 'mismatch',
      },
      now,
    )
  }
}
