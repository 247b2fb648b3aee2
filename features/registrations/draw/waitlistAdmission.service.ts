import { type Tx, named } from '#db/db.ts'
import { type Seal, raceScope } from '#db/seal.ts'
import { type Counter, countCounters, countPlaces, lockCounters, lockEvent } from '#features/events/actions.ts'
import { leftIn } from '#features/events/rules.ts'
import { type Message, sendMessages } from '#features/messages/actions.ts'
import { eachLang } from '#features/messages/rules.ts'
import { logChanges } from '#features/staff/actions.ts'
import type { Who } from '#server/answer.ts'
import { openWhatIsDue } from './drawing.ts'
import { countsFor } from './holding.ts'
import type { RaceGiven } from './present.ts'
import { boxOf, languageOf, namesOf } from './reviewing.ts'
import { sayTime } from './saying.rules.ts'
import { type ViewRow, listHeld, viewOf } from './store.ts'
import { stateAfter } from './transitions.ts'

/** `until`: how long the place of somebody who has not paid is kept. The keys of the race and of the accounts are prepared. */
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

type Given = { row: ViewRow; kept: { clothes: string | null; packagebus: string | null; runnerzone: string | null } }

/** What of shirt, seat and zone is still there. Whoever waited for a place gets it without a shirt rather than not at all. */
const takeThings = (row: ViewRow, counters: Counter[]): Given['kept'] => {
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
 * Gives places to those of `ids` who stand in line, in the order given, as many as are free: whoever has paid is registered, whoever has not
 * gets the place with an order until the deadline. Exact under the event's lock; up to a few hundred in one transaction, the caller's.
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
  await named(
    tx,
    'lock line',
    'select 1 from registrations where raceid = $1 and id = any($2::bigint[]) order by id for update',
    [race.id, ids],
  )
  // Read once held: who left, or began to pay, a moment ago stands in line no more.
  const standing = new Set(
    (
      await named<{ id: number }>(
        tx,
        'still in line',
        'select id from registrations_in_line where raceid = $1 and eventid = $2 and id = any($3::bigint[])',
        [race.id, eventid, ids],
      )
    ).map(({ id }) => id),
  )
  const chosen = ids.filter((id) => standing.has(id)).slice(0, event.places - event.taken)
  if (chosen.length === 0) return []
  const rows = new Map(
    (await viewOf(tx).where('r.raceid', '=', race.id).where('r.id', 'in', chosen).execute()).map((row) => [
      row.id,
      row,
    ]),
  )
  const given = chosen.map((id): Given => ({ row: rows.get(id)!, kept: takeThings(rows.get(id)!, counters) }))
  await named(
    tx,
    'write admitted',
    `update registrations r set state = $3, place_held = true, clothes = given.clothes, packagebus = given.bus, runnerzone = given.zone, updated_at = $2
     from unnest($4::bigint[], $5::text[], $6::text[], $7::text[]) as given (id, clothes, bus, zone) where r.raceid = $1 and r.id = given.id`,
    [
      race.id,
      now,
      stateAfter('wait', 'admit'),
      chosen,
      given.map(({ kept }) => kept.clothes),
      given.map(({ kept }) => kept.packagebus),
      given.map(({ kept }) => kept.runnerzone),
    ],
  )
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

/** Those of an event who were not drawn and have paid join its waitlist; at most `most` at a time, under the event's lock. Answers how many. */
export const queueUndrawn = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  most: number,
  now: Date,
): Promise<number> => {
  await lockEvent(tx, raceid, eventid)
  const rows = await named<{ id: number }>(
    tx,
    'queue undrawn',
    `update registrations set state = $3, updated_at = $4 where raceid = $1 and id in (
       select id from registrations where raceid = $1 and eventid = $2 and state = 'undraw' and deleted_at is null and closed_at is null and refundid = 0 and pay_at is not null order by id limit $5 for update)
     returning id`,
    [raceid, eventid, stateAfter('undraw', 'queue'), now, most],
  )
  await logChanges(
    tx,
    rows.map(({ id }) => ({
      who: undefined,
      now,
      raceid,
      what: 'registration queued',
      target: `registration ${id}`,
      before: { state: 'undraw' },
      after: { state: 'wait' },
    })),
  )
  return rows.length
}

/** The place in line as the number that the status shows; of those not drawn it stays the waiting code. */
export const numberLine = async (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  ranks: readonly number[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'number line',
    'update registrations r set wait_pos = given.rank, updated_at = $4 from unnest($2::bigint[], $3::integer[]) as given (id, rank) where r.raceid = $1 and r.id = given.id and r.wait_pos is distinct from given.rank',
    [raceid, ids, ranks, now],
  )
}
