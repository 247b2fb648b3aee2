import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type EventRow, eventsOf } from '#features/events/service.ts'
import type { Invitation } from '#features/invitations/contract.ts'
import { invitationsByIds } from '#features/invitations/service.ts'
import type { GivenClub, GivenQuota } from './contract.ts'
import { followReason } from './following.rules.ts'
import { countMembers } from './people/members.store.ts'
import { type ClubRow, type QuotaRow, countCaptains, quotasOf } from './store.ts'

/** A quota with its invitation, which counts the places. */
export type HeldQuota = QuotaRow & { invitation: Invitation; unpaid: number; listed: number }

/** Reads the quotas of some clubs with their use. The counts are exact if the caller has locked club and invitations. */
export const heldQuotas = async (on: Db | Tx, raceid: number, clubids: readonly number[]): Promise<HeldQuota[]> => {
  if (clubids.length === 0) return []
  const rows = await quotasOf(on, raceid, clubids)
  const invitations = new Map(
    (
      await invitationsByIds(
        on,
        raceid,
        rows.map(({ inviteid }) => inviteid),
      )
    ).map((one) => [one.id, one]),
  )
  const counts = await countMembers(on, raceid, clubids)
  return rows.flatMap((row) => {
    const invitation = invitations.get(row.inviteid)
    const count = counts.find(({ clubid, eventid }) => clubid === row.clubid && eventid === row.eventid)
    return invitation ? [{ ...row, invitation, unpaid: count?.unpaid ?? 0, listed: count?.listed ?? 0 }] : []
  })
}

export const quotaLine = (lang: Lang, quota: HeldQuota, events: readonly EventRow[]): GivenQuota => {
  const event = events.find(({ id }) => id === quota.eventid)
  const { invitation, eventid, unpaid, listed } = quota
  return {
    eventid,
    event: event ? nameIn(lang, event.name, event.names) : String(eventid),
    places: invitation.uses ?? 0,
    used: invitation.used,
    unpaid,
    listed,
    price: invitation.price,
    until: invitation.expires_at,
  }
}

export const clubLines = async (
  on: Db | Tx,
  raceid: number,
  clubs: readonly ClubRow[],
  { lang, now }: { lang: Lang; now: Date },
): Promise<GivenClub[]> => {
  const ids = clubs.map(({ id }) => id)
  const [quotas, captains, events] = [
    await heldQuotas(on, raceid, ids),
    await countCaptains(on, raceid, ids),
    await eventsOf(on, raceid),
  ]
  return clubs.map((club) => {
    const own = quotas.filter(({ clubid }) => clubid === club.id)
    const facts = own.map(({ invitation, unpaid, listed }) => ({ until: invitation.expires_at, unpaid, listed }))
    const led = captains.get(club.id) ?? 0
    return {
      ...club,
      captains: led,
      follow: followReason({ closed_at: club.closed_at, captains: led, quotas: facts }, now),
      quotas: own.map((quota) => quotaLine(lang, quota, events)),
    }
  })
}
