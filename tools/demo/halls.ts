import { openHall } from '#features/hall/actions.ts'
import type { Parts } from '#server/answer.ts'

/** The results hall of the race that has just been run, open, with a screen and a printer whose links the console makes anew. */
export const seedHalls = (parts: Parts, now: Date): Promise<void> =>
  parts.db.transaction().execute((tx) => openHall(tx, 226, [{ kind: 'screen', name: '主屏' }, { kind: 'printer', name: '打印台' }], now))
