import type { Seal } from '#db/sealing/seal.ts'
import { checkDocument, idtypes } from '#features/people/rules.ts'
import { banIndex } from './service.ts'

/** The documents that a typed number may be. A text that is no number is a name. */
export const documentsTyped = async (seal: Seal, q: string, now: Date): Promise<Buffer[]> => {
  if (!/\d{4}/.test(q)) return []
  await seal.prepare('people')
  return idtypes.flatMap((idtype) => {
    const verdict = checkDocument({ idtype, idnum: q, country: 'CN' }, now)
    return verdict.ok ? [banIndex(seal, verdict.document.identity)] : []
  })
}
