import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { resultRows } from '#features/results/public.store.ts'

/**
 * The changes that affect the times of many runners: the gun of a wave, the clock of a reader, and whether a read is
 * accepted.
 */
export type ChangeOf =
  | { kind: 'gun'; eventid: number; wave: string; before: string | null; after: string | null }
  | { kind: 'clock'; deviceid: number; before: number; after: number }
  | { kind: 'read'; readid: number; deviceid: number; before: boolean; after: boolean }
export type ChangeRow = {
  raceid: number
  id: number
  kind: ChangeOf['kind']
  eventid: number | null
  wave: string | null
  deviceid: number | null
  readid: number | null
  before: unknown
  after: unknown
  reason: string
  staffid: number | null
  created_at: Date
  undone_at: Date | null
  device: string | null
  chip: string | null
  covered: boolean
}

export const insertChange = async (
  tx: Tx,
  raceid: number,
  change: ChangeOf,
  by: { reason: string; staffid: number | null; now: Date },
): Promise<number> => {
  const { kind, before, after, ...of } = change
  return (
    await tx
      .insertInto('timing_changes')
      .values({
        raceid,
        kind,
        ...of,
        before: jsonb({ value: before }),
        after: jsonb({ value: after }),
        reason: by.reason,
        staffid: by.staffid,
        created_at: by.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

const columns = `c.raceid, c.id, c.kind, c.eventid, c.wave, c.deviceid, c.readid, c.before->'value' as before, c.after->'value' as after, c.reason, c.staffid, c.created_at, c.undone_at, d.name as device, r.chip,
  exists (select 1 from timing_changes l where l.raceid = $1 and l.kind = c.kind and l.id > c.id and l.undone_at is null and l.eventid is not distinct from c.eventid and l.wave is not distinct from c.wave and l.deviceid is not distinct from c.deviceid and l.readid is not distinct from c.readid) as covered
  from timing_changes c
  left join timing_devices d on d.raceid = c.raceid and d.id = c.deviceid
  left join timing_reads r on r.raceid = c.raceid and r.id = c.readid
  where c.raceid = $1`
export const listChanges = (db: Db, raceid: number, eventid: number | null): Promise<ChangeRow[]> =>
  named<ChangeRow>(
    db,
    'timing: changes',
    `select ${columns} and ($2::int is null or c.eventid is null or c.eventid = $2) order by c.id desc limit 100`,
    [raceid, eventid],
  )
export const findChange = async (tx: Tx, raceid: number, id: number): Promise<ChangeRow | undefined> =>
  (await named<ChangeRow>(tx, 'timing: a change', `select ${columns} and c.id = $2 for update of c`, [raceid, id]))[0]
export const markTakenBack = async (
  tx: Tx,
  raceid: number,
  id: number,
  staffid: number | null,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('timing_changes')
    .set({ undone_at: now, undone_by: staffid })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

/** Reads the names of results by event and bib, for a list of their corrections. */
export const namesOfBibs = async (
  db: Db,
  raceid: number,
  bibs: readonly string[],
): Promise<Map<string, string | null>> =>
  new Map(
    (
      await named<{ eventid: number; bib: string; name: string | null }>(
        db,
        'timing: names of bibs',
        `select eventid, bib, name from ${resultRows.text} results where raceid = $1 and bib = any($2::text[])`,
        [raceid, [...new Set(bibs)]],
      )
    ).map((one) => [`${one.eventid} ${one.bib}`, one.name]),
  )
