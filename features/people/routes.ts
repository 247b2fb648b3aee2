import { handle } from '#seam/server/handle.ts'
import { routes as binding } from './binding.routes.ts'
import { documentsMy } from './contract.ts'
import type { Gender, IdType } from './rules.ts'
import { listPeople, removePerson } from './store.ts'

export const routes = [
  handle(documentsMy, async ({ input, db, who }) => {
    if (input.forget) await removePerson(db, who.uid!, input.forget)
    const rows = await listPeople(db, who.uid!)
    return rows.map((row) => ({
      ...row,
      idtype: row.idtype as IdType,
      gender: row.gender as Gender,
      idnum: row.idnum_mask,
      mobile: row.mobile_mask,
    }))
  }),
  ...binding,
]
