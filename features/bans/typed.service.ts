import type { Seal } from '#db/sealing/seal.ts'
import { checkDocument, idtypes } from '#features/people/rules.ts'
import { banIndex } from './service.ts'

/**
 * Returns the blind indexes of the documents that a typed number may mean. A text without four digits in a row is a
 * name and gives no index.
 */
export const documentsTyped = async (seal: Seal, q: string, now: Date): Promise<Buffer[]> => {
  if (!/\d{4}/.test(q)) return []
  await seal.prepare('people')
  return idtypes.flatMap((idtype) => {
    const verdict = checkDocument({ idtype, idnum: q, country: 'CN' }, now)
    return verdict.ok ? [banIndex(seal, verdict.document.identity)] : []
  })
}
