import { randomBytes } from 'node:crypto'
import type { Tx } from '#db/db.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { nameIn } from '#contract/words.ts'
import { namePattern } from '#contract/names/han.ts'
import { readEvent, eventsOf } from '#features/events/service.ts'
import { changeInvitation, grantUntyped, lockInvitationsById } from '#features/invitations/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  type QuotaDraft,
  consoleClubsClose,
  consoleClubsInvite,
  consoleClubsList,
  consoleClubsMembers,
  consoleClubsSave,
} from './contract.ts'
import { deskRoutes, inviteHash } from './desk/desk.routes.ts'
import { memberState } from './people/members.rules.ts'
import { pageOfMembers } from './people/members.store.ts'
import { peopleRoutes } from './people/people.routes.ts'
import { clubLines, heldQuotas } from './quotas.service.ts'
import { clubsToFollow } from './service.ts'
import {
  findClub,
  insertClub,
  insertInvite,
  insertQuota,
  listClubs,
  lockClub,
  removeQuota,
  updateClub,
} from './store.ts'

const DAYS = 7
const termsOf = (name: string, { eventid, places, price, until }: QuotaDraft) => ({
  label: name,
  eventid,
  uses: places,
  price,
  expires_at: new Date(until),
  direct: true,
  source: 'club' as const,
})

/**
 * Writes the quotas of a club. Each quota is an invitation with the source `club`, so the ledger of places also counts
 * its places. If the people of the club need more places of an event than the new quota has, the function returns the
 * number of needed places as `below`. Undefined if the quotas are written. The caller has locked the club.
 */
const writeQuotas = async (
  tx: Tx,
  raceid: number,
  { id, name }: { id: number; name: string },
  drafts: readonly QuotaDraft[],
  now: Date,
): Promise<{ below: number } | undefined> => {
  const seen = await heldQuotas(tx, raceid, [id])
  await lockInvitationsById(
    tx,
    raceid,
    seen.map(({ inviteid }) => inviteid),
  )
  const held = await heldQuotas(tx, raceid, [id])
  for (const { eventid, inviteid, invitation, listed } of held) {
    const draft = drafts.find((one) => one.eventid === eventid)
    const busy = invitation.used + listed
    if ((draft?.places ?? 0) < busy) return { below: busy }
    if (draft) await changeInvitation(tx, raceid, inviteid, { ...termsOf(name, draft) }, now)
    else {
      await changeInvitation(tx, raceid, inviteid, { stopped_at: now }, now)
      await removeQuota(tx, raceid, id, eventid)
    }
  }
  for (const draft of drafts)
    if (!held.some(({ eventid }) => eventid === draft.eventid)) {
      const inviteid = await grantUntyped(tx, raceid, termsOf(name, draft), now)
      await insertQuota(tx, raceid, { clubid: id, eventid: draft.eventid, inviteid })
    }
  return undefined
}

const consoleRoutes = [
  handle(consoleClubsList, async ({ input: { raceid, q, follow, after, limit }, db, lang, now }) => {
    if (follow) {
      const meant = new RegExp(namePattern(q), 'iu')
      const found = (await clubsToFollow(db, raceid, now)).filter(({ name }) => meant.test(name))
      return { items: await clubLines(db, raceid, found, { lang, now }), after: null }
    }
    const page = pageOf(await listClubs(db, raceid, { q, before: idIn(after), limit: rowsFor(limit) }), limit, byId)
    return { items: await clubLines(db, raceid, page.rows, { lang, now }), after: page.after }
  }),

  handle(consoleClubsSave, async ({ input, db, lang, now, who, refuse, save }) => {
    const { raceid, id, name, kind, quotas } = input
    const swap_until = input.swap_until === null ? null : new Date(input.swap_until)
    if (new Set(quotas.map(({ eventid }) => eventid)).size < quotas.length) return refuse('quota_twice')
    for (const { eventid } of quotas)
      if (!(await readEvent(db, raceid, eventid, now, true))) return refuse('event_not_found')
    return save(async (tx) => {
      const before = id === undefined ? undefined : ((await lockClub(tx, raceid, id)) ?? refuse('club_not_found'))
      const clubid = id ?? (await insertClub(tx, { raceid, name, kind, swap_until, created_at: now, updated_at: now }))
      if (before) await updateClub(tx, raceid, clubid, { name, kind, swap_until }, now)
      const wrong = await writeQuotas(tx, raceid, { id: clubid, name }, quotas, now)
      if (wrong) return refuse('quota_below_used', { n: wrong.below })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'club changed' : 'club written',
        target: `club ${clubid}`,
        ...(before ? { before } : {}),
        after: { name, kind, swap_until, quotas },
      })
      return (await clubLines(tx, raceid, [(await findClub(tx, raceid, clubid))!], { lang, now }))[0]!
    })
  }),

  handle(consoleClubsClose, async ({ input: { raceid, id, closed }, lang, now, who, refuse, save }) =>
    save(async (tx) => {
      const before = (await lockClub(tx, raceid, id)) ?? refuse('club_not_found')
      await updateClub(tx, raceid, id, { closed_at: closed ? (before.closed_at ?? now) : null }, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: closed ? 'club closed' : 'club opened',
        target: `club ${id}`,
        before: { closed_at: before.closed_at },
        after: { closed_at: closed ? now : null },
      })
      return (await clubLines(tx, raceid, [(await findClub(tx, raceid, id))!], { lang, now }))[0]!
    }),
  ),

  handle(consoleClubsInvite, async ({ input: { raceid, id }, origin, now, who, refuse, save }) =>
    save(async (tx) => {
      const club = (await lockClub(tx, raceid, id)) ?? refuse('club_not_found')
      if (club.closed_at !== null) return refuse('club_closed')
      const token = randomBytes(32).toString('base64url')
      const expires_at = new Date(now.getTime() + DAYS * 86_400_000)
      await insertInvite(tx, {
        raceid,
        clubid: id,
        token_hash: inviteHash(token),
        staffid: who.staffid!,
        created_at: now,
        expires_at,
      })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'club captain invited',
        target: `club ${id}`,
        after: { expires_at },
      })
      return { link: `${origin}/club/captain?raceid=${raceid}#captain=${token}`, expires_at }
    }),
  ),

  handle(consoleClubsMembers, async ({ input: { raceid, id, after, limit }, db, lang, refuse }) => {
    if (!(await findClub(db, raceid, id))) return refuse('club_not_found')
    const page = pageOf(await pageOfMembers(db, raceid, id, { after: idIn(after), limit: rowsFor(limit) }), limit, byId)
    const events = new Map(
      (await eventsOf(db, raceid)).map((event) => [event.id, nameIn(lang, event.name, event.names)]),
    )
    return {
      items: page.rows.map((row) => ({
        id: row.id,
        name: row.name,
        event: events.get(row.eventid) ?? '',
        state: memberState(row),
        registrationid: row.registrationid,
      })),
      after: page.after,
    }
  }),
]

export const routes = [...consoleRoutes, ...deskRoutes, ...peopleRoutes]
