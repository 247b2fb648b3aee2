import { handle } from '#seam/server/handle.ts'
import { registrationOf } from '../status/ownership.service.ts'
import { registrationChecklist } from './checklist.contract.ts'
import { checklistOf } from './checklist.service.ts'

export const routes = [
  handle(registrationChecklist, async ({ input, db, seal, now, lang, who, refuse }) => {
    const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    const lines = await checklistOf({ db, seal, now, lang }, row, race, who.uid)
    return {
      zone: race.zone,
      items: lines.map(({ beside = null, from = null, until = null, ...line }) => ({ ...line, beside, from, until })),
    }
  }),
]
