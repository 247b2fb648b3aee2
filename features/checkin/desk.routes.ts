import { cursorOf, momentCursorIn, pageOf } from '#db/pages.ts'
import { nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { eventsOf } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { momentFrom } from '#contract/days.ts'
import {
  type ByLang,
  type DeclarationKind,
  type HealthQuestion,
  consoleCheckinDeclarationsList,
  consoleCheckinDeclarationsOpen,
  consoleCheckinDeclarationsSave,
  consoleCheckinDeclarationsSigned,
  consoleCheckinGearList,
  consoleCheckinGearRemove,
  consoleCheckinGearSave,
  consoleCheckinPackagesList,
  consoleCheckinPackagesRemove,
  consoleCheckinPackagesSave,
} from './contract.ts'
import { byLang } from './rules.ts'
import { signedIn } from './signed.service.ts'
import {
  type DeclarationRow,
  type GearRow,
  type PackageRow,
  changeDeclaration,
  countEntered,
  countSignatures,
  findDeclaration,
  findGear,
  findPackage,
  findSignature,
  findSigner,
  insertDeclaration,
  listDeclarations,
  listGear,
  listPackages,
  listSigners,
  removeGear,
  removePackage,
  saveGear,
  savePackage,
} from './store.ts'
import { words } from './words.ts'

const gearEdited = (row: GearRow) => ({ ...row, name: byLang(row.name), note: byLang(row.note) })
const packageEdited = (row: PackageRow) => ({
  ...row,
  name: byLang(row.name),
  contents: (row.contents as ByLang[]).map(byLang),
  place: byLang(row.place),
  bring: byLang(row.bring),
})
const isBackward = (from: Date | null, until: Date | null): boolean => from !== null && until !== null && from >= until
/** Tells whether the race has this event. 0 means all events of the race. */
const hasEvent = async (db: Db, raceid: number, eventid: number): Promise<boolean> =>
  eventid === 0 || (await eventsOf(db, raceid)).some(({ id }) => id === eventid)

/** Returns the newest version of each kind and event. */
const current = (rows: readonly DeclarationRow[]): DeclarationRow[] =>
  rows.filter((row, at) => rows.findIndex((other) => other.kind === row.kind && other.eventid === row.eventid) === at)
const sameText = (
  row: DeclarationRow,
  given: { title: ByLang; body: ByLang; questions: HealthQuestion[]; signature: boolean },
): boolean =>
  JSON.stringify([
    byLang(row.title),
    byLang(row.body),
    (row.questions as HealthQuestion[]).map(flat),
    row.signature,
  ]) === JSON.stringify([byLang(given.title), byLang(given.body), given.questions.map(flat), given.signature])
const flat = ({ name, kind, says, required, doctor_on, note_on }: HealthQuestion) => [
  name,
  kind,
  says['zh-cn'],
  says['zh-tw'],
  says.en,
  required,
  doctor_on,
  note_on,
]

export const deskRoutes = [
  handle(consoleCheckinGearList, async ({ input, db }) => ({
    items: (await listGear(db, input.raceid)).map(gearEdited),
  })),

  handle(consoleCheckinGearSave, async ({ input, db, now, who, refuse, save }) => {
    const { id, ...thing } = input
    if (!(await readRace(db, input.raceid, now))) return refuse('race_not_found')
    const before = id === undefined ? undefined : ((await findGear(db, input.raceid, id)) ?? refuse('thing_not_found'))
    if (!(await hasEvent(db, input.raceid, input.eventid))) return refuse('event_not_found')
    return save(async (tx) => {
      const after = await saveGear(tx, id, { ...thing, picture: input.picture ?? null, updated_at: now })
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: before ? 'gear changed' : 'gear written',
        target: `gear ${after.id}`,
        before,
        after,
      })
      return gearEdited(after)
    })
  }),

  handle(consoleCheckinGearRemove, async ({ input, db, now, who, refuse, save }) => {
    const before = (await findGear(db, input.raceid, input.id)) ?? refuse('thing_not_found')
    return save(async (tx) => {
      await removeGear(tx, input.raceid, input.id)
      await logChange(tx, { who, now, raceid: input.raceid, what: 'gear removed', target: `gear ${input.id}`, before })
      return { id: input.id }
    })
  }),

  handle(consoleCheckinPackagesList, async ({ input, db }) => ({
    items: (await listPackages(db, input.raceid)).map(packageEdited),
  })),

  handle(consoleCheckinPackagesSave, async ({ input, db, now, who, refuse, refuseField, save }) => {
    const { id, ...given } = input
    const before =
      id === undefined ? undefined : ((await findPackage(db, input.raceid, id)) ?? refuse('thing_not_found'))
    if (!(await hasEvent(db, input.raceid, input.eventid))) return refuse('event_not_found')
    const [from_at, until_at] = [momentFrom(input.from_at), momentFrom(input.until_at)]
    if (isBackward(from_at, until_at)) return refuseField('until_at', words.window_wrong)
    const { lat = null, lon = null } = input
    if ((lat === null) !== (lon === null)) return refuseField(lat === null ? 'lat' : 'lon', words.position_half)
    return save(async (tx) => {
      const after = await savePackage(tx, id, { ...given, lat, lon, from_at, until_at, updated_at: now })
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: before ? 'package changed' : 'package written',
        target: `package ${after.id}`,
        before,
        after,
      })
      return packageEdited(after)
    })
  }),

  handle(consoleCheckinPackagesRemove, async ({ input, db, now, who, refuse, save }) => {
    const before = (await findPackage(db, input.raceid, input.id)) ?? refuse('thing_not_found')
    return save(async (tx) => {
      await removePackage(tx, input.raceid, input.id)
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: 'package removed',
        target: `package ${input.id}`,
        before,
      })
      return { id: input.id }
    })
  }),

  handle(consoleCheckinDeclarationsList, async ({ input, db }) => {
    const [rows, signed, entered] = await Promise.all([
      listDeclarations(db, input.raceid),
      countSignatures(db, input.raceid),
      countEntered(db, input.raceid),
    ])
    const shown = current(rows)
    return {
      items: shown.map((row) => {
        // The race's declaration does not apply to an event with a declaration of its own.
        const isFor = (eventid: number) =>
          row.eventid === 0
            ? !shown.some((other) => other.kind === row.kind && other.eventid === eventid)
            : row.eventid === eventid
        const here = signed.filter((one) => one.kind === row.kind && isFor(one.eventid))
        const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0)
        return {
          ...row,
          kind: row.kind as DeclarationKind,
          title: byLang(row.title),
          body: byLang(row.body),
          questions: row.questions as HealthQuestion[],
          signed: sum(here.map((one) => one.signed)),
          doctor: sum(here.map((one) => one.doctor)),
          registrations: sum(entered.filter((one) => isFor(one.eventid)).map((one) => one.registrations)),
        }
      }),
    }
  }),

  handle(consoleCheckinDeclarationsSave, async ({ input, db, now, who, refuse, refuseField, save }) => {
    const { raceid, kind, eventid, title, body, questions, signature } = input
    if (!(await hasEvent(db, raceid, eventid))) return refuse('event_not_found')
    const [from_at, until_at] = [momentFrom(input.from_at), momentFrom(input.until_at)]
    if (isBackward(from_at, until_at)) return refuseField('until_at', words.window_wrong)
    const twice = questions.findIndex(({ name }, at) => questions.findIndex((other) => other.name === name) !== at)
    if (twice >= 0) return refuseField(`questions.${twice}.name`, words.question_twice)
    return save(async (tx) => {
      await lockAll(tx, [{ kind: `declaration ${kind}`, raceid, id: eventid }])
      const before = (await listDeclarations(tx, raceid, kind)).find((row) => row.eventid === eventid)
      const after =
        before && sameText(before, input)
          ? await changeDeclaration(tx, raceid, before.id, { from_at, until_at, updated_at: now })
          : await insertDeclaration(tx, {
              raceid,
              kind,
              eventid,
              version: (before?.version ?? 0) + 1,
              title,
              body,
              questions,
              signature,
              from_at,
              until_at,
              created_at: now,
              updated_at: now,
            })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'declaration changed' : 'declaration written',
        target: `declaration ${after.id}`,
        before,
        after,
      })
      return { id: after.id, version: after.version }
    })
  }),

  handle(consoleCheckinDeclarationsSigned, async ({ input, db, lang }) => {
    const { rows, after } = pageOf(
      await listSigners(db, { ...input, before: momentCursorIn(input.after) }),
      input.limit,
      ({ at, registrationid }) => cursorOf(at.getTime(), registrationid),
    )
    const items = rows.map((row) => ({
      ...row,
      event: nameIn(lang, row.event, row.event_names),
      bib: row.bib ? `${row.prefix_bib ?? ''}${row.bib}` : null,
    }))
    return { items, after }
  }),

  handle(consoleCheckinDeclarationsOpen, async ({ input, db, seal, now, who, lang, refuse }) => {
    const { raceid, registrationid, kind, reason } = input
    const signature = (await findSignature(db, raceid, registrationid, kind)) ?? refuse('thing_not_found')
    const [declaration, signer] = await Promise.all([
      findDeclaration(db, raceid, signature.declarationid),
      findSigner(db, raceid, registrationid),
    ])
    if (!declaration || !signer) return refuse('thing_not_found')
    // The staff log records the opening before the server opens the answers.
    await db.transaction().execute((tx) =>
      logChange(tx, {
        who,
        now,
        raceid,
        what: 'declaration opened',
        target: `registration ${registrationid}`,
        after: { kind, reason },
      }),
    )
    await seal.prepare(raceScope(raceid))
    return { name: signer.name, ...signedIn(lang, seal, signature, declaration) }
  }),
]
