import { raceScope } from '#db/sealing/seal.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { listMatchingRunners } from '../find.service.ts'
import { findPack } from '../packs.store.ts'
import { consoleDesksMedicalFind, consoleDesksMedicalOpen } from './medical.contract.ts'
import { openMedical } from './medical.service.ts'

export const medicalRoutes = [
  handle(consoleDesksMedicalFind, async ({ input: { raceid, q }, ...parts }) => {
    const { items, more } = await listMatchingRunners(parts, raceid, q)
    return { items, more }
  }),

  handle(consoleDesksMedicalOpen, async ({ input: { raceid, id, reason }, db, seal, now, who, lang, refuse }) => {
    const pack = (await findPack(db, raceid, id)) ?? refuse('registration_not_found')
    const row = (await registrationById(db, raceid, id)) ?? refuse('registration_not_found')
    // The staff log records the opening before the server opens the values.
    await db
      .transaction()
      .execute((tx) =>
        logChange(tx, { who, now, raceid, what: 'medical opened', target: `registration ${id}`, after: { reason } }),
      )
    await seal.prepare(raceScope(raceid))
    return openMedical({ db, seal, lang }, pack, row)
  }),
]
