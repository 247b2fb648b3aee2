import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readEvent } from '#features/events/service.ts'
import { maskIdnum } from '#features/people/rules.ts'
import type { SignupInput } from '#features/registrations/signup/signup.contract.ts'
import type { Wrong } from '#features/registrations/signup/signup.rules.ts'
import {
  type Sealing,
  nameWrong,
  openEventOf,
  readyToEnter,
  withPerson,
} from '#features/registrations/signup/signup.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { type WhyNotSwapped, swapPerson } from '#features/registrations/swap/swap.service.ts'
import { maskMobile } from '#features/accounts/rules.ts'
import { findClub, lockClub } from '../store.ts'
import { sealDraft } from './draft.service.ts'
import { memberState, whyNoSwap } from './members.rules.ts'
import {
  type MemberRow,
  eraseMember,
  findMember,
  linkRegistration,
  memberByKey,
  updateMember,
} from './members.store.ts'

export type Completed = { eventid: number; swapped: boolean; registration: string | null }
type WhyNotCompleted =
  | 'club_join_unknown'
  | 'club_join_over'
  | 'idnum_inconsistent'
  | 'club_swap_over'
  | 'club_swap_gone'
  | 'person_not_found'
  | 'event_not_found'
  | 'signup_soon'
  | 'signup_over'
  | 'sold_out'
  | 'already_registered'
  | 'qualification_lost'
  | 'clothes_gone'
  | 'bus_full'
  | 'addon_gone'
export type Completing =
  | { completed: Completed }
  | { refused: WhyNotCompleted }
  | { wrong: Partial<Record<string, Wrong>> }

/** The error that rolls the transaction back, with the reason why a person cannot complete the entry now. */
class NotCompleted extends Error {
  readonly refused: WhyNotCompleted
  constructor(refused: WhyNotCompleted) {
    super(refused)
    this.refused = refused
  }
}

const swapWhy = (why: WhyNotSwapped): WhyNotCompleted => (why === 'not_a_live_registration' ? 'club_swap_gone' : why)

/** Tells whether a person may still complete the entry: nobody is registered with the entry, and the desk is open. */
export const mayComplete = (row: MemberRow, closed: boolean): boolean =>
  !closed && ['waiting', 'ready'].includes(memberState(row))

/**
 * Finds the event of a person. Somebody who replaces a registered person takes over this person's place. A full event
 * and the end of the sign-up then do not matter.
 */
const eventFor = async (db: Db, row: MemberRow, now: Date) => {
  if (row.replaces === null) return openEventOf(db, row.raceid, row.eventid, now, true)
  const event = await readEvent(db, row.raceid, row.eventid, now, true)
  return event ? { event } : { refused: 'event_not_found' as const }
}

type CompletionRequest = {
  race: RaceGiven
  key: string
  entry: Omit<SignupInput, 'raceid'>
  uid: number
  lang: Lang
  now: Date
}

/**
 * Keeps the values and consents of a person. The document must be the document that the captain listed, so that nobody
 * else completes the entry. A person who replaces another person gets the place at once.
 */
export const completeEntry = async (
  parts: Sealing,
  { race, key, entry, uid, lang, now }: CompletionRequest,
  save: (writes: (tx: Tx) => Promise<Completed>) => Promise<Completed>,
): Promise<Completing> => {
  const { db, seal } = parts
  const row = await memberByKey(db, race.id, key)
  if (!row) return { refused: 'club_join_unknown' }
  await seal.prepare(raceScope(race.id))
  const input = await withPerson(db, seal, uid, { ...entry, eventid: row.eventid, raceid: race.id })
  if (!input) return { refused: 'person_not_found' }
  const open = await eventFor(db, row, now)
  if ('refused' in open) return open
  const ready = await readyToEnter(parts, { input, race, uid, lang }, open.event, now)
  if ('wrong' in ready) return ready
  if (!ready.waiting.document.equals(row.document_ix)) return { refused: 'idnum_inconsistent' }
  const wrongName = await nameWrong(parts, uid, ready, now)
  if (wrongName) return { wrong: { name: wrongName } }
  const { person: _person, raceid: _raceid, invite: _invite, amount: _amount, ...own } = input
  // The captain pays only for the place, so add-ons are left out.
  const kept = { ...own, addons: {} }
  const { document, mobile, name } = ready.entry
  try {
    const completed = await save(async (tx) => {
      const club = await lockClub(tx, race.id, row.clubid)
      const fresh = await findMember(tx, race.id, row.id)
      if (!club || !fresh || !mayComplete(fresh, club.closed_at !== null)) throw new NotCompleted('club_join_over')
      await updateMember(
        tx,
        race.id,
        row.id,
        {
          name,
          idnum_mask: maskIdnum(document.idnum),
          mobile_mask: maskMobile(mobile),
          draft: sealDraft(seal, race.id, kept),
          uid,
          lang,
          completed_at: now,
        },
        now,
      )
      if (fresh.replaces === null) return { eventid: row.eventid, swapped: false, registration: null }
      const former = await findMember(tx, race.id, fresh.replaces)
      if (!former?.registrationid) throw new NotCompleted('club_swap_gone')
      const why = whyNoSwap({ ...club, state: memberState(former), pending: false }, now)
      if (why) throw new NotCompleted(why === 'club_swap_over' ? why : 'club_swap_gone')
      const swapped = await swapPerson(tx, race.id, former.registrationid, ready.waiting, now)
      if ('refused' in swapped) throw new NotCompleted(swapWhy(swapped.refused))
      await eraseMember(tx, race.id, former.id, now)
      await updateMember(tx, race.id, row.id, { replaces: null }, now)
      await linkRegistration(tx, race.id, row.id, swapped._key, now)
      return { eventid: row.eventid, swapped: true, registration: swapped._key }
    })
    return { completed }
  } catch (error) {
    if (error instanceof NotCompleted) return { refused: error.refused }
    throw error
  }
}

/** Finds a person by the key of the link, and the club of the person. */
export const personOf = async (db: Db, raceid: number, key: string) => {
  const row = await memberByKey(db, raceid, key)
  const club = row && (await findClub(db, raceid, row.clubid))
  return row && club ? { row, club } : undefined
}
