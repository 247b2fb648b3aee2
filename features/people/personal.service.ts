import type { Personal } from '#seam/server/personal.ts'
import { adoptPeople, countedPeople, erasePeople, hasPeople } from './personal.store.ts'
import { listSaved } from './public.store.ts'
import { openPerson } from './service.ts'

export const personal: Personal = {
  tables: ['people'],
  merge: { tables: ['people'], counted: { people: countedPeople }, adopt: adoptPeople },
  holds: hasPeople,
  copy: {
    ofAccount: async ({ db, seal }, { uid }) => {
      const people = []
      for (const { _key } of await listSaved(db, uid)) people.push(await openPerson(db, seal, uid, _key))
      return { people }
    },
  },
  erase: { account: erasePeople },
}
