import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { Readable } from 'node:stream'
import { nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { addJob, removeJob } from '#db/jobs/jobs.ts'
import { eventsOf, readEvent } from '#features/events/service.ts'
import { sheetChangedAt } from '#features/results/service.ts'
import { countFinishers } from '#features/results/report/official.service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Filed, archiveOf } from '#integrations/archives/zip.ts'
import { dispositionOf } from '#seam/server/disposition.ts'
import { type Parts, handle, hasRight, raw } from '#seam/server/handle.ts'
import type { CertificateKind } from '../contract.ts'
import { begin, orderExport } from './orderExport.service.ts'
import { END_EXPORT, EXPORT, endKey, frozenOf, holdingsAfter, pictureFile } from './drawExports.service.ts'
import {
  consoleCertificatesDiscard,
  consoleCertificatesExport,
  consoleCertificatesExports,
  consoleCertificatesRedraw,
  type ExportLine,
} from './exports.contract.ts'
import {
  type CertificateExportRow,
  entriesChangedAt,
  findExport,
  findPictures,
  findUnderWay,
  keepDefinition,
  listExports,
  lockExport,
  updateExport,
} from './exports.store.ts'
import { picturesFor } from './toDraw.service.ts'
import { issuerFor } from '../issue/issue.service.ts'
import { type CertificateRow, countEntries, findCertificate, listCertificates } from '../store.ts'

const countHolders = (db: Db, raceid: number, eventid: number, kind: CertificateKind, now: Date) =>
  kind === 'timing' ? countFinishers(db, raceid, eventid, now) : countEntries(db, raceid, eventid)
const target = (id: number) => `certificates ${id}`

const isChanged = async (
  db: Db,
  row: CertificateExportRow,
  definitions: readonly CertificateRow[],
): Promise<boolean> => {
  if (row.state === 'drawing') return false
  const definition = definitions.find(({ id }) => id === row.certificateid)
  if (definition && definition.version !== row.version) return true
  const at =
    row.kind === 'timing'
      ? await sheetChangedAt(db, row.raceid, row.eventid)
      : await entriesChangedAt(db, row.raceid, row.eventid)
  return at !== null && at > row.began_at
}

export const routes = [
  handle(consoleCertificatesExports, async ({ input, db, lang, integrations }) => {
    const { raceid } = input
    const [rows, events, definitions] = await Promise.all([
      listExports(db, raceid, { before: idIn(input.after), limit: rowsFor(input.limit) }),
      eventsOf(db, raceid),
      listCertificates(db, raceid),
    ])
    const { rows: shown, after } = pageOf(rows, input.limit, byId)
    const items = await Promise.all(
      shown.map(async (row) => {
        const event = events.find(({ id }) => id === row.eventid)
        const facts = {
          event: event ? nameIn(lang, event.name, event.names) : '',
          changed: await isChanged(db, row, definitions),
          path: row.state === 'ready' ? `/console/certificates/exports/${raceid}/${row.id}.zip` : null,
        }
        return {
          ...row,
          ...facts,
          kind: row.kind as CertificateKind,
          format: row.format as ExportLine['format'],
          state: row.state as ExportLine['state'],
          why: row.why as ExportLine['why'],
        }
      }),
    )
    return {
      items,
      after,
      browser: integrations.browser !== undefined,
    }
  }),

  handle(consoleCertificatesExport, async ({ input, db, now, who, integrations, refuse, save }) => {
    const { raceid, id, eventid, format } = input
    const row = (await findCertificate(db, raceid, id)) ?? refuse('certificate_not_found')
    if (!(await readEvent(db, raceid, eventid, now)) || (row.eventid !== null && row.eventid !== eventid))
      return refuse('event_unknown')
    if (row.form === 'html' && !integrations.browser) return refuse('export_needs_browser')
    if (await findUnderWay(db, raceid, eventid, id)) return refuse('export_under_way')
    const total = await countHolders(db, raceid, eventid, row.kind as CertificateKind, now)
    if (total === 0) return refuse('export_of_nobody')
    const frozen = await frozenOf(db, row, now)
    return save(async (tx) => {
      const made = await orderExport(tx, { row, raceid, eventid, format, total, frozen, staffid: who.staffid }, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'certificates drawn',
        target: target(made),
        after: { name: row.name, eventid, format, total },
      })
      return { id: made }
    })
  }),

  handle(consoleCertificatesRedraw, async ({ input, db, now, who, integrations, refuse, save }) => {
    const row = (await findExport(db, input)) ?? refuse('export_not_found')
    if (row.state === 'drawing' || (await findUnderWay(db, row.raceid, row.eventid, row.certificateid)))
      return refuse('export_under_way')
    const definition = (await findCertificate(db, row.raceid, row.certificateid)) ?? refuse('certificate_not_found')
    if (definition.form === 'html' && !integrations.browser) return refuse('export_needs_browser')
    const total = await countHolders(db, row.raceid, row.eventid, row.kind as CertificateKind, now)
    const frozen = await frozenOf(db, definition, now)
    return save(async (tx) => {
      const held = (await lockExport(tx, row)) ?? refuse('export_not_found')
      if (held.state === 'drawing') return refuse('export_under_way')
      await updateExport(tx, row, {
        ...begin(definition, now),
        total,
        definition: keepDefinition(frozen),
        round: held.round + 1,
      })
      await removeJob(tx, endKey(row))
      await addJob(tx, EXPORT, {}, { key: EXPORT })
      await logChange(tx, {
        who,
        now,
        raceid: row.raceid,
        what: 'certificates drawn',
        target: target(row.id),
        after: { name: definition.name, eventid: row.eventid, format: row.format, total },
      })
      return { id: row.id }
    })
  }),

  handle(consoleCertificatesDiscard, async ({ input, now, who, refuse, save }) => {
    return save(async (tx) => {
      const row = (await lockExport(tx, input)) ?? refuse('export_not_found')
      await updateExport(tx, row, { state: 'ending' })
      await addJob(tx, END_EXPORT, { raceid: row.raceid, id: row.id }, { key: endKey(row) })
      await logChange(tx, {
        who,
        now,
        raceid: row.raceid,
        what: 'certificates thrown away',
        target: target(row.id),
        before: { name: row.name, eventid: row.eventid },
      })
      return { id: row.id }
    })
  }),
]

const AT_ONCE = 500
/**
 * Lists the pictures that are still valid. A runner who was erased, who hides the name, or whose result was corrected
 * since has no valid picture.
 */
const trueFiles = async (parts: Parts, row: CertificateExportRow, now: Date): Promise<Filed[]> => {
  const { db, integrations } = parts
  const issuer = await issuerFor(parts, row.raceid, row.eventid, now)
  const files: Filed[] = []
  let after: number | undefined = 0
  while (after !== undefined) {
    const { holdings, upto } = await holdingsAfter(
      db,
      { ...row, kind: row.kind as CertificateKind },
      after,
      AT_ONCE,
      now,
    )
    after = upto
    const pictures = await picturesFor(db, issuer, holdings, row, now)
    const kept = new Map(
      (
        await findPictures(
          db,
          row,
          pictures.map(({ holderid }) => holderid),
        )
      ).map((picture) => [picture.holderid, picture]),
    )
    for (const { holderid, true: digests } of pictures) {
      const picture = kept.get(holderid)
      if (!picture || !digests.includes(picture.digest)) continue
      const { bytes, crc } = picture
      const read = async () =>
        (await integrations.files.read(pictureFile(row, holderid, row.format))) ?? Buffer.alloc(0)
      files.push({ name: `${picture.name}.${row.format}`, bytes, crc, read })
    }
    // The loop makes thousands of reports, so it lets other calls run in between.
    await new Promise(setImmediate)
  }
  return files
}

/**
 * Reads the range of bytes that a resumed download asks for in a header. `end` is the first byte after the range.
 * Returns undefined if the header names no range, or no range inside the file.
 */
const readRange = (header: string | undefined, bytes: number): { start: number; end: number } | undefined => {
  const found = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '')
  if (!found) return undefined
  const [start, end] = [Number(found[1]), found[2] ? Math.min(Number(found[2]) + 1, bytes) : bytes]
  return start < end ? { start, end } : undefined
}

export const rawRoutes = [
  raw(
    'GET',
    '/console/certificates/exports/:raceid/:file',
    "The certificates of an event as a ZIP archive (`{id}.zip`), to staff who edit the race's certificates, for seven days; streamed, and a download that broke off goes on. What was corrected, hidden or erased since is not in it.",
    async (parts, request, reply, callers) => {
      const { raceid, file } = request.params as { raceid: string; file: string }
      const now = parts.clock()
      const gone = () => reply.code(404).header('cache-control', 'no-store').send()
      const id = /^(\d{1,15})\.zip$/.exec(file)?.[1]
      if (!id || !/^[1-9]\d{0,9}$/.test(raceid) || Number(raceid) > 2_147_483_647) return gone()
      const { staff } = await callers()
      // The answer does not tell a caller without the right that the export exists.
      if (!hasRight(staff, 'certificates.edit', Number(raceid))) return gone()
      const row = await findExport(parts.db, { raceid: Number(raceid), id: Number(id) })
      if (row?.state !== 'ready' || row.expires_at === null || row.expires_at <= now) return gone()
      const files = await trueFiles(parts, row, now)
      const archive = archiveOf(files, row.ready_at!)
      const etag = `"${row.id}-${row.round}-${files.length}-${archive.bytes}"`
      const range =
        request.headers['if-range'] === undefined || request.headers['if-range'] === etag
          ? readRange(request.headers.range, archive.bytes)
          : undefined
      const { start, end } = range ?? { start: 0, end: archive.bytes }
      if (start === 0)
        await parts.db.transaction().execute((tx) =>
          logChange(tx, {
            who: staff,
            now,
            raceid: row.raceid,
            what: 'certificates taken',
            target: target(row.id),
            after: { pictures: files.length },
          }),
        )
      if (range) reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${archive.bytes}`)
      const title = `${row.name}-${row.eventid}-${row.format}.zip`
      return reply
        .header('cache-control', 'private, no-store')
        .header('accept-ranges', 'bytes')
        .header('etag', etag)
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', dispositionOf('attachment', title, `certificates-${row.raceid}-${row.id}.zip`))
        .header('content-length', end - start)
        .type('application/zip')
        .send(Readable.from(archive.from(start, end)))
    },
  ),
]
