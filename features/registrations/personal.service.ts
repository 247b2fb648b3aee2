import { takePrivateFile } from '#features/files/service.ts'
import type { GoneFile, Personal } from '#seam/server/personal.ts'
import { erasePersonalAnswers } from './answers/answers.store.ts'
import { eraseDeferral } from './deferral/deferral.service.ts'
import {
  adoptRegistrations,
  countRegistrationRecords,
  countedConsents,
  countedRegistrations,
  countedTeams,
  eraseClass,
  eraseCorrections,
  eraseDeletion,
  eraseRegistrationRow,
  hasRegistrations,
} from './personal.store.ts'

/** features/privacy itself makes the copy of a registration, from the data that its holder sees. */
export const personal: Personal = {
  tables: ['registrations', 'registration_deletions', 'personal_answers', 'registration_corrections', 'deferrals'],
  merge: {
    tables: ['registrations'],
    counted: { registrations: countedRegistrations, teams: countedTeams, consents: countedConsents },
    adopt: adoptRegistrations,
  },
  holds: hasRegistrations,
  erase: {
    registration: async (tx, { raceid, id, uid, document_ix, over }, now) => {
      // A document that has used its one deletion stays on record until the race is over. Otherwise the document would
      // get a second deletion after an erasure.
      if (over) await eraseDeletion(tx, raceid, document_ix)
      await eraseCorrections(tx, raceid, id)
      await eraseDeferral(tx, raceid, id, now)
      await eraseRegistrationRow(tx, raceid, id, now)
      const files: GoneFile[] = []
      for (const hash of await erasePersonalAnswers(tx, raceid, id))
        files.push(...(await takePrivateFile(tx, raceid, hash, uid)))
      return files
    },
  },
  retention: {
    span: eraseClass,
    remaining: countRegistrationRecords,
  },
}
