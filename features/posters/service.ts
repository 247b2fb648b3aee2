import { type Lang, nameIn } from '#contract/words.ts'
import { jsonb } from '#db/db.ts'
import type { Db, Tx } from '#db/db.ts'
import { noteId } from '#db/ids.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { openCanvasRenderer } from '#features/certificates/render/canvasRenderer.service.ts'
import { setEventPosters } from '#features/events/service.ts'
import { keepFile, readKept } from '#features/files/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { PosterDesign, type PosterUse } from './design.contract.ts'
import { eventPosters, posterTextsOf, postersFor, posterSheetOf } from './rules.ts'
import {
  type PosterOffer,
  type PosterRow,
  insertPoster,
  listOffers,
  listPosters,
  listShown,
  updatePoster,
} from './store.ts'

export type PosterDraft = {
  eventid: number | null
  use: PosterUse
  name: string
  names?: Record<string, string> | undefined
  design: PosterDesign
  preview: string | null
  published_at: Date | null
}

/** Converts a row to the form of an answer. The schema parses the design. */
export const posterOf = (row: PosterRow) => ({
  ...row,
  names: row.names as Record<string, string>,
  use: row.use as PosterUse,
  ...PosterDesign.parse(row.design),
})

/** Returns a design as a text, so that two designs can be compared. */
const drawn = (design: unknown) => JSON.stringify(PosterDesign.parse(design))

/**
 * Saves the posters that each event of the race offers to registered runners and to paid runners. The caller has locked
 * the race's posters.
 */
export const refreshEvents = async (tx: Tx, raceid: number, now: Date): Promise<void> => {
  const shown = (await listPosters(tx, raceid))
    .filter(({ published_at }) => published_at !== null && published_at <= now)
    .map(posterOf)
  await setEventPosters(tx, raceid, (eventid) => eventPosters(shown, eventid))
}

/**
 * Saves a template, at the end of the race's list or in place of `before`. No other room locks a template, so the
 * events may be locked after the templates.
 */
export const savePoster = async (
  tx: Tx,
  raceid: number,
  draft: PosterDraft,
  now: Date,
  before?: PosterRow,
  id?: number,
): Promise<PosterRow> => {
  const row = {
    ...draft,
    names: jsonb(draft.names ?? {}),
    design: jsonb(PosterDesign.parse(draft.design)),
    updated_at: now,
  }
  if (before) {
    const same = drawn(before.design) === drawn(draft.design)
    const after = await updatePoster(tx, raceid, before.id, {
      ...row,
      version: same ? before.version : before.version + 1,
    })
    await refreshEvents(tx, raceid, now)
    return after
  }
  const last = (await listPosters(tx, raceid)).at(-1)
  const made = await insertPoster(tx, {
    ...row,
    raceid,
    position: (last?.position ?? 0) + 1,
    created_at: now,
    ...(id === undefined ? {} : { id }),
  })
  await noteId(tx, 'poster', made.id, raceid)
  await refreshEvents(tx, raceid, now)
  return made
}

const example = posterTextsOf({
  name: '林小满',
  bib: '12017',
  event: '马拉松',
  time: '3:25:41',
  nettime: '3:24:18',
  position: '312',
})
/** The width of a preview in pixels. Screens show it much smaller. */
const PREVIEW_WIDTH = 480

/**
 * Draws a template's preview with an invented name, and keeps the preview for the race. The painter is the same as on
 * the runner's device. Returns the path of the preview; null if the server cannot keep it.
 */
export const drawPreview = async (
  parts: Pick<Parts, 'db' | 'integrations' | 'clock'>,
  raceid: number,
  design: PosterDesign,
  said: { race: string; date: string; link: string },
): Promise<string | null> => {
  const sheet = posterSheetOf(design, { photo: false })
  const renderer = await openCanvasRenderer(sheet, (path) => readKept(parts, path))
  const { default: sharp } = await import('sharp')
  const jpeg = await sharp(await renderer.print({ ...example, race: said.race, date: said.date }, said.link))
    .resize(PREVIEW_WIDTH)
    .jpeg({ quality: 82 })
    .toBuffer()
  const kept = await keepFile(parts, { raceid, name: 'preview.jpg', bytes: jpeg })
  return typeof kept === 'string' ? null : kept.path
}

export const posterIn = (lang: Lang, row: PosterRow) => ({ ...posterOf(row), name: nameIn(lang, row.name, row.names) })
export const publishedPosters = async (db: Db, lang: Lang, raceids: readonly number[], now: Date) =>
  (await listShown(db, raceids, now)).map((row) => posterIn(lang, row))

/** The posters that a race offers, kept for a second. Posters change seldom, and every result asks for them. */
const offers = cacheOf<number, PosterOffer[]>({ ms: 1_000, most: 1000 })

/**
 * Finds the first poster for a finisher of an event (docs/behaviour/certificates.md, Poster templates: the report's
 * posterid). Returns null if the event has no poster.
 */
export const posteridOf = async (
  db: Db,
  { raceid, eventid, now }: { raceid: number; eventid: number; now: Date },
): Promise<number | null> => {
  const offered = await offers.read(db, raceid, { now }, () => listOffers(db, raceid, now))
  return (
    postersFor(
      offered.map((offer) => ({ ...offer, use: offer.use as PosterUse })),
      { eventid, use: 'result' },
    )[0]?.id ?? null
  )
}
