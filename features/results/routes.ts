import { raceOfKey } from '#contract/key.ts'
import { fill, nameIn, type Lang } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { metresOf } from '#features/events/rules.ts'
import { faultReport, faultTitle } from '#features/files/csv.rules.ts'
import { type EventRow, readEvent } from '#features/events/service.ts'
import { type RaceRow, readRace } from '#features/races/service.ts'
import { isPublished, raceIn } from '#features/races/rules.ts'
import { logChange } from '#features/staff/service.ts'
import { type Part, handle, composed, presentPart } from '#seam/server/handle.ts'
import { routes as deskRoutes } from './desk/desk.routes.ts'
import { routes as progressRoutes } from './progress/progress.routes.ts'
import { posterOffered, reportCertificate } from './report/laterRooms.service.ts'
import { routes as protestRoutes } from './protests/protests.routes.ts'
import { certificateIsHeld, startAhead } from './publication/publication.rules.ts'
import { routes as publicationRoutes } from './publication/publication.routes.ts'
import { routes as submissionRoutes } from './submissions/submissions.routes.ts'
import { rawRoutes as filmRawRoutes, routes as filmRoutes } from './films/films.routes.ts'
import { rawRoutes as listRawRoutes, routes as listRoutes } from './list/list.routes.ts'
import { rankedOf } from './ranking/ranks.service.ts'
import { routes as teamRoutes } from './teams/teams.routes.ts'
import { teamOfRunner } from './teams/teams.service.ts'
import type { ImportReport } from './import/import.service.ts'
import { importResults } from './service.ts'
import { type ReportCertificate, consoleResultsImport, consoleResultsSheets, timingQuery } from './contract.ts'
import { meanings } from './import/reading/vocabulary.rules.ts'
import {
  type FoundResult,
  type KnownRegistration,
  findById,
  findByKey,
  findByRegistration,
  findRegistrationByKey,
  listSheets,
  provisionalNow,
} from './report/queries.store.ts'
import { findByBib } from './import/worn.service.ts'
import { publicityOf } from './report/publicity.rules.ts'
import { reportOf } from './report/report.rules.ts'
import { rankingOf, visible } from './rules.ts'
import { listImports } from './store.ts'
import { sayDoubt, sayProblem } from './import/problemText.rules.ts'
import { splitTitlesIn, splitTitlesOf } from './report/titles.rules.ts'

/** Answers that are files: a list as CSV, and a range of a film. */
export const rawRoutes = [...listRawRoutes, ...filmRawRoutes]

type ResultsRequest = {
  id?: string | undefined
  raceid?: number | undefined
  bib?: string | undefined
  eventid?: number | undefined
}
type Found = { raceid: number; result?: FoundResult | undefined; registration?: KnownRegistration | undefined }

/**
 * Finds a result by its bib or by any kind of id. The id is the key of a result or registration, a score id, or the id
 * of a registration in the page's race.
 */
const findAsked = async (
  db: Db,
  { id, raceid, bib, eventid }: ResultsRequest,
  now: Date,
): Promise<Found | undefined> => {
  if (!id)
    return raceid !== undefined && bib
      ? { raceid, result: await findByBib(db, raceid, now, bib, eventid ?? null) }
      : undefined
  const ofKey = raceOfKey(id)
  if (ofKey !== undefined) {
    const result = await findByKey(db, ofKey, now, id)
    if (result) return { raceid: ofKey, result }
    const registration = await findRegistrationByKey(db, ofKey, id)
    return (
      registration && { raceid: ofKey, registration, result: await findByRegistration(db, ofKey, now, registration.id) }
    )
  }
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0
  if (number === 0) return undefined
  const ofScore = await raceOfId(db, 'score', number)
  if (ofScore !== undefined) return { raceid: ofScore, result: await findById(db, ofScore, now, number) }
  return raceid === undefined ? undefined : { raceid, result: await findByRegistration(db, raceid, now, number) }
}

/**
 * The facts about race, event and certificate that each answer has beside the result. The server presents them once for
 * each cached row (races/service.ts, events/service.ts, certificates/service.ts).
 */
type Shown = {
  event: EventRow
  part: Part<typeof timingQuery, 'event'>
  settings: ReturnType<typeof raceIn>['settings']
}
const shownBeside = new WeakMap<RaceRow, Map<string, Shown>>()
const eventShown = (lang: Lang, race: RaceRow, event: EventRow): Shown => {
  let ofRace = shownBeside.get(race)
  if (!ofRace) shownBeside.set(race, (ofRace = new Map()))
  const key = `${lang} ${event.id}`
  const known = ofRace.get(key)
  if (known?.event === event) return known
  const shown = raceIn(lang, race)
  const part = presentPart(timingQuery, 'event', {
    id: event.id,
    raceid: event.raceid,
    name: nameIn(lang, event.name, event.names),
    distance: metresOf(event),
    splits: splitTitlesIn(lang, splitTitlesOf(event.settings), shown.settings.swap_split_titles),
    race: shown,
  })
  const made = { event, part, settings: shown.settings }
  ofRace.set(key, made)
  return made
}
const certificatesShown = new WeakMap<ReportCertificate, Part<typeof timingQuery, 'certificate'>>()
const certificateShown = (certificate: ReportCertificate): Part<typeof timingQuery, 'certificate'> => {
  const part = certificatesShown.get(certificate) ?? presentPart(timingQuery, 'certificate', certificate)
  certificatesShown.set(certificate, part)
  return part
}
const rankings = new WeakMap<object, ReturnType<typeof rankingOf>>()
const rankingRead = (event: { ranking: unknown }): ReturnType<typeof rankingOf> => {
  const ranking = rankings.get(event) ?? rankingOf(event.ranking)
  rankings.set(event, ranking)
  return ranking
}

const LISTED = 500

const reportRoute = handle(timingQuery, async ({ input, db, now, lang, who, raceid, refuse }) => {
  const whose = { ...input, raceid: input.raceid ?? raceid }
  if (!input.id && !input.bib) return refuse('result_of_whom')
  const found = await findAsked(db, whose, now)
  const eventid = found?.result?.eventid ?? found?.registration?.eventid
  if (!found || eventid === undefined) return refuse('no_report')
  const [race, event] = await Promise.all([readRace(db, found.raceid, now), readEvent(db, found.raceid, eventid, now)])
  if (!race || !event || !isPublished(race, now)) return refuse('no_report')
  const { result, registration } = found
  const uid = registration?.uid ?? result?.uid ?? null
  const own = uid !== null && uid === who.uid
  const report = result
    ? reportOf(visible(result, own), {
        ...result,
        provisional: provisionalNow(result, now),
        official: result.official_at !== null,
        metres: metresOf(event),
        ranking: rankingRead(event),
        team: teamOfRunner(await rankedOf(db, result.raceid, eventid, result.inputs_version), result.id),
      })
    : null
  const { part, settings } = eventShown(lang, race, event)
  const held = result !== undefined && certificateIsHeld(settings, result)
  const certificate =
    result && !held
      ? await reportCertificate.get()(db, {
          raceid: found.raceid,
          eventid,
          certificateid: input.certificateid,
          version: input.certificateid === undefined ? result.certificate_version : undefined,
          now,
        })
      : null
  return composed(timingQuery, {
    event: part,
    report,
    certificate: certificate && certificateShown(certificate),
    certificateid: certificate?.id ?? null,
    registration: registration
      ? {
          id: registration.id,
          _key: registration._key,
          name: registration.hide_name && !own ? null : registration.name,
          bib: result?.bib ?? null,
        }
      : null,
    posterid:
      result?.outcome === 'finished' ? await posterOffered.get()(db, { raceid: found.raceid, eventid, now }) : null,
    publicity: report ? publicityOf(settings.report_rules, eventid, report, now) : null,
  })
})

const consoleRoutes = [
  handle(consoleResultsImport, async ({ input, db, seal, now, who, may, lang, files, refuse }) => {
    const { raceid, eventid, dry } = input
    if (input.publish && !may('results.edit', raceid)) return refuse('no_permission')
    const file = files[0] ?? refuse('result_file_missing')
    const outcome = await importResults(
      { db, seal },
      {
        raceid,
        eventid,
        dry,
        now,
        filename: file.filename,
        bytes: file.bytes,
        encoding: input.encoding,
        ...(input.sheet === undefined ? {} : { sheet: input.sheet }),
        mapping: input.mapping,
        ...(input.only ? { only: input.only } : {}),
        replace: input.replace,
        publish: input.publish,
        who,
        staffid: who.staffid,
        settings: { fieldOfPrefix: input.fields, numberRows: input.number_rows },
      },
    )
    if ('refused' in outcome)
      return refuse(outcome.refused, {
        names: (outcome.names ?? outcome.sheets)?.join(', ') ?? '',
        sheets: outcome.sheets,
        line: outcome.line ?? 0,
        column: outcome.several?.column ?? '',
        several: outcome.several,
        listed: outcome.listed,
        remembered: outcome.remembered,
        questions: outcome.questions,
      })
    const { report } = outcome
    if (!dry)
      await db.transaction().execute((tx) =>
        logChange(tx, {
          who,
          now,
          raceid,
          what: 'results imported',
          target: `event ${eventid}`,
          after: { filename: file.filename, ...report.counts },
        }),
      )
    return { ...report, ...problemsShown(report, lang), report: importFaults(report, lang), dry }
  }),

  handle(consoleResultsSheets, async ({ input, db, now, lang }) => {
    const [race, events, imports] = await Promise.all([
      readRace(db, input.raceid, now),
      listSheets(db, input.raceid),
      listImports(db, input.raceid, 20),
    ])
    return {
      events: events.map((event) => ({
        ...event,
        name: nameIn(lang, event.name, event.names),
        ahead: startAhead(event, race, now),
      })),
      imports: imports.map((row) => ({ ...row, counts: row.counts as Record<string, number> })),
      meanings: [...meanings],
    }
  }),
]

const sentenceOf = (lang: Lang, { message, values }: ReturnType<typeof sayProblem>) => fill(message[lang], values(lang))
const REPORTED = 5000
/** Writes the refused rows with their faults as sentences. Staff correct the rows and import them again. */
const importFaults = ({ header, faulty, problems }: ImportReport, lang: Lang): string => {
  const refused = problems.filter(({ severity }) => severity === 'refused')
  const says = Map.groupBy(refused, ({ line }) => line)
  const faults = new Map(
    [...says].map(([line, all]) => [line, all.map((one) => sentenceOf(lang, sayProblem(one))).join(' ')]),
  )
  return faultReport({ header, ...faulty }, faults, faultTitle[lang], REPORTED)
}

/** Writes the problems of an import as sentences, refused rows first. */
const problemsShown = ({ problems, doubts }: Pick<ImportReport, 'problems' | 'doubts'>, lang: Lang) => {
  const sorted = problems.toSorted(
    (a, b) => Number(b.severity === 'refused') - Number(a.severity === 'refused') || a.line - b.line,
  )
  const sentence = (said: ReturnType<typeof sayProblem>) => sentenceOf(lang, said)
  return {
    problems: sorted.slice(0, LISTED).map((problem) => ({ ...problem, says: sentence(sayProblem(problem)) })),
    doubts: doubts.map((doubt) => ({ ...doubt, says: sentence(sayDoubt(doubt)) })),
    more: Math.max(0, sorted.length - LISTED),
  }
}

export const routes = [
  reportRoute,
  ...consoleRoutes,
  ...listRoutes,
  ...teamRoutes,
  ...progressRoutes,
  ...submissionRoutes,
  ...deskRoutes,
  ...publicationRoutes,
  ...protestRoutes,
  ...filmRoutes,
]
