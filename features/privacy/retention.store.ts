import type { Db, Tx } from '#db/db.ts'
import { raceRows } from '#features/races/public.store.ts'

export type DueRace = { raceid: number; time: Date }
/** Lists all past races, the oldest first. */
export const listOver = async (db: Db, now: Date): Promise<DueRace[]> =>
  (
    await db.selectFrom(raceRows.as('races')).select(['id', 'time']).where('time', '<', now).orderBy('time').execute()
  ).map(({ id, time }) => ({ raceid: id, time }))
export type RetentionRunRow = {
  raceid: number
  class: string
  upto: number
  erased: number
  started_at: Date
  done_at: Date | null
}
export const listRuns = (db: Db, raceid: number | undefined): Promise<RetentionRunRow[]> => {
  const query = db.selectFrom('retention_runs').selectAll()
  return (raceid === undefined ? query : query.where('raceid', '=', raceid)).execute() as Promise<RetentionRunRow[]>
}
export const saveRun = async (tx: Tx, row: RetentionRunRow): Promise<void> => {
  const { raceid: _, class: __, ...set } = row
  await tx
    .insertInto('retention_runs')
    .values(row)
    .onConflict((clash) => clash.columns(['raceid', 'class']).doUpdateSet(set))
    .execute()
}
