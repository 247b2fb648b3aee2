import { raceScope } from '#db/sealing/seal.ts'
import type { PersonalCopy, Personal } from '#seam/server/personal.ts'
import {
  countVolunteerRecords,
  eraseDocuments,
  erasePhones,
  listShifts,
  racesWithVolunteers,
} from './personal.store.ts'

/** Lists the shifts of a mobile in any race, unsealed. */
const openShifts = async ({ db, seal }: PersonalCopy, mobile: string) => {
  const found = []
  for (const raceid of await racesWithVolunteers(db)) {
    const scope = raceScope(raceid)
    await seal.prepare(scope)
    for (const shift of await listShifts(db, raceid, seal.blind(scope, 'mobile', mobile)))
      found.push({
        raceid,
        ...shift,
        idnum: seal.open(scope, 'volunteer idnum', shift.idnum),
        mobile: shift.mobile && seal.open(scope, 'volunteer mobile', shift.mobile),
      })
  }
  return found
}

/** Volunteers have no account, so an account finds its shifts by its mobile. */
export const personal: Personal = {
  tables: ['volunteers'],
  copy: {
    ofAccount: async (working, { mobile }) => ({ shifts: mobile === null ? [] : await openShifts(working, mobile) }),
  },
  retention: {
    settled: { identity: eraseDocuments, contact: erasePhones },
    remaining: countVolunteerRecords,
  },
}
