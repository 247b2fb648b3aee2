import type { Lang } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import {
  type FriendsSaved,
  type FriendsSignedUp,
  signUpFriends,
} from '#features/registrations/signup/friends.service.ts'
import type { Sealing } from '#features/registrations/signup/signup.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { openClubDraft } from '../people/draft.service.ts'
import { memberState } from '../people/members.rules.ts'
import { type MemberRow, findMember, linkRegistration, membersOf } from '../people/members.store.ts'
import { heldQuotas } from '../quotas.service.ts'
import { type ClubRow, lockClub } from '../store.ts'

/** The most people of one payment. The same number limits a sign-up of several people. */
export const PAID_MOST = 50

export type ClubPaid = { _key: string; people: number; amount: number; payable: 0 | 1 }
export type PayOutcome =
  | { paid: ClubPaid }
  | { refused: 'club_nobody_ready' | 'club_closed' | 'club_pay_later' | 'too_many_friends' }
  | (Exclude<FriendsSignedUp, { saved: unknown }> & { people: readonly MemberRow[] })
type Paying = { race: RaceGiven; club: ClubRow; uid: number; members: readonly number[]; lang: Lang; now: Date }

/** The error that rolls the transaction back if the list or club changed meanwhile, or payments have not begun. */
class ListChanged extends Error {
  readonly refused: 'club_nobody_ready' | 'club_closed' | 'club_pay_later'
  constructor(refused: ListChanged['refused']) {
    super(refused)
    this.refused = refused
  }
}

const answerOf = ({ items, orderid, amount, payable }: FriendsSaved): ClubPaid => {
  const first = items.find((one) => one.amount > 0) ?? items[0]!
  // The people owe money, but the event takes no payments yet, so the call registers nobody. Otherwise these people could
  // later pay only one by one, although the club pays for all of them at once.
  if (orderid === null && items.some((one) => one.amount > 0)) throw new ListChanged('club_pay_later')
  return { _key: first._key, people: items.length, amount, payable }
}

/** Lists the people of a club whose entries are complete: all of them, or only the chosen people. */
const readyPeople = async (on: Sealing['db'], raceid: number, clubid: number, chosen: readonly number[]) =>
  (await membersOf(on, raceid, clubid)).filter(
    (one) => memberState(one) === 'ready' && one.replaces === null && (chosen.length === 0 || chosen.includes(one.id)),
  )

/**
 * Registers the people of a club whose entries are complete, under one order. The sign-up checks each person as usual.
 * The consents are the person's own. The invitation of the quota counts the places.
 */
export const payForPeople = async (
  parts: Sealing,
  { race, club, uid, members, lang, now }: Paying,
  save: (writes: (tx: Tx) => Promise<ClubPaid>) => Promise<ClubPaid>,
): Promise<PayOutcome> => {
  await parts.seal.prepare(raceScope(race.id))
  const ready = await readyPeople(parts.db, race.id, club.id, members)
  if (ready.length === 0) return { refused: 'club_nobody_ready' }
  if (ready.length > PAID_MOST) return { refused: 'too_many_friends' }
  const people = ready.flatMap((one) => {
    const draft = openClubDraft(parts.seal, race.id, one.draft)
    return draft ? [{ one, draft }] : []
  })
  const codes = new Map(
    (await heldQuotas(parts.db, race.id, [club.id])).map(({ eventid, invitation }) => [eventid, invitation.code]),
  )
  let paid: ClubPaid | undefined
  const saving = async (writes: (tx: Tx) => Promise<FriendsSaved>): Promise<FriendsSaved> => {
    let saved: FriendsSaved | undefined
    paid = await save(async (tx) => {
      const held = await lockClub(tx, race.id, club.id)
      if (!held || held.closed_at !== null) throw new ListChanged('club_closed')
      for (const { one } of people) {
        const fresh = await findMember(tx, race.id, one.id)
        if (!fresh || memberState(fresh) !== 'ready') throw new ListChanged('club_nobody_ready')
      }
      saved = await writes(tx)
      const answer = answerOf(saved)
      for (const [at, { one }] of people.entries())
        await linkRegistration(tx, race.id, one.id, saved.items[at]!._key, now)
      return answer
    })
    // A repeated call has the answer of the first call and writes nothing.
    return saved ?? { items: [], orderid: null, amount: paid.amount, pay_end: null, payable: paid.payable }
  }
  try {
    const outcome = await signUpFriends(
      parts,
      {
        friends: people.map(({ draft }) => draft),
        race,
        uid,
        lang,
        listed: {
          owners: people.map(({ one }) => one.uid ?? uid),
          invite: (eventid) => codes.get(eventid) ?? '',
          unpaidMost: Number.MAX_SAFE_INTEGER,
        },
      },
      now,
      saving,
    )
    if ('saved' in outcome) return { paid: paid! }
    return { ...outcome, people: people.map(({ one }) => one) }
  } catch (error) {
    if (error instanceof ListChanged) return { refused: error.refused }
    throw error
  }
}
