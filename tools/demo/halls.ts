import { castFor, openHall } from '#features/hall/service.ts'
import type { Parts } from '#seam/server/handle.ts'

/**
 * Opens the results hall of race 226, with a screen and a printer. The console can make new links for both. Three of
 * the fastest runners wait for the screen.
 */
export const seedHalls = async (parts: Parts, now: Date): Promise<void> => {
  const fastest = await parts.db
    .selectFrom('results')
    .select(['id', '_key', 'bib'])
    .where('raceid', '=', 226)
    .where('eventid', '=', 1)
    .where('outcome', '=', 'finished')
    .where('hide_name', '=', false)
    .orderBy('gun_ms')
    .limit(3)
    .execute()
  await parts.db.transaction().execute(async (tx) => {
    await openHall(
      tx,
      226,
      [
        { kind: 'screen', name: '主屏' },
        { kind: 'printer', name: '打印台' },
      ],
      now,
    )
    for (const result of fastest) await castFor(tx, 226, result, now)
  })
}
