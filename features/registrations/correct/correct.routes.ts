import type { Lang } from '#contract/words.ts'
import type { Parts } from '#seam/server/handle.ts'
import { RefusalError, handle } from '#seam/server/handle.ts'
import { countersOf, readEvent } from '#features/events/service.ts'
import { fieldsOf, formOf, leftIn } from '#features/events/rules.ts'
import { logOf } from '#features/staff/service.ts'
import { fill } from '#contract/words.ts'
import { raceGiven } from '../status/ownership.service.ts'
import { type ViewRow, findById } from '../store.ts'
import {
  consoleRegistrationsCorrect,
  consoleRegistrationsForm,
  consoleRegistrationsUncorrect,
} from './correct.contract.ts'
import { type CorrectionOutcome, correctRegistration, undoCorrection } from './correct.service.ts'
import { correctWords } from './correct.words.ts'

/** Names the registration that holds the document, for callers who may see it. */
const whose = (taken: Pick<ViewRow, 'id' | 'name'> | undefined, mayRead: boolean, lang: Lang): string =>
  taken && mayRead ? fill(correctWords.whose[lang], { name: taken.name, id: taken.id }) : ''

/** Reads from the log who last changed the registration. */
const lastToChange = async (db: Parts['db'], raceid: number, id: number, lang: Lang): Promise<string> =>
  (await logOf(db, raceid, `registration ${id}`))[0]?.staff ?? correctWords.somebody[lang]

type Done = Extract<CorrectionOutcome, { changed: unknown }>
/** Returns the outcome of a correction. If the correction was refused, it refuses the call with the reason. */
const doneOr = async (
  {
    db,
    lang,
    may,
  }: Pick<Parts, 'db'> & { lang: Lang; may: (right: 'registrations.read' | 'registrations.overrule') => boolean },
  corrected: CorrectionOutcome,
  { raceid, id }: { raceid: number; id: number },
): Promise<Done> => {
  if ('changed' in corrected) return corrected
  if ('taken' in corrected)
    throw new RefusalError('document_taken', { whose: whose(corrected.taken, may('registrations.read'), lang) })
  if ('refused' in corrected)
    throw new RefusalError(
      corrected.refused,
      corrected.refused === 'changed_meanwhile' ? { who: await lastToChange(db, raceid, id, lang) } : {},
    )
  throw new RefusalError('field_wrong', {
    fields: Object.fromEntries(
      Object.entries(corrected.wrong).map(([field, wrong]) => [field, fill(wrong!.message[lang], wrong!.values)]),
    ),
    ...(corrected.overrulable && may('registrations.overrule') ? { overrulable: true } : {}),
  })
}

export const routes = [
  handle(consoleRegistrationsForm, async ({ input, db, now, lang, refuse }) => {
    const row = (await findById(db, input.raceid, input.id)) ?? refuse('registration_not_found')
    const event = (await readEvent(db, input.raceid, row.eventid, now, true)) ?? refuse('registration_not_found')
    const form = formOf(event)
    const left = leftIn(await countersOf(db, input.raceid), event.id)
    return {
      seen: row.updated_at,
      idtypes: form.idtypes,
      fields: fieldsOf(form, lang, left),
      answers: row.answers as Record<string, string>,
    }
  }),

  handle(consoleRegistrationsCorrect, async ({ input, now, who, may, lang, refuse, ...parts }) => {
    const { raceid, id, seen, reason, overrule, ...given } = input
    const race = (await raceGiven(parts.db, raceid, now)) ?? refuse('race_not_found')
    const row = (await findById(parts.db, race.id, id)) ?? refuse('registration_not_found')
    if (overrule && !may('registrations.overrule')) return refuse('overrule_no_right')
    const correcting = { race, who, reason, seen: new Date(seen), overrule, now }
    const corrected =
      (await correctRegistration(parts, correcting, row._key, given)) ?? refuse('registration_not_found')
    const { changed, correctionid } = await doneOr({ db: parts.db, lang, may }, corrected, row)
    return { id, changed, correctionid }
  }),

  handle(consoleRegistrationsUncorrect, async ({ input, now, who, may, lang, refuse, ...parts }) => {
    const race = (await raceGiven(parts.db, input.raceid, now)) ?? refuse('race_not_found')
    const row = (await findById(parts.db, race.id, input.id)) ?? refuse('registration_not_found')
    const undoing = { race, who, reason: input.reason, now }
    const undone =
      (await undoCorrection(parts, undoing, row._key, input.correctionid)) ?? refuse('registration_not_found')
    const { changed } = await doneOr({ db: parts.db, lang, may }, undone, row)
    return { id: input.id, changed }
  }),
]
