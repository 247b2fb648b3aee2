import type { Personal } from '#seam/server/personal.ts'
import { eraseRunRows } from './runs/runs.store.ts'
import { countVipNames, eraseVipNames, eraseVips } from './vip/vip.store.ts'

export const personal: Personal = {
  tables: ['bib_run_rows', 'vip_bibs'],
  erase: {
    registration: async (tx, { raceid, id }) => {
      await eraseRunRows(tx, raceid, id)
      await eraseVips(tx, raceid, id)
    },
  },
  retention: {
    settled: { identity: eraseVipNames },
    remaining: async (db, raceid) => ({ identity: await countVipNames(db, raceid) }),
  },
}
