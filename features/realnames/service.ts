import type { Text } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { countFailure } from '#db/errors/failures.ts'
import { type Limit, type LimitSubject, countTry, giveTryBack, triesSoFar } from '#db/limits/limits.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { type Document, maskIdnum, normalName } from '#features/people/rules.ts'
import { NamesDown, type RealNames } from '#integrations/realnames/client.ts'
import { DOCUMENT_NAME_TRIES, NAME_TRIES, type NameOutcome, nameVerdictOf } from './rules.ts'
import { answerCheck, findNameCheck, keepCheck, listUnanswered } from './store.ts'
import { words } from './words.ts'

type Parts = { db: Db; seal: Seal; integrations?: { realNames?: RealNames | undefined } | undefined }
/** A fault of a sign-up, which the form shows at the name. */
export type NameFault = { message: Text; values?: Record<string, number> }

const ofAccount: Limit = { kind: 'names of account that do not match', max: NAME_TRIES, seconds: 86_400 }
const ofDocument: Limit = { kind: 'names of document that do not match', max: DOCUMENT_NAME_TRIES, seconds: 86_400 }

const ask = async (
  db: Db,
  service: RealNames,
  person: { name: string; idnum: string },
  now: Date,
): Promise<NameOutcome> => {
  try {
    return await service.verify(person)
  } catch (error) {
    // Nobody waits for a service that is down. A job asks again, and staff see the answer.
    if (!(error instanceof NamesDown)) throw error
    await countFailure(db, 'real_names', now, error)
    return 'open'
  }
}

type Try = readonly [Limit, LimitSubject]
/** Counts a try under each limit. If one limit is reached, the function counts nothing and returns false. */
const countAll = async (db: Db, tries: readonly Try[], now: Date): Promise<boolean> => {
  const counted: Try[] = []
  for (const one of tries) {
    counted.push(one)
    if ((await countTry(db, ...one, now)) === 0) continue
    await giveBack(db, counted)
    return false
  }
  return true
}
const giveBack = async (db: Db, tries: readonly Try[]): Promise<void> => {
  for (const one of tries) await giveTryBack(db, ...one)
}

type Entering = { raceid: number; uid: number; name: string; document: Document; document_ix: Buffer }

/**
 * Compares the name of a resident with the number of the identity card, if a service is configured. Returns the fault
 * that stops the sign-up. After some wrong names, the account can try no other name on that day. After more wrong names
 * of all accounts together, nobody can try another name for the document. So nobody finds the name of a number by
 * trying. The caller has prepared the race's key.
 */
export const nameFault = async (
  { db, seal, integrations }: Parts,
  { raceid, uid, name, document, document_ix }: Entering,
  now: Date,
): Promise<NameFault | undefined> => {
  const service = integrations?.realNames
  if (!service || document.kind !== 'resident') return undefined
  const scope = raceScope(raceid)
  const name_ix = seal.blind(scope, 'name', normalName(name).toUpperCase())
  const known = await findNameCheck(db, raceid, document_ix, name_ix)
  const verdict = known && nameVerdictOf(known)
  if (verdict === 'in') return undefined
  if (verdict === 'no_record') return { message: words.no_record }
  if (verdict === 'refused') return { message: words.mismatch_last }
  const tries: readonly Try[] = [
    [ofAccount, `${raceid}/${uid}`],
    [ofDocument, Buffer.concat([Buffer.from(`${raceid}/`), document_ix])],
  ]
  const each = await Promise.all(tries.map(async ([limit, of]) => limit.max - (await triesSoFar(db, limit, of, now))))
  const left = Math.min(...each)
  if (verdict === 'mismatch')
    return left > 0 ? { message: words.mismatch, values: { n: left } } : { message: words.mismatch_last }
  // The try is counted before the question. Otherwise many questions at once could exceed the limits.
  if (left <= 0 || !(await countAll(db, tries, now))) return { message: words.mismatch_last }
  const person = { name: normalName(name), idnum: document.idnum }
  let outcome: NameOutcome | undefined
  try {
    outcome = await ask(db, service, person, now)
    await keepCheck(
      db,
      {
        raceid,
        document_ix,
        name_ix,
        uid,
        name: person.name,
        idnum_mask: maskIdnum(document.idnum),
        person: outcome === 'open' ? seal.seal(scope, 'name check', JSON.stringify(person)) : null,
        outcome,
      },
      now,
    )
  } finally {
    // An error is no wrong name, so it costs no try.
    if (outcome !== 'mismatch') await giveBack(db, tries)
  }
  if (outcome === 'match' || outcome === 'open') return undefined
  if (outcome === 'no_record') return { message: words.no_record }
  return left > 1 ? { message: words.mismatch, values: { n: left - 1 } } : { message: words.mismatch_last }
}

/** The pause between two questions about one person. */
const AGAIN_MS = 300_000
const MOST = 50
/**
 * Asks again about people for whom the service gave no answer. It stops at the first question that gets no answer, and
 * returns the number of answers.
 */
export const askNamesAgain = async ({ db, seal, integrations }: Parts, now: Date): Promise<number> => {
  const service = integrations?.realNames
  if (!service) return 0
  let answered = 0
  for (const row of await listUnanswered(db, new Date(now.getTime() - AGAIN_MS), MOST)) {
    await seal.prepare(raceScope(row.raceid))
    const person = JSON.parse(seal.open(raceScope(row.raceid), 'name check', row.person!)) as {
      name: string
      idnum: string
    }
    const outcome = await ask(db, service, person, now)
    await answerCheck(db, row, outcome, now)
    if (outcome === 'open') break
    answered += 1
  }
  return answered
}
