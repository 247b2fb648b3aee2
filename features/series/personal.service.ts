import type { Personal } from '#seam/server/personal.ts'
import { adoptOfAccount, eraseOfAccount, readSeriesRecords } from './personal.store.ts'

/** A season number and an earned place belong to an account and a runner. The server stores no standings. */
export const personal: Personal = {
  tables: ['series_numbers', 'series_places'],
  merge: { tables: ['series_numbers', 'series_places'], adopt: adoptOfAccount },
  copy: { ofAccount: ({ db }, { uid }) => readSeriesRecords(db, uid) },
  erase: { account: eraseOfAccount },
}
