import { raceOfKey } from '#contract/key.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { eventsOf } from '#features/events/service.ts'
import { shownPage } from '#features/notices/service.ts'
import { nameFor } from '#features/people/hiding.rules.ts'
import { readPublishedRace } from '#features/races/service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { isMine, ownRegistrations, registrationOf } from '#features/registrations/status/ownership.service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  type HealthQuestion,
  checkinDisclaimerGet,
  checkinDisclaimerSave,
  packageList,
  registrationCheck,
} from './contract.ts'
import { deskRoutes } from './desk.routes.ts'
import {
  asksDoctor,
  declarationFor,
  isComplete,
  isEntered,
  answersToKeep,
  saidIn,
  windowOf,
  faultsOfAnswers,
  faultOfSignature,
} from './rules.ts'
import { sealSigned } from './sealing.service.ts'
import { signedIn, declarationTexts } from './signed.service.ts'
import {
  type GearRow,
  findSignature,
  findTicks,
  insertSignature,
  listDeclarations,
  listGear,
  listPackages,
  saveTicks,
} from './store.ts'
import { HEALTH_CONSENT, words } from './words.ts'

const UNDER_AGE = 18
/** The limit on ticks. A person ticks by hand, so a faster caller is a program. */
const ticking = rateOf(120, 60)
const signing = rateOf(30, 60)

const gearIn = (lang: Lang, row: GearRow) => ({
  id: row.id,
  name: saidIn(lang, row.name),
  note: saidIn(lang, row.note),
  picture: row.picture,
  required: row.required,
})
const bibOf = (row: Pick<RegistrationRow, 'bib' | 'prefix_bib'>): string | null =>
  row.bib ? `${row.prefix_bib ?? ''}${row.bib}` : null

export const routes = [
  handle(registrationCheck, async ({ input, db, seal, now, who, lang, refuse, save }) => {
    const found =
      input.id === undefined
        ? undefined
        : ((await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found'))
    const raceid = found?.row.raceid ?? input.raceid ?? refuse('race_needed')
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const events = await eventsOf(db, raceid)
    const eventid = found?.row.eventid ?? input.eventid ?? null
    const event = events.find(({ id }) => id === eventid)
    if (eventid !== null && !event) return refuse('event_not_found')
    const all = await listGear(db, raceid)
    const items = all.filter((row) => row.eventid === 0 || row.eventid === eventid)
    const mine = found !== undefined && (await isMine(db, seal, found.row, who.uid))
    const answerOf = (ticks: readonly { gearid: number; at: Date }[]) => {
      const ticked = ticks.filter(({ gearid }) => items.some(({ id }) => id === gearid))
      return {
        raceid,
        eventid,
        events: events
          .map((one) => ({
            id: one.id,
            name: nameIn(lang, one.name, one.names),
            items: all.filter((row) => row.eventid === 0 || row.eventid === one.id).length,
          }))
          .filter((one) => one.items > 0),
        items: items.map((row) => gearIn(lang, row)),
        ticked: ticked.map(({ gearid }) => gearid).sort((a, b) => a - b),
        at: ticked.reduce<Date | null>((last, { at }) => (last === null || at > last ? at : last), null),
        complete: isComplete(items, new Set(ticked.map(({ gearid }) => gearid))),
        registration: found
          ? { name: nameFor(lang, found.row, mine), event: nameIn(lang, found.row.e_name, found.row.e_names), mine }
          : null,
      }
    }
    if (!found || !mine) {
      // A caller who is not the registrant keeps ticks on the device only.
      if (found && input.ticked) return refuse(who.uid === null ? 'not_logged_in' : 'no_permission')
      return answerOf([])
    }
    const { ticked } = input
    if (ticked === undefined) return answerOf(await findTicks(db, raceid, found.row.id))
    const wait = ticking.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    return save(async (tx) => {
      await saveTicks(
        tx,
        raceid,
        found.row.id,
        items.map(({ id }) => id).filter((id) => ticked.includes(id)),
        now,
      )
      return answerOf(await findTicks(tx, raceid, found.row.id))
    })
  }),

  handle(packageList, async ({ input, db, seal, now, who, lang, refuse }) => {
    const race = (await readPublishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const [rows, events, own] = await Promise.all([
      listPackages(db, race.id),
      eventsOf(db, race.id),
      who.uid === null ? [] : ownRegistrations(db, seal, who.uid, { raceid: race.id, limit: 100 }, now),
    ])
    const entered = own.filter(isEntered)
    const names = new Map(events.map(({ id, name, names: others }) => [id, nameIn(lang, name, others)]))
    const items = rows.map((row) => ({
      ...row,
      event: names.get(row.eventid) ?? null,
      name: saidIn(lang, row.name),
      contents: (row.contents as unknown[]).map((said) => saidIn(lang, said)),
      place: saidIn(lang, row.place),
      bring: saidIn(lang, row.bring),
      mine: entered
        .filter(({ eventid }) => row.eventid === 0 || row.eventid === eventid)
        .map((one) => ({
          _key: one._key,
          name: one.name,
          event: nameIn(lang, one.e_name, one.e_names),
          bib: bibOf(one),
        })),
    }))
    return { items: [...items.filter(({ mine }) => mine.length), ...items.filter(({ mine }) => !mine.length)] }
  }),

  handle(checkinDisclaimerGet, async ({ input, db, seal, now, who, lang, say, refuse }) => {
    const { row, race } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    const kind = input.kind ?? 'health'
    const mine = await isMine(db, seal, row, who.uid)
    const [versions, signature, page] = await Promise.all([
      listDeclarations(db, row.raceid, kind),
      mine ? findSignature(db, row.raceid, row.id, kind) : undefined,
      input.pageid === undefined ? undefined : shownPage(db, row.raceid, input.pageid, lang, now),
    ])
    const declaration = declarationFor(versions, row.eventid) ?? refuse('declaration_not_found')
    await seal.prepare(raceScope(row.raceid))
    const signedUnder = signature && versions.find(({ id }) => id === signature.declarationid)
    return {
      kind,
      ...declarationTexts(lang, declaration),
      signature: declaration.signature,
      from_at: declaration.from_at,
      until_at: declaration.until_at,
      window: windowOf(declaration, now),
      zone: race.zone,
      mine,
      under_age: isUnderAge(row),
      entered: isEntered(row),
      consent:
        kind === 'health'
          ? { version: HEALTH_CONSENT, title: say(words.health_consent_title), body: say(words.health_consent) }
          : null,
      registration: {
        _key: row._key,
        name: nameFor(lang, row, mine),
        event: nameIn(lang, row.e_name, row.e_names),
        race: nameIn(lang, race.name, race.names),
        bib: isEntered(row) ? bibOf(row) : null,
      },
      page: page ?? null,
      signed: signature && signedUnder ? signedIn(lang, seal, signature, signedUnder) : null,
    }
  }),

  handle(checkinDisclaimerSave, async ({ input, db, seal, now, who, address, lang, say, refuse, save }) => {
    const raceid = raceOfKey(input.id) ?? refuse('registration_not_found')
    const { row } = (await registrationOf({ db }, input.id, now)) ?? refuse('registration_not_found')
    if (!(await isMine(db, seal, row, who.uid))) return refuse('no_permission')
    const wait = signing.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const declaration =
      declarationFor(await listDeclarations(db, raceid, input.kind), row.eventid) ?? refuse('declaration_not_found')
    const questions = declaration.questions as HealthQuestion[]
    return save(async (tx) => {
      // If somebody has signed already, this refusal comes before all refusals below.
      if (await findSignature(tx, raceid, row.id, input.kind)) return refuse('already_applied')
      if (!isEntered(row)) return refuse('not_entered')
      const phase = windowOf(declaration, now)
      if (phase !== 'open') return refuse(phase === 'soon' ? 'declaration_soon' : 'declaration_over')
      if (input.version !== declaration.version) return refuse('declaration_changed')
      const wrong = { ...faultsOfAnswers(questions, input) }
      if (input.kind === 'health' && input.consent !== HEALTH_CONSENT) wrong.consent = words.consent_needed
      const guardian = isUnderAge(row) ? (input.guardian_name ?? '') : null
      if (guardian === '') wrong.guardian_name = words.guardian_needed
      if (declaration.signature) {
        const missing = faultOfSignature(input, guardian ?? row.name)
        if (missing) wrong[missing.field] = missing.message
      }
      if (Object.keys(wrong).length)
        return refuse('field_wrong', {
          fields: Object.fromEntries(Object.entries(wrong).map(([field, message]) => [field, say(message)])),
        })
      await seal.prepare(raceScope(raceid))
      const kept = answersToKeep(questions, input)
      const doctor = asksDoctor(questions, kept.answers)
      const signed = {
        strokes: declaration.signature && !input.typed ? (input.strokes ?? null) : null,
        typed: declaration.signature ? input.typed || null : null,
        guardian,
        address,
        lang,
      }
      const first = await insertSignature(tx, {
        raceid,
        registrationid: row.id,
        kind: input.kind,
        declarationid: declaration.id,
        version: declaration.version,
        ...sealSigned(seal, raceid, kept, signed),
        doctor,
        consent: input.kind === 'health' ? HEALTH_CONSENT : '',
        at: now,
      })
      return first ? { at: now, version: declaration.version, doctor } : refuse('already_applied')
    })
  }),

  ...deskRoutes,
]

const isUnderAge = (row: Pick<RegistrationRow, 'age_on_race_day'>): boolean =>
  row.age_on_race_day !== null && row.age_on_race_day < UNDER_AGE
