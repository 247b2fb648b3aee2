import * as z from 'zod/mini'
import { type Job, addJob } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { DAILY, RECONCILE, reconcile } from './service.ts'
import { channels } from './contract.ts'
import { lastDay } from './rules.ts'

const Asked = z.object({ gateway: z.enum(channels), day: z.iso.date() })

/**
 * Compares one day of one channel. If the statement is not ready, the job runner tries again at growing intervals.
 */
const compareOne = async (payload: unknown, { now, ...parts }: Parts & { now: Date }): Promise<void> => {
  const { gateway, day } = Asked.parse(payload)
  const compared = await reconcile(parts, { gateway, day }, now)
  if (compared?.state === 'not_ready') throw new Error(`the statement of ${gateway} of ${day} is not there yet`)
}

/** Adds one job for each channel with statements, to compare the last day whose statement should be ready. */
const compareAll = async ({ db, integrations, now }: Parts & { now: Date }): Promise<void> => {
  for (const gateway of channels) {
    const statement = integrations.gateways[gateway]?.statement
    if (!statement) continue
    const day = lastDay(now, statement)
    await db
      .transaction()
      .execute((tx) => addJob(tx, RECONCILE, { gateway, day }, { key: `${RECONCILE} ${gateway} ${day}` }))
  }
}

export const jobs: readonly Job<Parts>[] = [
  { name: RECONCILE, run: compareOne },
  // The cron time is in UTC: 10:30 in Shanghai.
  { name: DAILY, cron: '30 2 * * *', run: (_payload, working) => compareAll(working) },
]
