import { byId, idIn, pageOf } from '#db/pages.ts'
import { pickColumns } from '#features/files/table.rules.ts'
import { readTableFile, tableFacts } from '#features/files/tableFile.service.ts'
import { pointLabels } from '#features/results/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { makeAlbum } from './service.ts'
import {
  consolePhotosAlbum,
  consolePhotosAlbums,
  consolePhotosHide,
  consolePhotosKnown,
  consolePhotosList,
  consolePhotosReport,
  consolePhotosReports,
  consolePhotosTag,
  consolePhotosTaglist,
  consolePhotosUpload,
} from './console.contract.ts'
import type { AlbumRule } from './contract.ts'
import { coverOf, edited } from './present.rules.ts'
import { takeIn } from './processing.service.ts'
import { bibsTyped } from './rules.ts'
import { knownHashes } from './sent.store.ts'
import { forgetAlbums } from './shelves.service.ts'
import {
  type PhotoRow,
  countAlbums,
  findAlbum,
  findPhoto,
  idsByName,
  listAlbums,
  lockAlbum,
  lockPhotos,
  pageEdited,
  shiftTimes,
  updateAlbum,
} from './store.ts'
import { setPhotosHidden } from './turning/turning.service.ts'
import { printedBibOf, printedBibs } from './bibs/runnersSeen.service.ts'
import { addTags, listTags, removeTags } from './bibs/tags.store.ts'
import { closeReport, countReports, lockReport, pageReports } from './wishes.store.ts'
import { words } from './words.ts'

const noneCounted = { received: 0, ready: 0, refused: 0, hidden: 0, untagged: 0 }
/** The largest number of unreadable lines that the answer names. */
const NAMED = 200
const headers = {
  name: /^(file|filename|file name|name|photo|照片|文件|文件名|檔名|檔案)$/i,
  bib: /^(bib|bibs|number|numbers|号码|参赛号|號碼|參賽號|号码布)$/i,
}

export const routes = [
  handle(consolePhotosAlbums, async ({ input, db, integrations }) => {
    const { raceid } = input
    const [albums, counted, reports, points] = await Promise.all([
      listAlbums(db, raceid),
      countAlbums(db, raceid),
      countReports(db, raceid),
      pointLabels(db, raceid),
    ])
    const items = albums.map((album) => {
      const counts = counted.find(({ albumid }) => albumid === album.id)
      return {
        ...album,
        names: album.names as Record<string, string>,
        names_bibs: album.names_bibs as AlbumRule,
        counts: counts ?? noneCounted,
        cover: counts ? coverOf(raceid, counts) : null,
      }
    })
    return { items, points, reports, recognition: integrations.recognition !== undefined }
  }),

  handle(consolePhotosAlbum, async ({ input, now, who, refuse, save }) => {
    const { raceid, id, published, point, ...rest } = input
    const saved = await save(async (tx) => {
      const before = id === undefined ? undefined : ((await lockAlbum(tx, raceid, id)) ?? refuse('album_not_found'))
      const draft = { ...rest, point: point ?? null, published_at: published ? (before?.published_at ?? now) : null }
      const kept = before ?? (await makeAlbum(tx, raceid, draft, now))
      if (before) {
        await updateAlbum(tx, raceid, before.id, draft, now)
        if (draft.clock_offset_ms !== before.clock_offset_ms)
          await shiftTimes(tx, raceid, before.id, draft.clock_offset_ms - before.clock_offset_ms)
      }
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'album changed' : 'album made',
        target: `album ${kept.id}`,
        before,
        after: { ...before, ...draft },
      })
      return { id: kept.id, published_at: draft.published_at }
    })
    forgetAlbums(raceid)
    return saved
  }),

  handle(consolePhotosKnown, async ({ input, db, refuse }) => {
    if (!(await findAlbum(db, input.raceid, input.albumid))) return refuse('album_not_found')
    return { known: await knownHashes(db, input.raceid, input.albumid, input.sha256) }
  }),

  handle(consolePhotosUpload, async ({ input, db, integrations, files, now, who, refuse }) => {
    const { raceid, albumid } = input
    if (files.length === 0) return refuse('file_missing')
    if (!(await findAlbum(db, raceid, albumid))) return refuse('album_not_found')
    const items = []
    for (const { filename, bytes } of files) {
      const taken = await takeIn({ db, integrations }, { raceid, albumid, filename, bytes, staffid: who.staffid }, now)
      if (taken) items.push({ filename, id: taken.id, new: taken.fresh })
    }
    return items.length === 0 ? refuse('not_a_picture') : { items }
  }),

  handle(consolePhotosList, async ({ input, db, refuse }) => {
    const { raceid, albumid, state, limit } = input
    if (!(await findAlbum(db, raceid, albumid))) return refuse('album_not_found')
    const [rows, [counts]] = await Promise.all([
      pageEdited(db, {
        raceid,
        albumid,
        state,
        bib: input.bib && (await printedBibOf(db, raceid, input.bib)),
        after: idIn(input.after),
        limit,
      }),
      countAlbums(db, raceid, albumid),
    ])
    const { rows: page, after } = pageOf(rows, limit, byId)
    const tags = await listTags(
      db,
      raceid,
      page.map(({ id }) => id),
    )
    return {
      items: page.map((row) => edited(row, tags)),
      after,
      counts: counts ?? noneCounted,
    }
  }),

  handle(consolePhotosTag, async ({ input, now, who, refuse, save }) => {
    const { raceid, ids } = input
    return save(async (tx) => {
      const [add, remove] = [
        [...new Set((await printedBibs(tx, raceid, input.add)).values())],
        // A tag is removed in its stored form, which may differ from the printed bib.
        [...new Set([...input.remove, ...(await printedBibs(tx, raceid, input.remove)).values()])],
      ]
      const photos = await lockPhotos(tx, raceid, ids)
      if (photos.length !== new Set(ids).size) return refuse('photo_not_found')
      if (remove.length > 0) await removeTags(tx, raceid, ids, remove, now)
      await addTags(
        tx,
        raceid,
        ids.flatMap((photoid) => add.map((bib) => ({ photoid, bib }))),
        'hand',
        now,
      )
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'photos tagged',
        target: `photos ${ids.length === 1 ? ids[0] : `${ids[0]}–${ids.at(-1)}`}`,
        after: { photos: ids.length, add, remove },
      })
      const tags = await listTags(tx, raceid, ids)
      return { items: photos.map((row) => edited(row, tags)) }
    })
  }),

  handle(consolePhotosTaglist, async ({ input, db, files, now, who, say, refuse }) => {
    const { raceid, albumid } = input
    const file = files[0] ?? refuse('file_missing')
    if (!(await findAlbum(db, raceid, albumid))) return refuse('album_not_found')
    const whole = await readTableFile(file.bytes, { sheet: input.sheet })
    if ('unreadable' in whole) return refuse(whole.unreadable, tableFacts(whole))
    const { table } = whole
    if (table.rows.length === 0) return refuse('list_empty')
    const columns = pickColumns(table.header, headers)
    const [name, bib] = [
      columns.get('name') ?? refuse('photo_list_columns'),
      columns.get('bib') ?? refuse('photo_list_columns'),
    ]
    const ids = new Map((await idsByName(db, raceid, albumid)).map((one) => [one.name, one.id]))
    const problems: { line: number; says: string }[] = []
    const tags: { photoid: number; bib: string }[] = []
    for (const [at, row] of table.rows.entries()) {
      const photoid = ids.get((row[name] ?? '').trim().toLowerCase())
      const bibs = bibsTyped(row.filter((_, nth) => nth === bib || nth > Math.max(bib, name)).join(' '))
      if (photoid === undefined)
        problems.push({
          line: table.lines[at]!,
          says: say(words.line_no_photo, { name: (row[name] ?? '').slice(0, 80) }),
        })
      else if (bibs.length === 0) problems.push({ line: table.lines[at]!, says: say(words.line_no_bib) })
      else tags.push(...bibs.map((one) => ({ photoid, bib: one })))
    }
    const printed = await printedBibs(db, raceid, [...new Set(tags.map(({ bib: one }) => one))])
    const added = await db.transaction().execute(async (tx) => {
      const made = await addTags(
        tx,
        raceid,
        tags.map((tag) => ({ ...tag, bib: printed.get(tag.bib)! })),
        'list',
        now,
      )
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'photo list read',
        target: `album ${albumid}`,
        after: { lines: table.rows.length, tagged: made.length, problems: problems.length },
      })
      return made
    })
    return {
      tagged: added.length,
      lines: table.rows.length,
      problems: problems.slice(0, NAMED),
      more: Math.max(0, problems.length - NAMED),
    }
  }),

  handle(consolePhotosHide, async ({ input, now, who, refuse, save }) => {
    const { raceid, ids, hidden, why } = input
    return save(async (tx) => {
      const photos = await lockPhotos(tx, raceid, ids)
      if (photos.length !== new Set(ids).size) return refuse('photo_not_found')
      const turning = photos.filter(({ state }) => state === (hidden ? 'ready' : 'hidden'))
      await setPhotosHidden(tx, raceid, turning, hidden ? { why: why || 'staff' } : null)
      const changing = turning.map(({ id }) => id)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: hidden ? 'photos hidden' : 'photos shown',
        target: `photos ${ids.length === 1 ? ids[0] : `${ids[0]}–${ids.at(-1)}`}`,
        after: { photos: changing, why },
      })
      return { changed: changing.length }
    })
  }),

  handle(consolePhotosReports, async ({ input, db }) => {
    const { raceid, limit } = input
    const rows = await pageReports(db, raceid, idIn(input.after), limit)
    const { rows: page, after } = pageOf(rows, limit, byId)
    const photos = (await Promise.all(page.map(({ photoid }) => findPhoto(db, raceid, photoid)))).filter(
      (row): row is PhotoRow => row !== undefined,
    )
    const tags = await listTags(
      db,
      raceid,
      photos.map(({ id }) => id),
    )
    return {
      items: page.map(({ id, own, reason, created_at, photoid }) => ({
        id,
        own,
        reason,
        created_at,
        photo: edited(
          photos.find((one) => one.id === photoid)!,
          tags,
        ),
      })),
      after,
    }
  }),

  handle(consolePhotosReport, async ({ input, now, who, refuse, save }) => {
    const { raceid, id, take_down } = input
    return save(async (tx) => {
      const report = (await lockReport(tx, raceid, id)) ?? refuse('report_not_found')
      const state = take_down ? 'taken_down' : 'kept'
      await closeReport(tx, raceid, id, state, who.staffid, now)
      const [photo] = await lockPhotos(tx, raceid, [report.photoid])
      if (photo?.state === (take_down ? 'ready' : 'hidden'))
        await setPhotosHidden(tx, raceid, [photo], take_down ? { why: 'asked' } : null)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'photo report closed',
        target: `photo ${report.photoid}`,
        after: { state },
      })
      return { id, state } as const
    })
  }),
]
