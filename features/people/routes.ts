import { handle } from '#seam/server/handle.ts'
import { routes as binding } from './binding.routes.ts'
import { documentsMy } from './contract.ts'
import { type Gender, type IdType, ageOn } from './rules.ts'
import { openOwnDocument } from './service.ts'
import { listPeople, removePerson } from './store.ts'

export const routes = [
  handle(documentsMy, async ({ input, db, seal, who }) => {
    if (input.forget) await removePerson(db, who.uid!, input.forget)
    const rows = await listPeople(db, who.uid!)
    const { on } = input
    if (on) await seal.prepare('people')
    return rows.map((row) => ({
      ...row,
      age: on ? ageOn(openOwnDocument(seal, row).birth, on) : null,
      idtype: row.idtype as IdType,
      gender: row.gender as Gender,
      idnum: row.idnum_mask,
      mobile: row.mobile_mask,
    }))
  }),
  ...binding,
]
