import { noteRegistrations } from '#features/webhooks/service.ts'
import { isVisible } from '#contract/scalars.ts'
import type { Text } from '#contract/words.ts'
import { wrong as wrongWords } from '#contract/wrong.ts'
import type { Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { violationOf } from '#db/errors/violation.ts'
import { isBannedIn } from '#features/bans/service.ts'
import { words as banWords } from '#features/bans/words.ts'
import { type EventRow, eventNow } from '#features/events/service.ts'
import { formOf, raceDayOf } from '#features/events/rules.ts'
import type { EventForm } from '#features/events/form.contract.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { type StockField, phoneFields, placeFields, stockFields } from '#features/fields/lists.rules.ts'
import { labels } from '#features/fields/words.ts'
import { eachLang } from '#features/messages/rules.ts'
import { maskIdnum, normalName } from '#features/people/rules.ts'
import { isRingable } from '#features/people/service.ts'
import { words as people } from '#features/people/words.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { maskMobile } from '#features/accounts/rules.ts'
import { type ChangeWork, openKept, withHeld } from '../changes/changes.service.ts'
import { type OpenRegistration, loggedAnswers } from '../changes/changes.rules.ts'
import { updateRegistration } from '../changes/changes.store.ts'
import { splitAnswers, strangeFiles } from '../answers/answers.service.ts'
import { replacePersonalAnswers } from '../answers/answers.store.ts'
import { changeHeld } from '../inventory/inventory.service.ts'
import { notifyRunner } from '../runnerMessages.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { columnsOfTexts, documentIndex, mobileIndex } from '../signup/sealing.service.ts'
import type { Entry, Wrong } from '../signup/signup.rules.ts'
import { type ViewRow, findByDocument, findByKey } from '../store.ts'
import { type Correctable, type CorrectedFields, checkCorrection, isIdentity } from './correct.rules.ts'
import { findCorrection, insertCorrection, markUndone } from './correct.store.ts'

/** The corrected facts about a person, which the person's results copy. */
export type CorrectedPerson = {
  raceid: number
  id: number
  name: string
  gender: 'male' | 'female'
  age: number
  age_in_year: number
  idnum_ix: Buffer
}
/**
 * Corrects the results, age groups and ranks of a registration after a correction of its person. The caller has locked
 * the registration.
 */
export const resultsOfCorrected = needed<(tx: Tx, person: CorrectedPerson, now: Date) => Promise<void>>(
  'results of a corrected registration',
)

export type CorrectionOrder = {
  race: RaceGiven
  who: Who
  reason: string
  /**
   * The time of the last change that the caller has seen. An undo leaves it out, because the undo compares the fields
   * themselves.
   */
  seen?: Date
  overrule: boolean
  now: Date
}
export type CorrectionOutcome =
  | { changed: Correctable[]; correctionid: number | null }
  | { wrong: Partial<Record<string, Wrong>>; overrulable: boolean }
  | { refused: 'changed_meanwhile' | 'clothes_gone' | 'bus_full' }
  | { taken: Pick<ViewRow, 'id' | 'name'> | undefined }
  | { refused: 'correction_undone' }

/** The error that rolls the transaction back and carries the outcome. */
class Stopped extends Error {
  readonly corrected: CorrectionOutcome
  constructor(corrected: CorrectionOutcome) {
    super('stopped')
    this.corrected = corrected
  }
}

/** Returns the columns of the person's identity, and the columns that follow from them. */
const identityColumns = (seal: Seal, raceid: number, entry: Entry, document: Buffer) => {
  const scope = raceScope(raceid)
  const { document: card } = entry
  return {
    idtype: card.idtype,
    country: card.country,
    idnum: seal.seal(scope, fields.idnum.sealed, card.idnum),
    idnum_mask: maskIdnum(card.idnum),
    idnum_ix: seal.blind(scope, 'idnum', card.lookup),
    document_ix: document,
    national: card.national,
    province_of_document: card.province ?? null,
    name: entry.name,
    name_ix: seal.blind(scope, 'name', normalName(entry.name).toUpperCase()),
    gender: entry.gender,
    birth: seal.seal(scope, fields.birth.sealed, entry.birth),
    age_on_race_day: entry.age,
    age_in_race_year: entry.age_in_year,
    qualifying: entry.qualifying && JSON.stringify(entry.qualifying),
  }
}

const columnsFor = (
  seal: Seal,
  raceid: number,
  touched: readonly Correctable[],
  entry: Entry,
  { document, open }: { document: Buffer; open: Record<string, string> },
) => {
  const made = (field: Correctable): object => {
    if (isIdentity(field)) return {}
    switch (field) {
      case 'mobile':
        return {
          mobile: seal.seal(raceScope(raceid), fields.mobile.sealed, entry.mobile),
          mobile_ix: mobileIndex(seal, raceid, entry.mobile),
          mobile_mask: maskMobile(entry.mobile),
        }
      case 'answers':
        return { answers: JSON.stringify(open) }
      case 'guardian':
        return {
          guardian: entry.guardian && seal.seal(raceScope(raceid), 'guardian', JSON.stringify(entry.guardian)),
        }
      case 'province':
      case 'city':
      case 'area':
        return columnsOfTexts(seal, raceid, placeFields, entry)
      case 'clothes':
      case 'packagebus':
        return {}
      case 'idtype':
      case 'idnum':
      case 'country':
      case 'name':
      case 'gender':
      case 'birth':
        return {}
      default:
        return columnsOfTexts(seal, raceid, [field], entry)
    }
  }
  const person = touched.some(isIdentity)
  return {
    ...(person ? identityColumns(seal, raceid, entry, document) : {}),
    ...(person && entry.guardian ? (made('guardian') as object) : {}),
    ...Object.assign({}, ...touched.map(made)),
  } as Record<string, unknown>
}

/**
 * Returns the values of fields as the log holds them. The log holds the text of an open field and the mask of a number,
 * until the class of the field is erased. For any other sealed field and for answers the log says only that they
 * changed.
 */
const loggedOf = (row: object, touched: readonly Correctable[], at: keyof typeof loggedAnswers) =>
  Object.fromEntries(
    touched.map((field) => [
      field,
      field === 'answers'
        ? loggedAnswers[at]
        : field === 'idnum' || field === 'mobile'
          ? (row as Record<string, unknown>)[`${field}_mask`]
          : ((row as Record<string, unknown>)[field] ?? null),
    ]),
  )

/**
 * Returns the texts of the touched fields. A correction keeps the texts from before and after the change, so that staff
 * can undo it.
 */
const textsOf = (kept: OpenRegistration, touched: readonly Correctable[]): CorrectedFields =>
  Object.assign(
    {},
    ...touched.map((field): CorrectedFields => {
      if (field === 'answers') return { answers: kept.answers }
      if (field === 'guardian')
        return {
          guardian_name: kept.guardian?.name ?? '',
          guardian_mobile: kept.guardian?.mobile ?? '',
          guardian_relationship: kept.guardian?.relationship ?? '',
        }
      return { [field]: kept[field] ?? '' }
    }),
  ) as CorrectedFields

const notifyCorrected = async (
  tx: Tx,
  { seal }: ChangeWork,
  { race, now }: CorrectionOrder,
  row: ViewRow,
  touched: readonly Correctable[],
): Promise<void> => {
  const named = touched.filter((field) => isIdentity(field) || field === 'mobile')
  if (named.length === 0) return
  await notifyRunner(tx, { seal, race, now }, row, {
    template: 'registration_corrected',
    values: {
      fields: eachLang((lang) =>
        named.map((field) => labels[field as keyof typeof labels][lang]).join(lang === 'en' ? ', ' : '、'),
      ),
    },
    key: `registration_corrected ${race.id}/${row.id} ${now.getTime()}`,
  })
}

const unringable = (entry: Entry, touched: readonly Correctable[]): Partial<Record<string, Wrong>> | undefined => {
  const wrong = phoneFields.filter((field) => touched.includes(field) && entry[field] && !isRingable(entry[field]))
  return wrong.length > 0
    ? Object.fromEntries(wrong.map((field) => [field, { message: people.mobile_wrong as Text }]))
    : undefined
}

/**
 * Refuses a document that another registration of the race has. Two transactions may write the same document at one
 * moment. The unique index then refuses the second write.
 */
const demandFree = async (tx: Tx, row: ViewRow, document: Buffer): Promise<void> => {
  if (document.equals(row.document_ix)) return
  const other = await findByDocument(tx, row.raceid, document)
  if (other && other.id !== row.id) throw new Stopped({ taken: other })
}

/** Writes the checked correction and everything that follows from it. The caller has locked the registration. */
const write = async (
  tx: Tx,
  parts: ChangeWork,
  correcting: CorrectionOrder,
  row: ViewRow,
  { entry, touched, overruled }: { entry: Entry; touched: Correctable[]; overruled: boolean },
  { kept, form }: { kept: OpenRegistration; form: EventForm },
): Promise<{ changed: Correctable[]; correctionid: number }> => {
  const { seal } = parts
  const { race, who, reason, now } = correcting
  const document = documentIndex(seal, race.id, entry.document.identity)
  const things: Partial<Record<StockField, string | null>> = Object.fromEntries(
    stockFields.filter((field) => touched.includes(field)).map((field) => [field, entry[field]]),
  )
  const full = Object.keys(things).length > 0 ? await changeHeld(tx, race.id, row.id, things, now) : undefined
  if (full && full !== 'zone_full') throw new Stopped({ refused: full })
  const answers = splitAnswers(seal, race.id, form, entry.answers, kept.sealed)
  const columns = columnsFor(seal, race.id, touched, entry, { document, open: answers.open })
  await updateRegistration(tx, race.id, row.id, columns, now)
  if (touched.includes('answers')) await replacePersonalAnswers(tx, race.id, row, answers.personal)
  const fresh = (await findByKey(tx, race.id, row._key))!
  const before = textsOf(kept, touched)
  const after = textsOf(openKept(seal, fresh), touched)
  const sealed = (texts: CorrectedFields) => seal.seal(raceScope(race.id), 'correction', JSON.stringify(texts))
  const correctionid = await insertCorrection(tx, {
    raceid: race.id,
    registrationid: row.id,
    staffid: who.staffid,
    reason,
    fields: touched,
    before: sealed(before),
    after: sealed(after),
    now,
  })
  await logChange(tx, {
    who,
    now,
    raceid: race.id,
    what: correcting.seen ? 'registration corrected' : 'registration restored',
    target: `registration ${row.id}`,
    before: loggedOf(row, touched, 'before'),
    after: {
      ...loggedOf(fresh, touched, 'after'),
      reason,
      ...(overruled ? { overruled } : {}),
      correction: correctionid,
    },
  })
  await noteRegistrations(tx, race.id, 'registration.changed', [row.id], now)
  if (touched.some(isIdentity))
    await resultsOfCorrected.get()(tx, { ...entry, raceid: race.id, id: row.id, idnum_ix: fresh.idnum_ix }, now)
  await notifyCorrected(tx, parts, correcting, fresh, touched)
  return { changed: touched, correctionid }
}

/** Checks and writes one correction. The caller has locked the registration. */
const correctHeld = async (
  tx: Tx,
  parts: ChangeWork,
  correcting: CorrectionOrder,
  row: ViewRow,
  given: CorrectedFields,
): Promise<CorrectionOutcome> => {
  const { race, seen, overrule, now } = correcting
  if (row.erased_at !== null) return { changed: [], correctionid: null }
  if (seen && row.updated_at.getTime() !== seen.getTime()) return { refused: 'changed_meanwhile' }
  const event: EventRow = (await eventNow(tx, race.id, row.eventid))!
  const kept = openKept(parts.seal, row)
  const checked = checkCorrection(given, kept, { form: formOf(event), raceDay: raceDayOf(event, race), overrule }, now)
  // The server checks the fields even if the reason is missing, so that a person sees every fault at once.
  const missing = isVisible(correcting.reason) ? undefined : { reason: { message: wrongWords.required } }
  if (!checked.ok) return { ...checked, wrong: { ...checked.wrong, ...missing } }
  if (checked.touched.length === 0)
    return missing ? { wrong: missing, overrulable: false } : { changed: [], correctionid: null }
  const form = formOf(event)
  const { document } = checked.entry
  // The corrected document may belong to another person, who may be banned. An undo restores a document that the
  // registration had before, so the server does not check for a ban.
  const isOther = seen && !documentIndex(parts.seal, race.id, document.identity).equals(row.document_ix)
  if (
    isOther &&
    (await isBannedIn(tx, parts.seal, { raceid: race.id, raceDay: raceDayOf(event, race), document }, now))
  )
    return { wrong: { idnum: { message: banWords.not_admitted }, ...missing }, overrulable: false }
  const wrong =
    unringable(checked.entry, checked.touched) ??
    (checked.touched.includes('answers')
      ? await strangeFiles(tx, race.id, row.uid, form, given.answers ?? {})
      : undefined)
  if (wrong) return { wrong: { ...wrong, ...missing }, overrulable: false }
  if (checked.touched.some(isIdentity)) await demandFree(tx, row, documentIndex(parts.seal, race.id, document.identity))
  if (missing) return { wrong: missing, overrulable: false }
  return write(tx, parts, correcting, row, checked, { kept, form })
}

const stopping = async (work: () => Promise<CorrectionOutcome | undefined>): Promise<CorrectionOutcome | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stopped) return error.corrected
    // Two corrections gave one document to two people at the same moment. The unique index accepts only the first
    // correction.
    if (violationOf(error)?.constraint === 'one_live_registration_per_document') return { taken: undefined }
    throw error
  }
}

/**
 * Corrects a registration for staff, who give a reason. The rules of signing up apply, except the limits that staff
 * overrule. The server keeps the old and new values sealed, so that staff can undo the correction.
 */
export const correctRegistration = async (
  parts: ChangeWork,
  correcting: CorrectionOrder,
  key: string,
  given: CorrectedFields,
): Promise<CorrectionOutcome | undefined> => {
  const { race } = correcting
  await parts.seal.prepare(raceScope(race.id))
  await parts.seal.prepare('accounts')
  await parts.seal.prepare('people')
  return stopping(() => withHeld(parts.db, race.id, key, (tx, row) => correctHeld(tx, parts, correcting, row, given)))
}

/** Removes the answers to fields that had no answer before the correction. */
const withoutNew = (before: CorrectedFields, after: CorrectedFields): CorrectedFields =>
  before.answers === undefined
    ? before
    : {
        ...before,
        answers: {
          ...Object.fromEntries(Object.keys(after.answers ?? {}).map((name) => [name, ''])),
          ...before.answers,
        },
      }

/** Undoes a correction if its fields are still as the correction left them. Otherwise it refuses. */
export const undoCorrection = async (
  parts: ChangeWork,
  correcting: Omit<CorrectionOrder, 'seen' | 'overrule'>,
  key: string,
  correctionid: number,
): Promise<CorrectionOutcome | undefined> => {
  const { race, who, now } = correcting
  await parts.seal.prepare(raceScope(race.id))
  await parts.seal.prepare('accounts')
  await parts.seal.prepare('people')
  const open = (sealed: Buffer) =>
    JSON.parse(parts.seal.open(raceScope(race.id), 'correction', sealed)) as CorrectedFields
  return stopping(() =>
    withHeld(parts.db, race.id, key, async (tx, row) => {
      const made = await findCorrection(tx, race.id, correctionid)
      if (!made || made.registrationid !== row.id || made.undone_at) return { refused: 'correction_undone' as const }
      const [before, after] = [open(made.before), open(made.after)]
      const stands = textsOf(openKept(parts.seal, row), made.fields as Correctable[])
      if (JSON.stringify(stands) !== JSON.stringify(after)) return { refused: 'correction_undone' as const }
      // The former values were valid before the correction, so the undo ignores the event's present limits.
      const done = await correctHeld(tx, parts, { ...correcting, overrule: true }, row, withoutNew(before, after))
      if ('changed' in done) await markUndone(tx, race.id, correctionid, who.staffid, now)
      return done
    }),
  )
}
