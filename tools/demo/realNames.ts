import { raceScope } from '#db/sealing/seal.ts'
import { checkDocument, maskIdnum, normalName } from '#features/people/rules.ts'
import { keepCheck } from '#features/realnames/store.ts'
import type { NameOutcome } from '#features/realnames/rules.ts'
import { documentIndex } from '#features/registrations/signup/sealing.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { withCheck } from './people.ts'

const hour = 3_600_000
const compared: readonly { name: string; digits: string; outcome: NameOutcome; ago: number }[] = [
  { name: '古丽娜尔', digits: '33999919930214022', outcome: 'mismatch', ago: 30 },
  { name: '王小鸣', digits: '33999919870606013', outcome: 'mismatch', ago: 6 },
  { name: '欧阳子墨', digits: '33999920010918005', outcome: 'no_record', ago: 2 },
]

/** Writes three invented names of race 2026 that a service did not confirm. Staff decide about them. */
export const seedRealNames = async ({ db, seal }: Parts, now: Date): Promise<void> => {
  const raceid = 2026
  const scope = raceScope(raceid)
  await seal.prepare(scope)
  for (const { name, digits, outcome, ago } of compared) {
    const idnum = withCheck(digits)
    const verdict = checkDocument({ idtype: 'idcard', idnum }, now)
    if (!verdict.ok) throw new Error(`The demo document is not valid: ${verdict.why}`)
    const row = {
      raceid,
      document_ix: documentIndex(seal, raceid, verdict.document.identity),
      name_ix: seal.blind(scope, 'name', normalName(name).toUpperCase()),
      uid: null,
      name,
      idnum_mask: maskIdnum(idnum),
      person: null,
      outcome,
    }
    await keepCheck(db, row, new Date(now.getTime() - ago * hour))
  }
}
