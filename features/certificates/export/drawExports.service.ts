import { crc32 } from 'node:zlib'
import type { Db, Tx } from '#db/db.ts'
import { addJob, eachInTurn } from '#db/jobs/jobs.ts'
import { finishersAfter } from '#features/results/report/official.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { Boxes, PAPER_SCALE } from '../template/boxes.contract.ts'
import { cleanedHtml } from '../template/cleanedHtml.rules.ts'
import type { CertificateKind } from '../contract.ts'
import { fontRowsOf, marksFor } from '../fonts/faces.service.ts'
import { stands } from '../issue/facts.rules.ts'
import {
  type CertificateExportRow,
  dropPictures,
  lockEnding,
  findExport,
  findOldestDrawing,
  findPictures,
  isDrawing,
  listExportsOfRace,
  listOver,
  listPictures,
  listUnmet,
  lockExport,
  removeExport,
  savePictures,
  updateExport,
  type PictureRow,
} from './exports.store.ts'
import { type CertificateHolder, issuerFor } from '../issue/issue.service.ts'
import { MissingPicture } from '../render/paint.rules.ts'
import { pdfAround } from '../render/pdf.rules.ts'
import { photoPlace } from '../template/composed.rules.ts'
import { type Frozen, NoBrowser, type Printer, openPrinter, photoAt } from '../render/renderer.service.ts'
import { type CertificateToDraw, picturesFor } from './toDraw.service.ts'
import { type CertificateRow, listEntriesAfter } from '../store.ts'

/** The job that draws exports for a few seconds. At most one such job waits in the queue. */
export const EXPORT = 'certificates export'
/** The job that removes an export's pictures. Its payload names the race and the export. */
export const END_EXPORT = 'certificates export end'
/** The job that each night removes the exports whose time is over and whose own job did not remove them. */
export const EXPORTS_OVER = 'certificates_exports_over'
/** The days for which an archive is available. The pictures of an export that failed are kept for the same time. */
export const EXPORT_KEPT_DAYS = 7

type Key = { raceid: number; id: number }
type Working = Pick<Parts, 'db' | 'seal' | 'integrations' | 'origin'> & { now: Date }

export const pictureFile = ({ raceid, id }: Key, holderid: number, format: string): string =>
  `private/exports/${raceid}/${id}/${holderid}.${format}`

const placeOf = (row: CertificateRow): Pick<Frozen, 'photo'> => {
  const form = row.form === 'boxes' ? ('boxes' as const) : ('html' as const)
  const boxes = row.boxes === null ? null : Boxes.parse(row.boxes)
  const photo = photoPlace({ form, html: cleanedHtml(row), boxes, bg: row.bg, fields: row.fields as string[] })
  return photo === undefined ? {} : { photo }
}
export const frozenOf = async (db: Db, row: CertificateRow, now: Date): Promise<Frozen> => ({
  ...placeOf(row),
  marks: await marksFor(db, row, now),
  fonts: (await fontRowsOf(db, row)).map(({ family, weight, italic, raceid, hash }) => ({
    family,
    weight,
    italic,
    raceid,
    hash,
  })),
  form: row.form === 'boxes' ? 'boxes' : 'html',
  html: row.form === 'boxes' ? '' : cleanedHtml(row),
  boxes: row.form === 'boxes' ? Boxes.parse(row.boxes) : null,
  bg: row.bg,
  width: row.width,
  height: row.height,
  map: row.map as Record<string, string>,
})

/**
 * Lists the next certificate holders of an event in the order of their ids: finishers, or valid registrations. `upto`
 * is the last id, or undefined at the end of the list.
 */
export const holdingsAfter = async (
  db: Db,
  { raceid, eventid, kind }: { raceid: number; eventid: number; kind: CertificateKind },
  after: number,
  limit: number,
  now: Date,
): Promise<{ holdings: CertificateHolder[]; upto: number | undefined }> => {
  if (kind === 'timing') {
    const results = await finishersAfter(db, raceid, eventid, after, limit, now)
    return {
      holdings: results.map((result) => ({ kind, result, own: false })),
      upto: results.length < limit ? undefined : results.at(-1)!.row.id,
    }
  }
  const entries = await listEntriesAfter(db, raceid, eventid, after, limit)
  return {
    holdings: entries.filter(stands).map((entry) => ({ kind, entry, own: false })),
    upto: entries.length < limit ? undefined : entries.at(-1)!.id,
  }
}

const fileOf = (jpeg: Buffer, format: string, { width, height }: Frozen): Buffer => {
  if (format === 'jpg') return jpeg
  const { before, after } = pdfAround(jpeg.length, width * PAPER_SCALE, height * PAPER_SCALE)
  return Buffer.concat([before, jpeg, after])
}

/** The number of pictures of one step. A killed server loses at most one step. */
export const PER_STEP = 24

/** Draws the missing and the outdated pictures. The function takes all other pictures into this round unchanged. */
const drawWanted = async (
  working: Working,
  row: CertificateExportRow,
  pictures: readonly CertificateToDraw[],
  kept: ReadonlyMap<number, PictureRow>,
  printerFor: (row: CertificateExportRow) => Promise<Printer>,
): Promise<PictureRow[]> => {
  const { integrations } = working
  const asWanted = ({ holderid, digest }: CertificateToDraw) => kept.get(holderid)?.digest === digest
  const printer = pictures.every(asWanted) ? undefined : await printerFor(row)
  return Promise.all(
    pictures.map(async (one) => {
      const { holderid, name, digest, values, link } = one
      const photo = asWanted(one) || one.photo === undefined ? null : await photoAt(working, one.photo)
      if (asWanted(one)) return { ...kept.get(holderid)!, round: row.round }
      const bytes = fileOf(await printer!.print(values, link, photo), row.format, row.definition as Frozen)
      await integrations.files.write(pictureFile(row, holderid, row.format), bytes)
      return {
        raceid: row.raceid,
        exportid: row.id,
        holderid,
        name,
        digest,
        bytes: bytes.length,
        crc: crc32(bytes),
        round: row.round,
      }
    }),
  )
}

/** Plans the end of an export some days later, and returns the moment of the end. */
const planEnd = async (tx: Tx, key: Key, now: Date): Promise<Date> => {
  const runAt = new Date(now.getTime() + EXPORT_KEPT_DAYS * 86_400_000)
  await addJob(tx, END_EXPORT, key, { key: endKey(key), runAt })
  return runAt
}
/** Marks an export as ready when every holder was visited. */
const finishExport = async (tx: Tx, key: Key, progress: { seen: number; left_out: number }, now: Date) =>
  updateExport(tx, key, {
    ...progress,
    total: progress.seen,
    state: 'ready',
    why: null,
    ready_at: now,
    expires_at: await planEnd(tx, key, now),
  })
/** Marks an export as failed. The pictures that it has already drawn end like those of a finished export. */
const failExport = async (tx: Tx, key: Key, error: unknown, now: Date) =>
  updateExport(tx, key, { state: 'failed', why: whyOf(error), expires_at: await planEnd(tx, key, now) })

/**
 * Visits the next holders, draws missing and outdated pictures, and saves its position. Even after a kill no picture is
 * missing, and no picture exists twice. Returns `false` when nothing is left to do.
 */
const drawStep = async (
  working: Working,
  key: Key,
  printerFor: (row: CertificateExportRow) => Promise<Printer>,
): Promise<boolean> => {
  const { db, now } = working
  const row = await findExport(db, key)
  if (row?.state !== 'drawing') return false
  const kind = row.kind as CertificateKind
  const { holdings, upto } = await holdingsAfter(db, { ...row, kind }, row.upto, PER_STEP, now)
  const issuer = await issuerFor(working, row.raceid, row.eventid, now)
  const pictures = await picturesFor(db, issuer, holdings, row, now)
  const holderids = pictures.map(({ holderid }) => holderid)
  const kept = new Map((await findPictures(db, key, holderids)).map((picture) => [picture.holderid, picture]))
  const drawn = await drawWanted(working, row, pictures, kept, printerFor)
  if (upto === undefined) await dropFiles(working, row, drawn)
  return db.transaction().execute(async (tx) => {
    const still = await lockExport(tx, key)
    // This step saves nothing if another run has already drawn the pictures, or if a person began the export again or
    // removed it.
    if (still?.state !== 'drawing') return false
    if (still.upto !== row.upto || still.round !== row.round) return true
    await savePictures(tx, drawn)
    const progress = { seen: row.seen + holdings.length, left_out: row.left_out + holdings.length - pictures.length }
    if (upto === undefined) await finishExport(tx, key, progress, now)
    else await updateExport(tx, key, { ...progress, upto })
    return upto !== undefined
  })
}
export const endKey = ({ raceid, id }: Key) => `${END_EXPORT} ${raceid}/${id}`

/**
 * Removes the pictures that this round has not visited. The function removes the bytes before the rows that name them.
 */
const dropFiles = async (
  { db, integrations }: Working,
  row: CertificateExportRow,
  drawn: readonly { holderid: number }[],
): Promise<void> => {
  const met = new Set(drawn.map(({ holderid }) => holderid))
  for (;;) {
    const unmet = (await listUnmet(db, row, row.round, 200 + met.size)).filter(({ holderid }) => !met.has(holderid))
    if (unmet.length === 0) return
    for (const { holderid } of unmet) await integrations.files.remove(pictureFile(row, holderid, row.format))
    await dropPictures(
      db,
      row,
      unmet.map(({ holderid }) => holderid),
    )
  }
}

/** The time after which a run ends, so that a stopping server need not wait for thousands of pictures. */
const RUN_MS = 6_000

const whyOf = (error: unknown): string =>
  error instanceof NoBrowser ? 'no_browser' : error instanceof MissingPicture ? 'picture_missing' : 'drawing_failed'

/**
 * Draws exports for a few seconds. The export that has waited longest comes first. A failing export keeps its reason
 * and does not delay other exports.
 */
export const drawExports = async (
  working: Working,
  onError: (error: unknown) => void = () => undefined,
  runMs = RUN_MS,
): Promise<void> => {
  const { db } = working
  const began = performance.now()
  for (let row = await findOldestDrawing(db); row; row = await findOldestDrawing(db)) {
    const key = { raceid: row.raceid, id: row.id }
    // The definition and printer of one round. The next round loads the definition again.
    let open: { round: number; printer: Promise<Printer> } | undefined
    const close = async () =>
      open?.printer.then(
        (printer) => printer.close(),
        () => undefined,
      )
    const printerFor = async ({ round, definition }: CertificateExportRow) => {
      if (open?.round !== round) {
        await close()
        open = { round, printer: openPrinter(working, definition as Frozen) }
      }
      return open.printer
    }
    try {
      while (await drawStep(working, key, printerFor))
        if (performance.now() - began > runMs)
          return void (await db.transaction().execute((tx) => addJob(tx, EXPORT, {}, { key: EXPORT })))
    } catch (error) {
      onError(error)
      await db.transaction().execute(async (tx) => {
        // Staff may have removed the export meanwhile. With the state `failed` its pictures would stay for some days.
        if ((await lockExport(tx, key))?.state === 'drawing') await failExport(tx, key, error, working.now)
      })
    } finally {
      await close()
    }
  }
}

/** The job that removes the pictures of erased people. Its payload names the race and the holders. */
export const FORGET = 'certificates forget'
const FORGET_AGAIN_MS = 60_000
/**
 * The holders whose pictures are removed. A registration and a result of another person may have the same number, so
 * the two kinds of holders are told apart.
 */
export type Forgotten = { raceid: number; registrations: number[]; results: number[] }
/**
 * Adds the job that removes the exported pictures of erased people. Servers of the last release read only `holderids`,
 * so the payload names the holders a second time. The next release no longer needs this field.
 */
export const addForgetting = (tx: Tx, forgotten: Forgotten, at: { runAt?: Date } = {}): Promise<void> =>
  addJob(tx, FORGET, { ...forgotten, holderids: [...forgotten.registrations, ...forgotten.results] }, at)
/**
 * Removes people's pictures from every export of the race, bytes first. A picture of a killed step has no row yet, so
 * the job removes the file of each holder in each export, with a row or without. A running export may still write an
 * older picture, so the job looks again later.
 */
export const forgetDrawn = async ({ db, integrations, now }: Working, forgotten: Forgotten): Promise<void> => {
  const { raceid, registrations, results } = forgotten
  const drawing = await isDrawing(db, raceid)
  for (const { id, kind, format } of await listExportsOfRace(db, raceid)) {
    const holderids = kind === 'reg' ? registrations : results
    for (const holderid of holderids) await integrations.files.remove(pictureFile({ raceid, id }, holderid, format))
    await dropPictures(db, { raceid, id }, holderids)
  }
  if (drawing)
    await db
      .transaction()
      .execute((tx) => addForgetting(tx, forgotten, { runAt: new Date(now.getTime() + FORGET_AGAIN_MS) }))
}

/**
 * Returns the moment before which a failed export without an end began, if its time is over. An earlier release gave
 * failed exports no end.
 */
const lastBegun = (now: Date): Date => new Date(now.getTime() - EXPORT_KEPT_DAYS * 86_400_000)
/** Removes an export that has ended or that staff removed, its pictures first. After a kill the next call continues. */
export const endDrawnExport = async ({ db, integrations, now }: Working, key: Key): Promise<void> => {
  const row = await db.transaction().execute(async (tx) => {
    const ending = await lockEnding(tx, key, lastBegun(now), now)
    if (ending) await updateExport(tx, key, { state: 'ending' })
    return ending
  })
  if (!row) return
  for (
    let pictures = await listPictures(db, key, 200);
    pictures.length > 0;
    pictures = await listPictures(db, key, 200)
  ) {
    for (const { holderid } of pictures) await integrations.files.remove(pictureFile(key, holderid, row.format))
    await dropPictures(
      db,
      key,
      pictures.map(({ holderid }) => holderid),
    )
  }
  await db.transaction().execute((tx) => removeExport(tx, key))
}
/** Removes every export whose time is over, in all races. */
export const endOverExports = async (working: Working): Promise<void> =>
  eachInTurn(await listOver(working.db, lastBegun(working.now), working.now), (key) => endDrawnExport(working, key))
