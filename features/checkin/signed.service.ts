import type { Lang } from '#contract/words.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { HealthQuestion } from './contract.ts'
import { saidIn } from './rules.ts'
import { openSigned } from './sealing.service.ts'
import type { DeclarationRow } from './store.ts'

/** Returns a declaration's text as the page shows it and as the runner signed it. */
export const textsIn = (lang: Lang, row: DeclarationRow) => ({
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
  ...textsIn(lang, declaration),
  ...openSigned(seal, signature.raceid, signature),
})
