import { type Lang, fill, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { readEvent } from '#features/events/service.ts'
import { invitationState, shownCode } from '#features/invitations/rules.ts'
import { forgetHolder, grantInvitation, invitationById } from '#features/invitations/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import type { DeferralTarget } from '#features/races/contract.ts'
import { racesByIds, readRace } from '#features/races/service.ts'
import { isPublished } from '#features/races/rules.ts'
import { racesOf } from '#features/staff/rules.ts'
import { type Who, hasRight } from '#seam/server/handle.ts'
import { notifyRunner } from '../runnerMessages.service.ts'
import { documentIndex, documentOf } from '../signup/sealing.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import type { ViewRow } from '../store.ts'
import { findDeferral, insertDeferral, removeDeferral } from './deferral.store.ts'
import { deferralWords } from './deferral.words.ts'

/** A race to which a reserved place can lead. The keys of this race are prepared. */
export type Destination = { id: number; name: string; names: unknown; eventid: number | null; price: number | null }

/** Tells whether a race can still take deferred places: it is not archived, and its start lies ahead. */
const takesPlaces = (race: { archived_at: Date | null; time: Date }, now: Date): boolean =>
  race.archived_at === null && race.time > now

/**
 * Returns the destination of a deferral; undefined if the target does not exist, can no longer take places, or is the
 * same race.
 */
export const destinationOf = async (
  db: Db | Tx,
  seal: Seal,
  raceid: number,
  target: DeferralTarget | undefined,
  now: Date,
): Promise<Destination | undefined> => {
  if (!target || target.race === raceid) return undefined
  const race = await readRace(db as Db, target.race, now)
  if (!race || !takesPlaces(race, now)) return undefined
  if (target.event !== undefined && !(await readEvent(db as Db, target.race, target.event, now, true))) return undefined
  await seal.prepare(raceScope(target.race))
  await seal.prepare('accounts')
  return {
    id: target.race,
    name: race.name,
    names: race.names,
    eventid: target.event ?? null,
    price: target.pays === 'nothing' ? 0 : null,
  }
}

/**
 * Tells whether a member of staff has the right that the other race demands, because a deferral makes an invitation
 * there.
 */
export const mayDeferTo = (who: Who, raceid: number): boolean => hasRight(who, 'invitations.edit', raceid)

const CHOICES = 50
/** Lists the races to which a member of staff may defer runners of this race, the latest start first. */
export const destinationsFor = async (
  db: Db,
  raceid: number,
  who: Who,
  now: Date,
): Promise<{ id: number; name: string; names: unknown }[]> =>
  (await racesByIds(db, racesOf(who.roles)))
    .filter((race) => race.id !== raceid && takesPlaces(race, now) && mayDeferTo(who, race.id))
    .slice(0, CHOICES)

/** Returns the index of the runner's document under the key of another race; null if the document is not complete. */
const holderIn = (seal: Seal, row: ViewRow, raceid: number, now: Date): Buffer | null => {
  const document = documentOf(seal, row, now)
  return document ? documentIndex(seal, raceid, document.identity) : null
}

/**
 * Lets the runner of a reserved place into another race. It makes an invitation of that race for this document alone,
 * and sends a message. The caller reserves the place in the same transaction, and has prepared the keys of both races
 * and of the accounts.
 */
export const deferTo = async (
  tx: Tx,
  { seal, race, now }: { seal: Seal; race: RaceGiven; now: Date },
  row: ViewRow,
  to: Destination,
): Promise<void> => {
  const invitation = await grantInvitation(
    tx,
    to.id,
    {
      label: fill(deferralWords.label['zh-cn'], { race: race.name }).slice(0, 60),
      eventid: to.eventid,
      uses: 1,
      expires_at: null,
      price: to.price,
      direct: true,
      holder: holderIn(seal, row, to.id, now),
    },
    now,
  )
  await insertDeferral(tx, { raceid: race.id, registrationid: row.id, to_raceid: to.id, inviteid: invitation.id }, now)
  await notifyRunner(tx, { seal, race, now }, row, {
    template: 'deferred',
    values: { to: eachLang((lang) => nameIn(lang, to.name, to.names)), code: shownCode(invitation.code) },
    key: `deferred ${race.id}/${row.id}`,
  })
}

/** Finds the race where a runner can use the reserved place; null if the place leads to no race. */
export const deferralFor = async (db: Db, row: Pick<ViewRow, 'raceid' | 'id' | 'state'>, lang: Lang, now: Date) => {
  if (row.state !== 'delay') return null
  const kept = await findDeferral(db, row.raceid, row.id)
  if (!kept) return null
  const [race, invitation] = await Promise.all([
    readRace(db, kept.to_raceid, now),
    invitationById(db, kept.to_raceid, kept.inviteid),
  ])
  if (!race || !invitation) return null
  const state = invitationState(invitation, now)
  return {
    raceid: race.id,
    race: nameIn(lang, race.name, race.names),
    code: shownCode(invitation.code),
    state:
      state === 'used_up'
        ? ('used' as const)
        : state !== 'open'
          ? ('over' as const)
          : isPublished(race, now)
            ? ('open' as const)
            : ('soon' as const),
    expires_at: invitation.expires_at,
  }
}

/**
 * Removes the link to the invitation in the other race. The invitation is bound to the document of the runner, whose
 * data is erased, so nobody could use the invitation any more.
 */
export const eraseDeferral = async (tx: Tx, raceid: number, registrationid: number, now: Date): Promise<void> => {
  const gone = await removeDeferral(tx, raceid, registrationid)
  if (gone) await forgetHolder(tx, gone.to_raceid, gone.inviteid, now)
}
