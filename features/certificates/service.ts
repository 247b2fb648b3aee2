import sharp from 'sharp'
import { longDayIn } from '#contract/days.ts'
import { inBatches } from '#db/sharing/batch.ts'
import { jsonb } from '#db/db.ts'
import type { Db, Tx } from '#db/db.ts'
import { noteId } from '#db/ids.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { keepFile } from '#features/files/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type Box, Boxes } from './template/boxes.contract.ts'
import { cleanedHtml } from './template/cleanedHtml.rules.ts'
import { convertHtml } from './template/convertHtml.rules.ts'
import type { CertificateKind } from './contract.ts'
import { type Forgotten, addForgetting } from './export/drawExports.service.ts'
import { facesOf, marksFor } from './fonts/faces.service.ts'
import { cleanHtml } from './template/cleanHtml.rules.ts'
import { fieldsOfHtml } from './template/htmlText.rules.ts'
import { certificateFieldsIn, paperFor, certificatePictureFields, valuesFor } from './rules.ts'
import { drawStandard } from './template/standard.rules.ts'
import {
  type CertificateRow,
  type Version,
  findCertificate,
  insertCertificate,
  listCertificates,
  listVersions,
  pictureSize,
  updateCertificate,
} from './store.ts'

export type CertificateDraft = {
  eventid: number | null
  kind: CertificateKind
  name: string
  html?: string | undefined
  boxes?: readonly Box[] | undefined
  /** True if HTML stays HTML even if boxes could express it. */
  keepHtml?: boolean
  bg: string | null
  /** The width of the paper if there is no background. */
  width?: number | undefined
  height?: number | undefined
  map?: Record<string, string>
  published_at: Date | null
}

const paperOf = async (
  db: Db | Tx,
  raceid: number,
  draft: CertificateDraft,
  own: { width: number; height: number } | undefined,
) => {
  if (own) return paperFor(own.width, own.height)
  const hash = /([0-9a-f]{32})\.(jpg|png)$/.exec(draft.bg ?? '')?.[1]
  const picture = hash === undefined ? undefined : await pictureSize(db, raceid, hash)
  if (picture && draft.width === undefined) return paperFor(picture.width, picture.height)
  return { width: draft.width ?? 1280, height: draft.height ?? 1810 }
}

/**
 * Returns the parts of a definition that decide its picture. A change of such a part changes the version. The schema
 * parses the boxes first, because jsonb keeps no order of names.
 */
const drawn = ({
  html,
  boxes,
  bg,
  width,
  height,
  map,
}: Pick<CertificateRow, 'html' | 'boxes' | 'bg' | 'width' | 'height' | 'map'>) =>
  JSON.stringify([
    html,
    boxes === null ? null : Boxes.parse(boxes),
    bg,
    width,
    height,
    Object.entries(map as Record<string, string>).sort(),
  ])

/**
 * Creates a certificate definition, or replaces `before`. The function cleans HTML and, unless `keepHtml` is true,
 * converts it to boxes if boxes can express it.
 */
export const saveCertificate = async (
  tx: Tx,
  raceid: number,
  draft: CertificateDraft,
  now: Date,
  before?: CertificateRow,
): Promise<CertificateRow> => {
  const html = draft.html === undefined ? '' : cleanHtml(draft.html).html
  const done = html && !draft.keepHtml ? convertHtml(html) : undefined
  const converted = done && 'converted' in done && done.converted.width <= 1280 ? done.converted : undefined
  const boxes = draft.boxes ? Boxes.parse(draft.boxes) : (converted?.boxes ?? null)
  const paper = await paperOf(tx, raceid, draft, converted)
  const fields = boxes
    ? certificateFieldsIn(boxes.map((box) => ('text' in box ? box.text : '')).join('\n'))
    : fieldsOfHtml(html)
  const pictures: readonly string[] = certificatePictureFields
  const row = {
    eventid: draft.eventid,
    kind: draft.kind,
    name: draft.name,
    form: boxes ? 'boxes' : 'html',
    html,
    bg: draft.bg,
    ...paper,
    map: jsonb(draft.map ?? {}),
    boxes: boxes === null ? null : jsonb(boxes),
    fields: jsonb(fields.filter((name) => !pictures.includes(name))),
    published_at: draft.published_at,
    updated_at: now,
  }
  if (!before) {
    const made = await insertCertificate(tx, { ...row, raceid, created_at: now })
    await noteId(tx, 'certificate', made.id, raceid)
    return made
  }
  const same = drawn({ ...row, boxes, map: draft.map ?? {} }) === drawn(before)
  return updateCertificate(tx, raceid, before.id, { ...row, version: same ? before.version : before.version + 1 })
}

type CertificateRequest = {
  raceid: number
  eventid: number
  certificateid: number | undefined
  version?: string | null | undefined
  now: Date
}
/** Splits the version in a result's row into the id and the version of a definition. */
const namedIn = (version: string): Version => ({ id: Number(version.split(' ')[0]), version: version.split(' ')[1]! })
const reported = (row: CertificateRow) => ({
  id: row.id,
  html: cleanedHtml(row),
  bg: row.bg,
  width: row.width,
  height: row.height,
  meta: row.meta as Record<string, string>,
  map: row.map as Record<string, string>,
  fields: row.fields as string[],
})
type Reported = ReturnType<typeof reported>
/**
 * Definitions by the version of their row. Callers that come while the database is busy share the next query, and that
 * query reads only versions.
 */
const definitions = cacheOf<string, Reported | undefined>({ most: 500 })
const asking = new WeakMap<Db, (request: CertificateRequest) => Promise<Version | undefined>>()
const askVersion = (db: Db, request: CertificateRequest): Promise<Version | undefined> => {
  let ask = asking.get(db)
  if (!ask) asking.set(db, (ask = inBatches(200, (all: CertificateRequest[]) => listVersions(db, all))))
  return ask(request)
}

/**
 * Finds the definition for a report's answer (docs/behaviour/certificates.md, Definitions): the requested definition,
 * or the definition that is valid for the event. The function returns the same object while the definition is
 * unchanged.
 */
export const certificateOf = async (db: Db, request: CertificateRequest): Promise<Reported | null> => {
  const { raceid, version } = request
  const found = version === undefined ? await askVersion(db, request) : version === null ? undefined : namedIn(version)
  if (!found) return null
  const shown = await definitions.read(db, `${raceid}/${found.id}`, { version: found.version }, async () => {
    const row = await findCertificate(db, raceid, found.id)
    return row && reported(row)
  })
  return shown ?? null
}

type Drawn = { raceid: number; kind: CertificateKind; primary: string; city: string; trail?: boolean }
/**
 * Draws the standard certificate of a race and keeps its background, as the start of a definition. Returns the refusal
 * if the picture was refused.
 */
export const keepStandard = async (parts: Pick<Parts, 'db' | 'integrations' | 'clock'>, race: Drawn) => {
  const { svg, ...rest } = drawStandard(race)
  const kept = await keepFile(parts, {
    raceid: race.raceid,
    name: `standard-${race.kind}.png`,
    bytes: await sharp(Buffer.from(svg)).png().toBuffer(),
  })
  return typeof kept === 'string' ? kept : { ...rest, bg: kept.path }
}

/**
 * Gives a race two certificates in its own colour, one for finishers and one for registered people. A race that already
 * has certificates gets none.
 */
export const giveStandardCertificates = async (
  parts: Pick<Parts, 'db' | 'integrations' | 'clock'>,
  race: { raceid: number; primary: string; city: string; trail?: boolean },
): Promise<void> => {
  const now = parts.clock()
  if ((await listCertificates(parts.db, race.raceid)).length > 0) return
  for (const [kind, name] of [
    ['timing', '完赛证书'],
    ['reg', '参赛证书'],
  ] as const) {
    const standard = await keepStandard(parts, { ...race, kind })
    if (typeof standard === 'string') throw new Error(`The background of ${name} was not kept: ${standard}`)
    await parts.db
      .transaction()
      .execute((tx) =>
        saveCertificate(tx, race.raceid, { eventid: null, kind, name, ...standard, published_at: now }, now),
      )
  }
}

/**
 * Fills a definition for a person who has no result of a race, such as the runner of a game. Returns null if the
 * definition is not published.
 */
export const certificateWith = async (
  db: Db,
  race: { id: number; name: string; names: unknown; city: string; time: Date; zone: string },
  id: number,
  report: Record<string, string>,
  link: string,
  now: Date,
) => {
  const row = await findCertificate(db, race.id, id)
  if (!row || row.published_at === null || row.published_at > now) return null
  const date = longDayIn('zh-cn', race.zone, race.time)
  const values = valuesFor(row.map as Record<string, string>, {
    race: {
      name: race.name,
      name_en: (race.names as Record<string, string> | null)?.['en'] ?? '',
      city: race.city,
      date,
    },
    event: { name: report.event ?? '' },
    report,
    number: '',
  })
  return {
    ...row,
    fonts: await facesOf(db, row),
    marks: await marksFor(db, row, now),
    kind: row.kind as CertificateKind,
    form: row.form === 'boxes' ? ('boxes' as const) : ('html' as const),
    html: cleanedHtml(row),
    boxes: row.boxes === null ? null : Boxes.parse(row.boxes),
    meta: row.meta as Record<string, string>,
    map: row.map as Record<string, string>,
    fields: row.fields as string[],
    values,
    number: null,
    link,
  }
}

/** Adds the job that removes exported pictures of erased people. */
export const forgetPictures = (tx: Tx, forgotten: Forgotten): Promise<void> => addForgetting(tx, forgotten)
