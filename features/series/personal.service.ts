import type { Personal } from '#seam/server/personal.ts'
import { adoptOfAccount, eraseOfAccount, readSeriesRecords } from './personal.store.ts'

const tables = ['series_numbers', 'series_places', 'series_joins', 'series_join_races']
/** Season numbers, earned places and joins belong to an account and a runner. The server stores no standings. */
export const personal: Personal = {
  tables,
  merge: { tables, adopt: adoptOfAccount },
  copy: { ofAccount: ({ db }, { uid }) => readSeriesRecords(db, uid) },
  erase: { account: eraseOfAccount },
}
