import type { Personal } from '#seam/server/personal.ts'
import {
  adoptSubmissions,
  eraseNotes,
  eraseProtests,
  eraseResults,
  listClaims,
  listProtestsFiled,
} from './personal.store.ts'
import { listRegistrationResults } from './public.store.ts'
import { withRanks } from './ranking/ranks.service.ts'

export const personal: Personal = {
  tables: ['results', 'handed_in_results', 'result_protests'],
  merge: { tables: ['handed_in_results', 'result_protests'], adopt: adoptSubmissions },
  copy: {
    ofRegistration: async (db, raceid, id) => {
      const [results, claims, protests] = await Promise.all([
        listRegistrationResults(db, raceid, [id]),
        listClaims(db, raceid, id),
        listProtestsFiled(db, raceid, id),
      ])
      return {
        results: (await withRanks(db, results)).map(({ bib, name, outcome, gun_ms, net_ms, rank }) => ({
          bib,
          name,
          outcome,
          gun_ms,
          net_ms,
          place: rank,
        })),
        claims,
        protests,
      }
    },
  },
  erase: {
    registration: async (tx, { raceid, id, anonymous }, now) => {
      await eraseNotes(tx, raceid, id)
      await eraseProtests(tx, raceid, id)
      await eraseResults(tx, raceid, id, anonymous, now)
    },
  },
}
