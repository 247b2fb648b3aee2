import type { Db, Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { type Counter, countCounters, countPlaces, lockCounters, lockEvent } from '#features/events/service.ts'
import { leftIn } from '#features/events/rules.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { logChanges } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { openWhatIsDue } from './drawOutcome.service.ts'
import {
  type ThingsKept,
  countInLine,
  listInLine,
  lockLine,
  moveUndrawn,
  writeAdmitted,
  writeRanks,
} from './line.store.ts'
import { countsFor } from '../inventory/inventory.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { boxOf, languageOf, namesOf } from '../review/review.service.ts'
import { sayTime } from '../status/statusText.rules.ts'
import { type ViewRow, listByIds, listHeld } from '../store.ts'
import { stateAfter } from '../status/transitions.rules.ts'

/**
 * `until`: how long the place of somebody who has not paid is kept. The keys of the race and of the accounts are
 * prepared.
 */
export type Admitting = {
  seal: Seal
  race: RaceGiven
  eventid: number
  until: Date
  who?: Who | undefined
  reason?: string | undefined
  now: Date
}
/** `until` null: the place is paid, or costs nothing. */
export type Admitted = { id: number; until: Date | null }

type Given = { id: number; row: ViewRow; kept: ThingsKept }

/**
 * What of shirt, seat and zone is still there. Whoever waited for a place gets it without a shirt rather than not at
 * all.
 */
const takeThings = (row: ViewRow, counters: Counter[]): ThingsKept => {
  const left = leftIn(counters, row.eventid)
  const or = (kind: string, name: string | null) => (name !== null && left(kind, name) === 0 ? null : name)
  const kept = {
    clothes: or('clothes', row.clothes),
    packagebus: or('packagebus', row.packagebus),
    runnerzone: or('zone', row.runnerzone),
  }
  const took = [
    ['clothes', kept.clothes],
    ['packagebus', kept.packagebus],
    ['zone', kept.runnerzone],
  ] as const
  for (const one of counters) if (took.some(([kind, name]) => one.kind === kind && one.name === name)) one.taken++
  return kept
}

const tell = async (
  tx: Tx,
  { seal, race, who, reason, now }: Admitting,
  given: readonly Given[],
  paid: ReadonlySet<number>,
  until: Date,
): Promise<void> => {
  const messages = given.flatMap(({ row }): Message[] => {
    if (!row.mobile) return []
    const mobile = seal.open(raceScope(race.id), 'mobile', row.mobile)
    const lang = languageOf(row, mobile)
    const template = paid.has(row.id) ? 'wait_given' : 'wait_offer'
    const values = { ...namesOf(race, row), until: eachLang((said) => sayTime(until, race.zone, said)) }
    return [
      {
        seal,
        now,
        mobile,
        mask: row.mobile_mask ?? '',
        ...boxOf(row),
        lang,
        template,
        values,
        ...(paid.has(row.id) ? {} : { deadline: until }),
        key: `${template} ${race.id}/${row.id}`,
        raceid: race.id,
      },
    ]
  })
  await sendMessages(tx, messages)
  await logChanges(
    tx,
    given.map(({ row }) => ({
      who,
      now,
      raceid: race.id,
      what: 'registration admitted',
      target: `registration ${row.id}`,
      before: { state: row.state },
      after: { state: 'normal', ...(reason ? { reason } : {}) },
    })),
  )
}

/**
 * Gives places to those of `ids` who stand in line, in the order given, as many as are free: whoever has paid is
 * registered, whoever has not gets the place with an order until the deadline. Exact under the event's lock; up to a
 * few hundred in one transaction, the caller's.
 */
export const admitFromLine = async (tx: Tx, admitting: Admitting, ids: readonly number[]): Promise<Admitted[]> => {
  const { race, eventid, until, now } = admitting
  const event = await lockEvent(tx, race.id, eventid)
  if (!event || event.taken >= event.places || ids.length === 0) return []
  const names = [
    ...new Set(
      (await listHeld(tx, race.id, ids)).flatMap(({ clothes, packagebus, runnerzone }) =>
        [clothes, packagebus, runnerzone].filter((name) => name !== null),
      ),
    ),
  ]
  const counters =
    names.length > 0 ? (await lockCounters(tx, race.id, [eventid], names)).map((one) => ({ ...one })) : []
  await lockLine(tx, race.id, ids)
  // Read once held: who left, or began to pay, a moment ago stands in line no more.
  const standing = await listInLine(tx, race.id, eventid, ids)
  const chosen = ids.filter((id) => standing.has(id)).slice(0, event.places - event.taken)
  if (chosen.length === 0) return []
  const rows = new Map((await listByIds(tx, race.id, chosen)).map((row) => [row.id, row]))
  const given = chosen.map((id): Given => ({ id, row: rows.get(id)!, kept: takeThings(rows.get(id)!, counters) }))
  await writeAdmitted(tx, race.id, given, stateAfter('wait', 'admit'), now)
  await countPlaces(tx, race.id, eventid, chosen.length)
  const counts =
    counters.length > 0
      ? countsFor(
          given.map(({ row, kept }) => ({ ...row, ...kept })),
          1,
        )
      : []
  if (counts.length > 0) await countCounters(tx, race.id, counts)
  const paid = await openWhatIsDue(tx, admitting, given, until)
  await tell(tx, admitting, given, paid, until)
  return chosen.map((id) => ({ id, until: paid.has(id) ? null : until }))
}

/**
 * Those of an event who were not drawn and have paid join its waitlist; at most `most` at a time, under the event's
 * lock. Answers how many.
 */
export const queueUndrawn = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  most: number,
  now: Date,
): Promise<number> => {
  await lockEvent(tx, raceid, eventid)
  const ids = await moveUndrawn(tx, { raceid, eventid, state: stateAfter('undraw', 'queue'), most }, now)
  await logChanges(
    tx,
    ids.map((id) => ({
      who: undefined,
      now,
      raceid,
      what: 'registration queued',
      target: `registration ${id}`,
      before: { state: 'undraw' },
      after: { state: 'wait' },
    })),
  )
  return ids.length
}

/**
 * How many stand in line for a place of an event. Exact where the event is held, but for money that arrives this
 * moment.
 */
export const countLine = (on: Db | Tx, raceid: number, eventid: number): Promise<number> =>
  countInLine(on, raceid, eventid)

/** The place in line as the number that the status shows; of those not drawn it stays the waiting code. */
export const numberLine = (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  ranks: readonly number[],
  now: Date,
): Promise<void> => writeRanks(tx, raceid, ids, ranks, now)
