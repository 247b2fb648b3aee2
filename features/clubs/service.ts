import type { Db } from '#db/db.ts'
import { heldQuotas } from './quotas.service.ts'
import { followReason } from './following.rules.ts'
import { type ClubRow, countCaptains, listOpenClubs } from './store.ts'

/**
 * Lists the clubs of a race that staff must look after, the newest first. The function looks at the newest 1,000 open
 * clubs.
 */
export const clubsToFollow = async (db: Db, raceid: number, now: Date): Promise<ClubRow[]> => {
  const clubs = await listOpenClubs(db, raceid)
  if (clubs.length === 0) return []
  const ids = clubs.map(({ id }) => id)
  const [quotas, captains] = [await heldQuotas(db, raceid, ids), await countCaptains(db, raceid, ids)]
  return clubs.filter(
    (club) =>
      followReason(
        {
          ...club,
          captains: captains.get(club.id) ?? 0,
          quotas: quotas
            .filter(({ clubid }) => clubid === club.id)
            .map(({ invitation, unpaid, listed }) => ({ until: invitation.expires_at, unpaid, listed })),
        },
        now,
      ) !== null,
  )
}

export const clubsWaiting = async (db: Db, raceid: number, now: Date): Promise<number> =>
  (await clubsToFollow(db, raceid, now)).length
