import { type Lang, nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { violationOf } from '#db/errors/violation.ts'
import type { EventRow } from '#features/events/service.ts'
import { keepPerson } from '#features/people/service.ts'
import { type NotIn, enterTogether } from './batch/batch.service.ts'
import type { SavedAnswer } from './batch/accepted.service.ts'
import type { WaitingSignup } from './batch/decision.service.ts'
import type { SignupGoodsGiven } from './beside.contract.ts'
import type { SignupInput } from './signup.contract.ts'
import { mayAskOfNumber } from '../lookup/numberBound.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import type { Entry, Wrong } from './signup.rules.ts'
import { type Sealing, type SignupRefusal, nameWrong, openEventOf, readyToEnter, withPerson } from './signup.service.ts'
import { words } from './signup.words.ts'

export type FriendsAsked = {
  friends: readonly Omit<SignupInput, 'raceid'>[]
  race: RaceGiven
  uid: number
  lang: Lang
  goods?: SignupGoodsGiven | undefined
  /**
   * The data of a list, if another person, such as the captain of a club, lists these people. `owners` holds the
   * accounts that own the files of the people, in the order of the people. `invite` is the code of a quota, which
   * nobody can type.
   */
  listed?: { owners: readonly number[]; invite: (eventid: number) => string; unpaidMost: number } | undefined
}
export type FriendsSaved = {
  items: { _key: string; eventid: number; name: string; state: SavedAnswer['state']; amount: number }[]
  orderid: number | null
  amount: number
  pay_end: unknown
  payable: 0 | 1
}
export type FriendsSignedUp =
  | { saved: FriendsSaved }
  | { refused: SignupRefusal; person: number; from?: NotIn['from']; to?: NotIn['to'] }
  | { wrong: Partial<Record<string, Wrong>> }
type Parts = Sealing
type Ready = { waiting: WaitingSignup; entry: Entry; event: EventRow; keep: boolean }

/** Checks every person, so that the answer has all faults at once. A refusal names the first person who is refused. */
const readyAll = async (
  parts: Parts,
  { friends, race, uid, lang, listed }: FriendsAsked,
  now: Date,
): Promise<Exclude<FriendsSignedUp, { saved: unknown }> | { ready: Ready[] }> => {
  const ready: Ready[] = []
  const wrong: Partial<Record<string, Wrong>> = {}
  const documents = new Set<string>()
  for (const [person, sent] of friends.entries()) {
    const input = await withPerson(parts.db, parts.seal, uid, { ...sent, raceid: race.id })
    if (!input) return { refused: 'person_not_found', person }
    // A sign-up of several people is rare, so it reads their events from the database and not from the cache.
    const open = await openEventOf(parts.db, race.id, input.eventid, now, true)
    if ('refused' in open) return { ...open, person }
    const owner = listed?.owners[person] ?? uid
    const one = await readyToEnter(parts, { input, race, uid: owner, lang }, open.event, now)
    if ('waiting' in one && listed)
      Object.assign(one.waiting, { uid, invite: listed.invite(input.eventid), unpaidMost: listed.unpaidMost })
    if ('wrong' in one) for (const [field, said] of Object.entries(one.wrong)) wrong[`${person}.${field}`] = said
    else if (!(await mayAskOfNumber(parts, uid, one.entry.document.lookup, now)))
      return { refused: 'too_often', person }
    else {
      const name = await nameWrong(parts, owner, one, now)
      if (name) wrong[`${person}.name`] = name
      const document = one.waiting.document.toString('hex')
      if (documents.has(document)) wrong[`${person}.idnum`] = { message: words.friend_twice }
      documents.add(document)
      ready.push({ ...one, event: open.event, keep: input.keep })
    }
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { ready }
}

/**
 * Returns the text that the payer of the shared order reads: the race, its events and the number of people. The text is
 * short, because gateways cut a longer text.
 */
const subjectOf = (ready: readonly Ready[], race: RaceGiven, lang: Lang): string => {
  const events = [...new Set(ready.map(({ event }) => nameIn(lang, event.name, event.names)))].join('/')
  return `${[...`${nameIn(lang, race.name, race.names)} ${events}`].slice(0, 60).join('')} ×${ready.length}`
}

const answerOf = (ready: readonly Ready[], saved: readonly SavedAnswer[]): FriendsSaved => {
  const ordered = saved.find(({ orderid }) => orderid !== null)
  return {
    items: saved.map(({ _key, eventid, state, amount }, at) => ({
      _key,
      eventid,
      name: ready[at]!.entry.name,
      state,
      amount,
    })),
    orderid: ordered?.orderid ?? null,
    amount: saved.reduce((sum, { orderid, amount }) => sum + (orderid === null ? 0 : amount), 0),
    pay_end: ordered?.pay_end ?? null,
    payable: ordered?.payable ?? 0,
  }
}

/**
 * Gives the goods to the first person whose event has the state `normal`. Such an entry is usually payable at once.
 * Without such a person the first of all people gets the goods.
 */
const withGoods = (ready: readonly Ready[], goods: SignupGoodsGiven | undefined): WaitingSignup[] => {
  const payer = ready.findIndex(({ event }) => event.state === 'normal')
  return ready.map(({ waiting }, at) => (goods && at === Math.max(0, payer) ? { ...waiting, goods } : waiting))
}

/** The error that rolls the transaction back, because the answer of a refusal must not be kept. */
class NotTogether extends Error {
  readonly outcome: Exclude<FriendsSignedUp, { saved: unknown }>
  constructor(outcome: Exclude<FriendsSignedUp, { saved: unknown }>) {
    super('not together')
    this.outcome = outcome
  }
}

/**
 * Signs up several people in one transaction: all of them or none. Each person gets a registration. The registrations
 * that are payable at once share one order. `save` runs the writes and keeps their answer for a repeated call.
 */
export const signUpFriends = async (
  parts: Parts,
  request: FriendsAsked,
  now: Date,
  save: (writes: (tx: Tx) => Promise<FriendsSaved>) => Promise<FriendsSaved>,
): Promise<FriendsSignedUp> => {
  const kept = new Set<string>()
  for (const again of [true, true, false]) {
    const all = await readyAll(parts, request, now)
    if (!('ready' in all)) return all
    const { ready } = all
    for (const { entry, keep, waiting } of ready) {
      const document = waiting.document.toString('hex')
      if (keep && !kept.has(document)) await keepPerson(parts.db, parts.seal, request.uid, entry, now)
      kept.add(document)
    }
    try {
      const saved = await save(async (tx) => {
        const outcome = await enterTogether(
          tx,
          withGoods(ready, request.goods),
          subjectOf(ready, request.race, request.lang),
        )
        if ('refused' in outcome) throw new NotTogether(outcome)
        return answerOf(ready, outcome.saved)
      })
      return { saved }
    } catch (error) {
      if (
        error instanceof NotTogether &&
        !(again && 'refused' in error.outcome && error.outcome.refused === 'event_changed')
      )
        return error.outcome
      // A constraint of the database found that one of the people entered another event at the same moment. The next
      // try finds this registration too.
      if (!(error instanceof NotTogether) && (!again || violationOf(error) === undefined)) throw error
    }
  }
  throw new Error('not reached')
}
