import { eventsOf } from '#features/events/service.ts'
import { grantUntyped } from '#features/invitations/service.ts'
import { insertCaptain, insertClub, insertQuota } from '#features/clubs/store.ts'
import { accountFor } from '#features/accounts/service.ts'
import type { Parts } from '#seam/server/handle.ts'

const day = 86_400_000
const clubs = [
  { name: '澜江晨跑团', kind: 'club', places: 20, price: 9_900 },
  { name: '码头物流有限公司', kind: 'company', places: 50, price: null },
] as const

/** Writes two clubs of race 2026 with quotas. The first runner of the demo leads the first club. */
export const seedClubs = async (parts: Parts, now: Date): Promise<void> => {
  await parts.seal.prepare('accounts')
  const event = (await eventsOf(parts.db, 2026)).find(({ id }) => id === 2)
  if (!event) return
  await parts.db.transaction().execute(async (tx) => {
    for (const [at, { name, kind, places, price }] of clubs.entries()) {
      const clubid = await insertClub(tx, {
        raceid: 2026,
        name,
        kind,
        swap_until: new Date(now.getTime() + 40 * day),
        created_at: now,
        updated_at: now,
      })
      const inviteid = await grantUntyped(
        tx,
        2026,
        {
          label: name,
          eventid: event.id,
          uses: places,
          price,
          expires_at: new Date(now.getTime() + 20 * day),
          direct: true,
          source: 'club',
        },
        now,
      )
      await insertQuota(tx, 2026, { clubid, eventid: event.id, inviteid })
      if (at > 0) continue
      const uid = await accountFor(tx, parts.seal, '10000001001', now)
      await insertCaptain(tx, { raceid: 2026, clubid, uid, joined_at: now })
    }
  })
}
