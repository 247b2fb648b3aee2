import type { Lang } from '#contract/words.ts'
import { nameIn } from '#contract/words.ts'
import { raceOfKey } from '#contract/scalars.ts'
import type { Db } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { rateOf } from '#db/rates.ts'
import { houseOf } from '#db/limits.ts'
import { type Seal, raceScope } from '#db/seal.ts'
import { readEvent } from '#features/events/actions.ts'
import { readRace } from '#features/races/actions.ts'
import { placeIn, skinsOf } from '#features/races/rules.ts'
import { clockText, rankingOf, recorded } from '#features/results/rules.ts'
import { logChange } from '#features/staff/actions.ts'
import { answer } from '#server/answer.ts'
import { saveCertificate } from './actions.ts'
import { Boxes } from './boxes.ts'
import { cleanedHtml } from './cleaned.ts'
import { type CertificateKind, certificateQuery, certificateShow, consoleCertificatesCheck, consoleCertificatesList, consoleCertificatesRemove, consoleCertificatesSave } from './contract.ts'
import { convertHtml } from './convert.ts'
import { entryFields, factsOfEntry, factsOfResult, reportOf, stands } from './facts.ts'
import { cleanHtml } from './html.ts'
import { type Holder, judge, numberFor, readNumber } from './number.ts'
import { fieldsIn, pictureFields, usualFields, valuesFor } from './rules.ts'
import { routes as searchRoutes } from './search.ts'
import { type CertificateRow, type EntryRow, type ResultRow, findCertificate, findCertificateFor, findEntry, findEntryByKey, findResult, findResultByKey, findResultOfRegistration, listCertificates, pictureSize, removeCertificate } from './store.ts'

type Words = Record<string, string>
const kindOf = (row: CertificateRow) => row.kind as CertificateKind

const presented = (row: CertificateRow) => ({
  ...row,
  kind: kindOf(row),
  form: row.form === 'boxes' ? ('boxes' as const) : ('html' as const),
  html: cleanedHtml(row),
  boxes: row.boxes === null ? null : Boxes.parse(row.boxes),
  meta: row.meta as Words,
  map: row.map as Words,
  fields: row.fields as string[],
})
const forStaff = (row: CertificateRow) => ({ ...presented(row), published: row.published_at !== null })

type Found = { kind: 'timing'; row: ResultRow; own: boolean } | { kind: 'reg'; row: EntryRow; own: boolean }
type Asked = { raceid?: number | undefined; key?: string | undefined; scoreid?: number | undefined; type?: CertificateKind | undefined }

/**
 * Whose certificate is asked for. The session of the account that signed up tells that its runner asks: keys and ids stand in public lists, or
 * are found by whoever knows a document's number.
 */
const findWhose = async (db: Db, asked: Asked, uid: number | null, now: Date): Promise<Found | undefined> => {
  if (asked.key) {
    const raceid = raceOfKey(asked.key)
    if (raceid === undefined) return undefined
    const result = asked.type === 'reg' ? undefined : await findResultByKey(db, raceid, asked.key, now)
    if (result) return { kind: 'timing', row: result, own: uid !== null && result.uid === uid }
    const entry = await findEntryByKey(db, raceid, asked.key)
    if (!entry) return undefined
    const theirs = asked.type === 'reg' ? undefined : await findResultOfRegistration(db, raceid, entry.id, now)
    const own = uid !== null && entry.uid === uid
    if (theirs) return { kind: 'timing', row: theirs, own }
    return asked.type === 'timing' ? undefined : { kind: 'reg', row: entry, own }
  }
  if (asked.scoreid === undefined) return undefined
  const raceid = asked.raceid ?? (await raceOfId(db, 'score', asked.scoreid))
  const row = raceid === undefined ? undefined : await findResult(db, raceid, asked.scoreid, now)
  return row && { kind: 'timing', row, own: uid !== null && row.uid === uid }
}

const dayOf = (at: Date, zone: string) => new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: zone }).format(at)

const issue = async (db: Db, seal: Seal, origin: string, now: Date, found: Found, row: CertificateRow) => {
  const race = (await readRace(db, found.row.raceid, now))!
  const event = await readEvent(db, found.row.raceid, found.row.eventid, now)
  await seal.prepare(raceScope(race.id))
  const holder: Holder = { raceid: race.id, kind: found.kind, id: found.row.id }
  const facts = found.kind === 'timing' ? factsOfResult(found.row) : factsOfEntry(found.row)
  const number = numberFor(seal, holder, facts ?? '')
  const report = found.kind === 'timing' ? reportOf(found.row, found.own) : entryFields(found.row, found.own)
  const values = valuesFor(row.map as Words, {
    race: { name: race.name, name_en: (race.names as Words | null)?.['en'] ?? '', city: race.city, date: dayOf(event?.start_at ?? race.time, race.zone) },
    event: { name: found.row.event },
    report,
    number,
  })
  return { ...presented(row), values, number, link: `${origin}/verify?n=${number}` }
}

const checks = rateOf(60, 60)

const verdictOf = async (db: Db, seal: Seal, typed: string, lang: Lang, now: Date) => {
  const read = readNumber(typed)
  const race = read && (await readRace(db, read.holder.raceid, now))
  if (!read || !race) return undefined
  await seal.prepare(raceScope(race.id))
  const { kind, id } = read.holder
  const result = kind === 'timing' ? await findResult(db, race.id, id, now) : undefined
  const entry = kind === 'reg' ? await findEntry(db, race.id, id) : undefined
  const facts = result ? factsOfResult(result) : entry ? factsOfEntry(entry) : null
  const judged = judge(seal, read, facts)
  if (judged === 'forged') return undefined
  const event = await readEvent(db, race.id, result?.eventid ?? entry?.eventid ?? 0, now)
  const rounding = result && rankingOf(result.ranking).rounding
  const time = (ms: number | null | undefined) => (ms === null || ms === undefined || !rounding ? null : clockText(recorded(ms, rounding)))
  const row = result ?? entry
  const hidden = row === undefined || row.hide_name || row.name === ''
  return {
    verdict: facts === null ? ('withdrawn' as const) : judged,
    number: read.number,
    kind,
    race: { id: race.id, name: nameIn(lang, race.name, race.names), ...placeIn(lang, { city: race.city, names: race.names }), time: event?.start_at ?? race.time, zone: race.zone, primary: skinsOf(race).primary },
    event: event ? nameIn(lang, event.name, event.names) : '',
    name: row && !hidden ? row.name : null,
    bib: result?.bib ?? entry?.bib ?? null,
    outcome: result?.outcome ?? null,
    gun: facts === null ? null : time(result?.gun_ms),
    net: facts === null ? null : time(result?.net_ms),
    place: facts === null ? null : (result?.place ?? null),
    changed_at: judged === 'genuine' ? null : (row?.updated_at ?? null),
  }
}

export const routes = [
  answer(certificateShow, async ({ input, raceid: asked, db, seal, origin, now, who, refuse }) => {
    const chosen = input.id
    const whose = input.key !== undefined || input.scoreid !== undefined
    const found = whose ? ((await findWhose(db, input, who.uid, now)) ?? refuse('no_result_yet')) : undefined
    const raceid = found?.row.raceid ?? input.raceid ?? asked ?? (chosen === undefined ? undefined : await raceOfId(db, 'certificate', chosen))
    if (!found && chosen === undefined) return refuse('certificate_of_whom')
    const row = raceid === undefined ? undefined : chosen === undefined ? await findCertificateFor(db, raceid, found!.row.eventid, found!.kind, now) : await findCertificate(db, raceid, chosen)
    if (!row || row.published_at === null || row.published_at > now) return refuse('certificate_not_found')
    if (!found) return { ...presented(row), values: null, number: null, link: null }
    if (found.kind === 'timing' && found.row.outcome !== 'finished') return refuse('not_finished')
    if (found.kind === 'reg' && !stands(found.row)) return refuse('certificate_not_found')
    if (row.kind !== found.kind || (row.eventid !== null && row.eventid !== found.row.eventid)) return refuse('certificate_not_found')
    return issue(db, seal, origin, now, found, row)
  }),

  answer(certificateQuery, async ({ input, db, seal, now, lang, address, refuse }) => {
    const wait = checks.count(houseOf(address), now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    return (await verdictOf(db, seal, input.n, lang, now)) ?? refuse('certificate_number_unknown')
  }),

  answer(consoleCertificatesList, async ({ input, db }) => ({ items: (await listCertificates(db, input.raceid)).map(forStaff) })),

  answer(consoleCertificatesCheck, async ({ input }) => {
    const { html, removed } = cleanHtml(input.html)
    const done = convertHtml(html)
    const converted = 'converted' in done && done.converted.width <= 1280 ? done.converted : undefined
    const pictures: readonly string[] = pictureFields
    const fields = fieldsIn(html).filter((name) => !pictures.includes(name))
    return {
      html,
      removed,
      boxes: converted?.boxes ?? null,
      width: converted?.width ?? null,
      height: converted?.height ?? null,
      inexpressible: converted ? null : 'inexpressible' in done ? done.inexpressible : `width: ${done.converted.width}px`,
      fields,
      unknown: fields.filter((name) => !usualFields.includes(name)),
    }
  }),

  answer(consoleCertificatesSave, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, published, keep_html, eventid = null, bg = null, ...draft } = input
    const before = id === undefined ? undefined : ((await findCertificate(db, raceid, id)) ?? refuse('certificate_not_found'))
    if (!draft.html?.trim() && !draft.boxes?.length) refuse('certificate_empty')
    if (eventid !== null && !(await readEvent(db, raceid, eventid, now))) refuse('event_unknown')
    if (bg !== null && !(bg.startsWith(`/files/${raceid}/`) && (await pictureSize(db, raceid, bg.split('/').at(-1)!.slice(0, 32))))) refuse('picture_unknown')
    const published_at = published ? (before?.published_at ?? now) : null
    return save(async (tx) => {
      const after = await saveCertificate(tx, raceid, { ...draft, eventid, bg, keepHtml: keep_html, published_at }, now, before)
      await logChange(tx, { who, now, raceid, what: before ? 'certificate changed' : 'certificate written', target: `certificate ${after.id}`, before, after })
      return forStaff(after)
    })
  }),

  answer(consoleCertificatesRemove, async ({ input, db, now, who, refuse, save }) => {
    const before = (await findCertificate(db, input.raceid, input.id)) ?? refuse('certificate_not_found')
    return save(async (tx) => {
      await removeCertificate(tx, input.raceid, input.id)
      await logChange(tx, { who, now, raceid: input.raceid, what: 'certificate removed', target: `certificate ${input.id}`, before })
      return { id: input.id }
    })
  }),

  ...searchRoutes,
]
