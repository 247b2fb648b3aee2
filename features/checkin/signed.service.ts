import type { Lang } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { HealthQuestion } from './contract.ts'
import { saidIn } from './rules.ts'
import { openSigned } from './sealing.service.ts'
import { type DeclarationRow, findDeclaration, findSignature } from './store.ts'

/** Returns a declaration's text as the page shows it and as the runner signed it. */
export const declarationTexts = (lang: Lang, row: DeclarationRow) => ({
  version: row.version,
  title: saidIn(lang, row.title),
  body: saidIn(lang, row.body),
  questions: (row.questions as HealthQuestion[]).map(({ says, ...question }) => ({
    ...question,
    label: saidIn(lang, says),
  })),
})

/** Opens the content of a registration's signature. The caller has prepared the race's key. */
export const signedIn = (
  lang: Lang,
  seal: Seal,
  signature: { raceid: number; answers: Buffer; proof: Buffer; at: Date; doctor: boolean },
  declaration: DeclarationRow,
) => ({
  at: signature.at,
  doctor: signature.doctor,
  ...declarationTexts(lang, declaration),
  ...openSigned(seal, signature.raceid, signature),
})

/**
 * Opens the health declaration of a registration; null if the runner signed no declaration. The caller has prepared
 * the race's key.
 */
export const healthSigned = async (
  db: Db,
  seal: Seal,
  lang: Lang,
  raceid: number,
  registrationid: number,
): Promise<ReturnType<typeof signedIn> | null> => {
  const signature = await findSignature(db, raceid, registrationid, 'health')
  const declaration = signature && (await findDeclaration(db, raceid, signature.declarationid))
  return signature && declaration ? signedIn(lang, seal, signature, declaration) : null
}
