import type { Db, Tx } from '#db/db.ts'
import { raceOfId } from '#db/ids.ts'
import { readEvent } from '#features/events/service.ts'
import { isKept } from '#features/files/service.ts'
import { logChange } from '#features/staff/service.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { handle, raw } from '#seam/server/handle.ts'
import { saveCertificate } from './service.ts'
import { Boxes } from './template/boxes.contract.ts'
import { cleanedHtml } from './template/cleanedHtml.rules.ts'
import {
  type CertificateKind,
  certificateQuery,
  certificateShow,
  consoleCertificatesCheck,
  consoleCertificatesList,
  consoleCertificatesRemove,
  consoleCertificatesSave,
} from './contract.ts'
import { convertHtml } from './template/convertHtml.rules.ts'
import { stands } from './issue/facts.rules.ts'
import { rawRoutes as exportRawRoutes, routes as exportRoutes } from './export/exports.routes.ts'
import { facesOf, marksFor } from './fonts/faces.service.ts'
import { rawRoutes as fontRawRoutes, routes as fontRoutes } from './fonts/fonts.routes.ts'
import { cleanHtml } from './template/cleanHtml.rules.ts'
import { findCertificateHolder, issue, issuerFor, rowOfHolder } from './issue/issue.service.ts'
import { certificateVerdictOf } from './issue/verdict.service.ts'
import { routes as activityRoutes } from './activity/activity.routes.ts'
import { picturesInBoxes } from './render/paint.rules.ts'
import { slotFault } from './template/composed.rules.ts'
import { lacksCode, certificatePictureFields } from './rules.ts'
import { isMark } from './template/marks.rules.ts'
import { PAPER_PAGE, PAPER_POLICY, emptyPaper } from './template/paper.rules.ts'
import { fieldsOfHtml } from './template/htmlText.rules.ts'
import { namesKnown } from './template/namesKnown.service.ts'
import { routes as searchRoutes } from './issue/search.routes.ts'
import { routes as studioRoutes } from './template/studio.routes.ts'
import {
  type CertificateRow,
  findCertificate,
  findCertificateFor,
  listCertificates,
  listCertificatesFor,
  lockCertificate,
  pictureSize,
  removeCertificate,
} from './store.ts'

type Words = Record<string, string>
const kindOf = (row: CertificateRow) => row.kind as CertificateKind

const presented = async (db: Db | Tx, row: CertificateRow) => ({
  ...row,
  fonts: await facesOf(db, row),
  kind: kindOf(row),
  form: row.form === 'boxes' ? ('boxes' as const) : ('html' as const),
  html: cleanedHtml(row),
  boxes: row.boxes === null ? null : Boxes.parse(row.boxes),
  meta: row.meta as Words,
  map: row.map as Words,
  fields: row.fields as string[],
})
const forStaff = async (db: Db | Tx, row: CertificateRow) => ({
  ...(await presented(db, row)),
  published: row.published_at !== null,
})

/**
 * Lists the certificates of which a person may choose one: the definitions of the event, or the definitions of the race
 * if the event has none. The list is empty if there is only one definition.
 */
const choicesOf = async (db: Db, held: { raceid: number; eventid: number }, kind: CertificateKind, now: Date) => {
  const all = await listCertificatesFor(db, held.raceid, held.eventid, kind, now)
  return all.length > 1 ? all : []
}

/**
 * The limit on checks of certificates. On a race's evening many phones of a city share a few addresses. The limit still
 * stops a caller who guesses numbers.
 */
const checks = allowanceOf({ own: 60, network: 300 }, 60, 'certificates checks')

export const routes = [
  handle(certificateShow, async ({ input, raceid: raceOfCall, db, seal, origin, now, who, refuse }) => {
    const chosen = input.id
    const whose = input.key !== undefined || input.scoreid !== undefined
    const found = whose
      ? ((await findCertificateHolder(db, input, who.uid, now)) ?? refuse('no_result_yet'))
      : undefined
    const certificateHolder = found === 'held' ? refuse('certificate_held') : found
    const held = certificateHolder && rowOfHolder(certificateHolder)
    const raceid =
      held?.raceid ??
      input.raceid ??
      raceOfCall ??
      (chosen === undefined ? undefined : await raceOfId(db, 'certificate', chosen))
    if (!certificateHolder && chosen === undefined) return refuse('certificate_of_whom')
    const row =
      raceid === undefined
        ? undefined
        : chosen === undefined
          ? await findCertificateFor(db, raceid, held!.eventid, certificateHolder!.kind, now)
          : await findCertificate(db, raceid, chosen)
    if (!row || row.published_at === null || row.published_at > now) return refuse('certificate_not_found')
    if (!certificateHolder || !held)
      return {
        ...(await presented(db, row)),
        marks: await marksFor(db, row, now),
        values: null,
        number: null,
        link: null,
      }
    if (certificateHolder.kind === 'timing' && certificateHolder.result.row.outcome !== 'finished')
      return refuse('not_finished')
    if (certificateHolder.kind === 'reg' && !stands(certificateHolder.entry)) return refuse('certificate_not_found')
    if (row.kind !== certificateHolder.kind || (row.eventid !== null && row.eventid !== held.eventid))
      return refuse('certificate_not_found')
    return {
      ...(await presented(db, row)),
      marks: await marksFor(db, row, now),
      choices: await choicesOf(db, held, certificateHolder.kind, now),
      ...issue(
        await issuerFor({ db, seal, origin }, held.raceid, held.eventid, now),
        certificateHolder,
        row.map as Words,
      ),
    }
  }),

  handle(certificateQuery, async ({ input, db, seal, now, lang, address, refuse, who, device }) => {
    const wait = checks.count({ address, who, device }, now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    return (await certificateVerdictOf({ db, seal, lang, now }, input.n)) ?? refuse('certificate_number_unknown')
  }),

  handle(consoleCertificatesList, async ({ input, db }) => ({
    items: await Promise.all((await listCertificates(db, input.raceid)).map((row) => forStaff(db, row))),
  })),

  handle(consoleCertificatesCheck, async ({ input, db, now }) => {
    const { html, removed } = cleanHtml(input.html)
    const done = convertHtml(html)
    const converted = 'converted' in done && done.converted.width <= 1280 ? done.converted : undefined
    const pictures: readonly string[] = certificatePictureFields
    const fields = fieldsOfHtml(html).filter((name) => !pictures.includes(name))
    const known = await namesKnown(db, input.raceid, now)
    return {
      html,
      removed,
      boxes: converted?.boxes ?? null,
      width: converted?.width ?? null,
      height: converted?.height ?? null,
      inexpressible: converted
        ? null
        : 'inexpressible' in done
          ? done.inexpressible
          : `width: ${done.converted.width}px`,
      fields,
      unknown: fields.filter((name) => !known.has(name) && !isMark(name)),
    }
  }),

  handle(consoleCertificatesSave, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, published, keep_html, updated_at, eventid = null, bg = null, ...draft } = input
    if (id !== undefined && !(await findCertificate(db, raceid, id))) refuse('certificate_not_found')
    if (!draft.html?.trim() && !draft.boxes?.length) refuse('certificate_empty')
    if (eventid !== null && !(await readEvent(db, raceid, eventid, now))) refuse('event_unknown')
    if (
      bg !== null &&
      !(bg.startsWith(`/files/${raceid}/`) && (await pictureSize(db, raceid, bg.split('/').at(-1)!.slice(0, 32))))
    )
      refuse('picture_unknown')
    for (const path of picturesInBoxes(draft.boxes ?? []))
      if (path.startsWith('/') && !(await isKept(db, raceid, path))) refuse('box_picture_unknown')
    if (published && draft.boxes && lacksCode(draft.boxes)) refuse('certificate_without_code')
    return save(async (tx) => {
      const before =
        id === undefined ? undefined : ((await lockCertificate(tx, raceid, id)) ?? refuse('certificate_not_found'))
      if (before && updated_at !== undefined && before.updated_at.toISOString() !== updated_at)
        refuse('certificate_changed_meanwhile')
      const published_at = published ? (before?.published_at ?? now) : null
      const after = await saveCertificate(
        tx,
        raceid,
        { ...draft, eventid, bg, keepHtml: keep_html, published_at },
        now,
        before,
      )
      const written = await forStaff(tx, after)
      const fault = published ? slotFault(written) : undefined
      if (fault) refuse(fault)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'certificate changed' : 'certificate written',
        target: `certificate ${after.id}`,
        before,
        after,
      })
      return written
    })
  }),

  handle(consoleCertificatesRemove, async ({ input, now, who, refuse, save }) => {
    return save(async (tx) => {
      const before = (await lockCertificate(tx, input.raceid, input.id)) ?? refuse('certificate_not_found')
      await removeCertificate(tx, input.raceid, input.id)
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid,
        what: 'certificate removed',
        target: `certificate ${input.id}`,
        before,
      })
      return { id: input.id }
    })
  }),

  ...searchRoutes,
  ...activityRoutes,
  ...studioRoutes,
  ...exportRoutes,
  ...fontRoutes,
]

const paper = raw(
  'GET',
  PAPER_PAGE,
  'Returns an empty page under a policy of its own, in which a device lays out a certificate of HTML. The page may ' +
    'use styles and embedded pictures, and runs no script.',
  async (_parts, _request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', `${PAPER_POLICY}; frame-ancestors 'self'; sandbox allow-same-origin`)
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(emptyPaper()),
)

export const rawRoutes = [paper, ...exportRawRoutes, ...fontRawRoutes]
