import { handle } from '#seam/server/handle.ts'
import { isMine, registrationOf } from '../status/ownership.service.ts'
import { registrationDeferral } from './deferral.contract.ts'
import { deferralFor } from './deferral.service.ts'

export const routes = [
  handle(registrationDeferral, async ({ input, db, seal, now, who, lang, refuse }) => {
    const { row } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(db, seal, row, who.uid))) return refuse('no_permission')
    return { deferral: await deferralFor(db, row, lang, now) }
  }),
]
