import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import { citusServers } from './databases/citus.ts'
import type { World } from './world.ts'

/** The session that has the lock. `everywhere` is the number of the session in a distributed database. */
type Holder = { pid: number; everywhere: string | undefined }

/**
 * Makes a call that has to wait. `hold` takes the lock, and may also change the locked row. While the call waits,
 * `change` runs and commits. The call's answer and writes must follow the change, as if the call had come after the
 * change. If the call does not wait, the test fails.
 */
export const meanwhile = async <Given>(
  { db }: Pick<World, 'db'>,
  hold: (tx: Tx) => Promise<unknown>,
  call: () => Promise<Given>,
  change: (tx: Tx) => Promise<unknown> = async () => undefined,
): Promise<Given> => {
  let over = false
  let answered: Promise<Given> | undefined
  const isWaiting = async ({ pid, everywhere }: Holder): Promise<boolean> => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and ${pid}::int = any(pg_blocking_pids(pid))`.execute(db)
    if (rows.length > 0 || everywhere === undefined) return rows.length > 0
    return (
      (await sql`select from citus_lock_waits where blocking_gpid = ${everywhere}::bigint`.execute(db)).rows.length > 0
    )
  }
  await db.transaction().execute(async (tx) => {
    await hold(tx)
    const everywhere = citusServers ? sql`citus_backend_gpid()::text` : sql`null::text`
    const { rows } = await sql<Holder>`select pg_backend_pid() as pid, ${everywhere} as everywhere`.execute(tx)
    const holder = { ...rows[0]!, everywhere: rows[0]!.everywhere ?? undefined }
    answered = call().finally(() => (over = true))
    answered.catch(() => undefined)
    while (!(await isWaiting(holder))) {
      if (over) {
        // If the call was refused, this line throws the refusal. Its message tells more than the error below.
        await answered
        throw new Error('The call did not wait for what is held')
      }
      await wait(5)
    }
    await change(tx)
  })
  return answered!
}
