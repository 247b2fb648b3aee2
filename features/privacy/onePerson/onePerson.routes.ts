import type { Db } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type RegistrationRow, registrationById } from '#features/registrations/lookup/registration.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { askErasure, dueFor, erasurePlanOf, unsentOf } from '../erasing.service.ts'
import { gatherRegistration, readableCopy } from '../exporting.service.ts'
import { consolePrivacyCopy, consolePrivacyErase, consolePrivacyPlan } from './onePerson.contract.ts'
import { listErasures } from '../store.ts'
import { onePerson } from '../words.ts'

/** Finds the waiting erasure of this registration or of its account, if there is such an erasure. */
const waiting = async (db: Db, row: RegistrationRow) =>
  (await listErasures(db, row.uid)).find(
    (one) =>
      !one.done_at && !one.withdrawn_at && (one.scope === 'account' || Number(one.registrationid) === Number(row.id)),
  )

export const personRoutes = [
  handle(consolePrivacyPlan, async ({ input: { raceid, id }, db, seal, now, lang, refuse }) => {
    const row = (await registrationById(db, raceid, id)) ?? refuse('nothing_held')
    const { due, needed } = await dueFor({ db, seal }, row.uid, { scope: 'registration', row }, now)
    const asked = await waiting(db, row)
    const unsent = await unsentOf(db, { uid: row.uid, raceid, registrationid: row.id })
    return {
      name: row.name,
      erased_at: row.erased_at,
      asked_at: asked?.asked_at ?? null,
      due_at: asked?.due_at ?? due,
      ...(await erasurePlanOf(db, lang, 'registration', { anonymous: true, needed, unsent }, now)),
    }
  }),

  handle(
    consolePrivacyCopy,
    async ({ input: { raceid, id, reason }, db, seal, integrations, who, now, lang, refuse }) => {
      const row = (await registrationById(db, raceid, id)) ?? refuse('nothing_held')
      if (row.erased_at) return refuse('nothing_held')
      await seal.prepare(raceScope(raceid))
      // The log has its entry before anybody sees the data.
      await db.transaction().execute((tx) =>
        logChange(tx, {
          who,
          now,
          raceid,
          what: 'registration opened',
          target: `registration ${id}`,
          after: { why: reason },
        }),
      )
      const all = (await gatherRegistration({ db, seal, integrations, lang, now }, row)) ?? refuse('nothing_held')
      return { page: readableCopy(all, onePerson.title[lang], lang), data: JSON.stringify(all, null, 2) }
    },
  ),

  handle(consolePrivacyErase, async ({ input: { raceid, id, reason }, db, seal, who, now, refuse, save }) => {
    const row = (await registrationById(db, raceid, id)) ?? refuse('nothing_held')
    if (row.erased_at) return refuse('nothing_held')
    if (await waiting(db, row)) return refuse('erasure_asked')
    const { due } = await dueFor({ db, seal }, row.uid, { scope: 'registration', row }, now)
    return save(async (tx) => {
      await askErasure(tx, {
        uid: row.uid,
        scope: 'registration',
        raceid,
        registrationid: id,
        person: null,
        anonymous: true,
        asked_at: now,
        due_at: due,
      })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'erasure asked for',
        target: `registration ${id}`,
        after: { why: reason },
      })
      return { due_at: due }
    })
  }),
]
