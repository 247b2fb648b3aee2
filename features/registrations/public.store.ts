import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { type Readable, readable, readableAs } from '#db/readable.ts'

/** Columns of registrations for other rooms. No sealed column is among them. */
export const registrationRows = readable('registrations', [
  'raceid',
  'id',
  '_key',
  'eventid',
  'uid',
  'orderid',
  'teamid',
  'team_at',
  'state',
  'name',
  'enname',
  'gender',
  'idnum_mask',
  'idnum_ix',
  'mobile_ix',
  'age_on_race_day',
  'age_in_race_year',
  'province',
  'province_of_document',
  'city',
  'clothes',
  'runnerzone',
  'tag',
  'wait_pos',
  'prefix_bib',
  'bib',
  'bib_at',
  'invite',
  'inviteid',
  'price',
  'addons',
  'pay_at',
  'refundid',
  'place_held',
  'qualifying',
  'hide_name',
  'hide_age',
  'no_follow',
  'created_at',
  'updated_at',
  'drawn_at',
  'delay_words',
  'closed_at',
  'freed_at',
  'exited_at',
  'deleted_at',
  'erased_at',
])
export const lineRows = readable('registrations_in_line', [
  'raceid',
  'eventid',
  'id',
  'orderid',
  'pay_at',
  'created_at',
  'wait_pos',
])

/**
 * The bulk actions, with the money that each of them gives back. A waiting action needs the approval of a second
 * person.
 */
export const bulkRows = readable('bulk_actions', ['raceid', 'id', 'state', 'amount'])

/** Additional orders of a registration, paid or unpaid. Each asks for the price difference to a dearer event. */
export const ordersBeside = needed<
  (on: Db | Tx, raceid: number, registrationid: number) => Promise<{ orderid: number; pending: boolean }[]>
>('orders beside that of a registration')
/** The draws of events with their states. */
export const eventBallots = needed<Readable<{ raceid: number; eventid: number; state: string }>>('draws of events')
export const teamNames = needed<Readable<{ raceid: number; id: number; name: string }>>('names of teams')
/** Requests for refunds by staff or runners, with their registrations. */
export const refundRequests =
  needed<Readable<{ raceid: number; registrationid: number; refundid: number; kind: string }>>('requests of refunds')

/**
 * Returns the condition that a registration is registered, paid, live and without a refund, so that the runner will
 * start. `of` is the alias of the registration in the statement.
 */
export const entered = (of: string): string =>
  `${of}.state = 'normal' and ${of}.pay_at is not null and ${of}.refundid = 0 and ${of}.deleted_at is null
    and ${of}.closed_at is null`

/**
 * Returns the condition that a runner has left the race or the waitlist, or has the whole fee back. A registration in
 * the state `auditfail`, `undraw` or `waitfail` keeps this state after a refund. `listedStateOf` applies the same rule
 * to a row.
 */
export const hasLeft = (of: string): string =>
  `(${of}.exited_at is not null or (${of}.freed_at is not null and ${of}.state <> 'waitfail')
    or (${of}.refundid <> 0 and ${of}.state in ('normal', 'draw', 'audit', 'wait')))`

/** One registration with the facts that decide its bib number. */
export type NumberedRow = {
  id: number
  eventid: number
  name: string
  gender: string | null
  zone: string | null
  seconds: number | null
  created_at: Date
  bib: string | null
  prefix_bib: string | null
  place_held: boolean
  due: boolean
}
/** Locks registrations until the transaction ends, in the order of their ids. */
export const lockAllNumbered = (tx: Tx, raceid: number, ids: readonly number[]): Promise<NumberedRow[]> =>
  named<NumberedRow>(
    tx,
    'bibs: lock some',
    `select id, eventid, name, gender, runnerzone as zone, (qualifying->>'seconds')::int as seconds, created_at, bib,
       prefix_bib, place_held, (${entered('r')}) as due
     from registrations r where raceid = $1 and id = any($2::bigint[]) order by id for update`,
    [raceid, ids],
  )
export const lockNumbered = async (tx: Tx, raceid: number, id: number): Promise<NumberedRow | undefined> =>
  (await lockAllNumbered(tx, raceid, [id]))[0]

/**
 * Gives numbers to registrations that should have a number and do not have it yet. Returns how many registrations got a
 * number.
 */
export const writeBibs = async (
  tx: Tx,
  raceid: number,
  given: readonly { id: number; prefix: string; bib: string }[],
  now: Date,
): Promise<number> => {
  const rows = await named<{ id: number }>(
    tx,
    'bibs: write',
    `update registrations r set bib = one.bib, prefix_bib = nullif(one.prefix, ''), bib_at = $5, updated_at = $5,
       "window" = null
     from unnest($2::bigint[], $3::text[], $4::text[]) as one (id, prefix, bib)
     where r.raceid = $1 and r.id = one.id and r.bib is null and ${entered('r')}
     returning r.id`,
    [raceid, given.map(({ id }) => id), given.map(({ prefix }) => prefix), given.map(({ bib }) => bib), now],
  )
  return rows.length
}
/**
 * Writes or removes the bib of one registration. The runner's window at the desk depends on the bib. So if the bib
 * changes, the function also removes the window.
 */
export const writeOneBib = async (
  tx: Tx,
  raceid: number,
  id: number,
  bib: string | null,
  prefix: string | null,
  now: Date,
): Promise<void> => {
  const prefix_bib = prefix === '' ? null : prefix
  await tx
    .updateTable('registrations')
    .set({
      bib,
      prefix_bib,
      window: sql<string | null>`case when bib is not distinct from ${bib}::text
        and prefix_bib is not distinct from ${prefix_bib}::text then "window" end`,
      updated_at: now,
      ...(bib === null ? {} : { bib_at: now }),
    })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/**
 * Exchanges numbers. It first removes all of them, because the index on numbers would refuse a number that its owner
 * gives up in the same statement. A registration that has no number in `given` ends without a number.
 */
export const exchangeBibs = async (
  tx: Tx,
  raceid: number,
  given: readonly { id: number; prefix: string; bib: string | null }[],
  now: Date,
): Promise<void> => {
  const ids = given.map(({ id }) => id)
  await named(
    tx,
    'bibs: take away',
    `update registrations set bib = null, prefix_bib = null, "window" = null, updated_at = $3
     where raceid = $1 and id = any($2::bigint[])`,
    [raceid, ids, now],
  )
  const kept = given.filter(({ bib }) => bib !== null)
  await named(
    tx,
    'bibs: exchange',
    `update registrations r set bib = one.bib, prefix_bib = nullif(one.prefix, ''), bib_at = $5
     from unnest($2::bigint[], $3::text[], $4::text[]) as one (id, prefix, bib)
     where r.raceid = $1 and r.id = one.id`,
    [raceid, kept.map(({ id }) => id), kept.map(({ prefix }) => prefix), kept.map(({ bib }) => bib), now],
  )
}
export const writeZones = async (
  tx: Tx,
  raceid: number,
  placed: readonly (readonly [number, string | null])[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'bibs: zones',
    `update registrations r
      set runnerzone = one.zone, updated_at = $4
      from unnest($2::bigint[], $3::text[]) as one (id, zone)
      where r.raceid = $1 and r.id = one.id`,
    [raceid, placed.map(([id]) => id), placed.map(([, zone]) => zone), now],
  )
}

export type TeamedRow = {
  id: number
  teamid: number | null
  deleted_at: Date | null
  closed_at: Date | null
  refundid: number
  state: string
}
/** Reads a registration with its team, and locks it until the transaction ends. */
export const lockTeamed = (tx: Tx, raceid: number, key: string): Promise<TeamedRow | undefined> =>
  tx
    .selectFrom('registrations')
    .select(['id', 'teamid', 'deleted_at', 'closed_at', 'refundid', 'state'])
    .where('raceid', '=', raceid)
    .where('_key', '=', key)
    .forUpdate()
    .executeTakeFirst()
/** Puts a registration into a team. If `teamid` is null, the registration leaves its team. */
export const writeTeam = async (
  tx: Tx,
  raceid: number,
  id: number,
  teamid: number | null,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('registrations')
    .set({ teamid, team_at: teamid === null ? null : now, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
export const emptyTeam = async (tx: Tx, raceid: number, teamid: number, now: Date): Promise<void> => {
  await tx
    .updateTable('registrations')
    .set({ teamid: null, team_at: null, updated_at: now })
    .where('raceid', '=', raceid)
    .where('teamid', '=', teamid)
    .execute()
}

/** Links a free registration without an order to this order, which costs nothing. */
export const linkFreeOrder = async (tx: Tx, raceid: number, id: number, orderid: number): Promise<void> => {
  await tx.updateTable('registrations').set({ orderid }).where('raceid', '=', raceid).where('id', '=', id).execute()
}

/** Links a registration to an order that was made after the sign-up, in place of the former order. */
export const linkNewOrder = async (
  tx: Tx,
  raceid: number,
  id: number,
  orderid: number,
  payAt: Date | null,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('registrations')
    .set({ orderid, pay_at: payAt, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/**
 * Records that staff ended an unpaid registration. This does not use up the one deletion that a document has in the
 * race.
 */
export const updateCancelled = async (tx: Tx, raceid: number, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable('registrations')
    .set({ deleted_at: now, bib: null, prefix_bib: null, window: null, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/**
 * Columns that decide whether a race pack may be handed out. No sealed value is among them. The document number and the
 * mobile are here as a mask and a blind index, and the guardian only as the fact that one was named.
 */
export const packRows = readableAs<{
  raceid: number
  id: number
  _key: string
  eventid: number
  orderid: number | null
  name: string
  gender: string | null
  state: string
  paid: boolean
  over: boolean
  idnum_mask: string
  idnum_ix: Buffer
  mobile_mask: string | null
  mobile_ix: Buffer | null
  age: number | null
  guardian: boolean
  bib: string | null
  printed: string | null
  zone: string | null
  size: string | null
  window: string | null
  addons: unknown
  /** The consent to the face check at desks, with its withdrawal; null if it was never given. */
  face: unknown
  updated_at: Date
}>(`(select raceid, id, _key, eventid, orderid, name, gender, state, pay_at is not null as paid,
  (refundid <> 0 or deleted_at is not null or closed_at is not null) as over, idnum_mask, idnum_ix, mobile_mask,
  mobile_ix, age_on_race_day as age, guardian is not null as guardian, bib, coalesce(prefix_bib, '') || bib as printed,
  runnerzone as zone, clothes as size, "window", addons,
  consents -> 'face' as face, updated_at, deleted_at, closed_at from registrations)`)
/** Finds the hash of the private file that answers an own field of a registration. */
export const fileAnswered = async (
  on: Db | Tx,
  raceid: number,
  id: number,
  name: string,
): Promise<string | undefined> =>
  (
    await named<{ file: string | null }>(
      on,
      'file of an answer',
      'select file from personal_answers where raceid = $1 and registrationid = $2 and name = $3',
      [raceid, id, name],
    )
  )[0]?.file ?? undefined
export const hasWindows = async (tx: Tx, raceid: number): Promise<boolean> =>
  (
    await named<{ found: boolean }>(
      tx,
      'desks: any window',
      'select exists (select from registrations where raceid = $1 and "window" is not null) as found',
      [raceid],
    )
  )[0]!.found
/** Writes the window of the desk that serves each of these registrations. */
export const writeWindows = async (
  tx: Tx,
  raceid: number,
  given: readonly { id: number; window: string | null }[],
  now: Date,
): Promise<number> =>
  (
    await named<{ id: number }>(
      tx,
      'desks: windows',
      `update registrations r set "window" = one.name, updated_at = $4
       from unnest($2::bigint[], $3::text[]) as one (id, name)
       where r.raceid = $1 and r.id = one.id and r."window" is distinct from one.name
       returning r.id`,
      [raceid, given.map(({ id }) => id), given.map(({ window }) => window), now],
    )
  ).length
