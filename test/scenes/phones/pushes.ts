import { sql } from 'kysely'
import { sendPushes } from '#features/push/jobs.ts'
import { PUSH, type PushJob } from '#features/push/service.ts'
import type { World } from '#test/world.ts'

export type QueuedPush = { id: string; run_at: Date; payload: PushJob }
export const queuedPushes = async (world: Pick<World, 'db'>): Promise<QueuedPush[]> =>
  (
    await sql<QueuedPush>`select j.id::text, j.run_at, j.payload
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${PUSH} order by j.run_at, j.id`.execute(world.db)
  ).rows

/** Does the jobs of web push that are due by the clock of the world. Returns their number. */
export const sendDuePushes = async (world: Pick<World, 'db' | 'parts' | 'clock'>): Promise<number> => {
  // A job without a time of its own gets the present time of the database, which is ahead of the clock of the world.
  const jobs = await queuedPushes(world)
  const due = jobs.filter(({ run_at }) => run_at <= world.clock.now() || run_at.getTime() > Date.now() - 86_400_000)
  for (const { id, payload } of due) {
    await sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(world.db)
    await sendPushes(payload, { ...world.parts, now: world.clock.now() })
  }
  return due.length
}
