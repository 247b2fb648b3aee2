import { type Db, type Tx, named } from '#db/db.ts'

export const countInLine = async (on: Db | Tx, raceid: number, eventid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      on,
      'count line',
      'select count(*)::integer as n from registrations_in_line where raceid = $1 and eventid = $2',
      [raceid, eventid],
    )
  )[0]!.n

export const lockLine = async (tx: Tx, raceid: number, ids: readonly number[]): Promise<void> => {
  await named(
    tx,
    'lock line',
    'select 1 from registrations where raceid = $1 and id = any($2::bigint[]) order by id for update',
    [raceid, ids],
  )
}

export const listInLine = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  ids: readonly number[],
): Promise<Set<number>> => {
  const rows = await named<{ id: number }>(
    tx,
    'still in line',
    'select id from registrations_in_line where raceid = $1 and eventid = $2 and id = any($3::bigint[])',
    [raceid, eventid, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

export type ShirtSeatZone = { clothes: string | null; packagebus: string | null; runnerzone: string | null }
export const writeAdmitted = async (
  tx: Tx,
  raceid: number,
  given: readonly { id: number; kept: ShirtSeatZone }[],
  state: string,
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'write admitted',
    `update registrations r
     set state = $3, place_held = true, clothes = given.clothes, packagebus = given.bus, runnerzone = given.zone,
       updated_at = $2
     from unnest($4::bigint[], $5::text[], $6::text[], $7::text[]) as given (id, clothes, bus, zone)
     where r.raceid = $1 and r.id = given.id`,
    [
      raceid,
      now,
      state,
      given.map(({ id }) => id),
      given.map(({ kept }) => kept.clothes),
      given.map(({ kept }) => kept.packagebus),
      given.map(({ kept }) => kept.runnerzone),
    ],
  )
}

/** Writes `state` to at most `most` paid registrations that have the state `undraw`. Returns their ids. */
export const moveUndrawn = async (
  tx: Tx,
  { raceid, eventid, state, most }: { raceid: number; eventid: number; state: string; most: number },
  now: Date,
): Promise<number[]> => {
  const rows = await named<{ id: number }>(
    tx,
    'queue undrawn',
    `update registrations set state = $3, updated_at = $4
     where raceid = $1 and id in (
       select id from registrations
       where raceid = $1 and eventid = $2 and state = 'undraw'
         and deleted_at is null and closed_at is null and refundid = 0 and pay_at is not null
       order by id limit $5 for update)
     returning id`,
    [raceid, eventid, state, now, most],
  )
  return rows.map(({ id }) => id)
}

export const writeRanks = async (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  ranks: readonly number[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'number line',
    `update registrations r set wait_pos = given.rank, updated_at = $4
     from unnest($2::bigint[], $3::integer[]) as given (id, rank)
     where r.raceid = $1 and r.id = given.id and r.wait_pos is distinct from given.rank`,
    [raceid, ids, ranks, now],
  )
}
