import { cursorOf, pageOf } from '#db/pages.ts'
import { nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { ownRegistrations, publishedRace } from '#features/registrations/status/ownership.service.ts'
import { passingsOfBib } from '#features/results/progress/passings.service.ts'
import { type Parts, handle } from '#seam/server/handle.ts'
import { routes as consoleRoutes } from './console.routes.ts'
import {
  PHOTO_PAGE,
  photoDetail,
  photoFavourite,
  photoFetch,
  photoHassubscribe,
  photoList,
  photoRaceMy,
  photoReport,
  photoRunner,
  photoSearchBib,
  photoSubscribe,
  photoSubscribes,
} from './contract.ts'
import { routes as facesRoutes } from './faces/faces.routes.ts'
import { coverOf, shown } from './present.rules.ts'
import { MOST_FAVOURITES, MOST_SUBSCRIPTIONS, PASSING_AFTER_MS, PASSING_BEFORE_MS, totalPages } from './rules.ts'
import { albumsOut, raceOfAlbum } from './shelves.service.ts'
import { countShown, coversOf, findPhoto, listByTime, listReady, lockPhotos, pageOfPhotos } from './store.ts'
import { setPhotosHidden } from './turning/turning.service.ts'
import { countBibs, listTags } from './bibs/tags.store.ts'
import {
  addFavourite,
  addReport,
  addSubscription,
  countFavourites,
  countSubscriptions,
  hasReported,
  isFavourite,
  isSubscribed,
  listFavourites,
  pageSubscriptions,
  removeFavourite,
  removeSubscription,
  subscribedBibs,
} from './wishes.store.ts'
import { printedBibOf } from './bibs/runnersSeen.service.ts'

/** The largest number of photos around one passing. */
const AROUND = 12
const MOST_RACES = 20

/**
 * Finds a page of the photos of a bib that a person typed. Most people type a bib as it is printed, so the first query
 * finds the photos. If this query finds none, the server looks for the printed form among the runners.
 */
const pageOfWrittenBib = async (db: Db, page: Parameters<typeof pageOfPhotos>[1] & { bib: string }) => {
  const found = await pageOfPhotos(db, page)
  if (found.total > 0) return found
  const bib = await printedBibOf(db, page.raceid, page.bib)
  return bib === page.bib ? found : pageOfPhotos(db, { ...page, bib })
}

type Wanted = { raceid: number; albumid?: number | undefined; bib?: string | undefined; page: number }
const readPage = async (db: Db, { raceid, albumid, bib, page }: Wanted, now: Date) => {
  const race = await publishedRace(db, raceid, now)
  if (!race) return 'race_not_found'
  const albums = (await albumsOut(db, raceid, now)).filter(({ id }) => albumid === undefined || id === albumid)
  if (albumid !== undefined && albums.length === 0) return 'album_not_found'
  const filter = {
    raceid,
    albumids: albums.map(({ id }) => id),
    offset: (page - 1) * PHOTO_PAGE,
    limit: PHOTO_PAGE,
    now,
  }
  const { total, rows } =
    bib === undefined ? await pageOfPhotos(db, filter) : await pageOfWrittenBib(db, { ...filter, bib })
  return { items: rows.map(shown), total, page, totalpage: totalPages(total, PHOTO_PAGE) }
}

/** Lists the bibs of an account's 100 newest registrations by race. The race of the newest registration comes first. */
const bibsOf = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  uid: number,
  raceid: number | undefined,
  now: Date,
): Promise<Map<number, Set<string>>> => {
  const own = await ownRegistrations(db, seal, uid, { raceid, limit: 100 }, now)
  const bibs = new Map<number, Set<string>>()
  for (const row of own)
    if (row.bib) bibs.set(row.raceid, (bibs.get(row.raceid) ?? new Set()).add(`${row.prefix_bib ?? ''}${row.bib}`))
  return bibs
}

/** Finds a photo that runners see, together with its album. Returns undefined if runners do not see the photo. */
const findShown = async (db: Db, raceid: number, id: number, now: Date) => {
  const photo = await findPhoto(db, raceid, id)
  const album =
    photo?.state === 'ready'
      ? (await albumsOut(db, raceid, now)).find(({ id: one }) => one === photo.albumid)
      : undefined
  return photo && album ? { photo, album } : undefined
}

export const routes = [
  handle(photoList, async ({ input, db, integrations, now, lang, refuse }) => {
    const found = await readPage(db, input, now)
    if (typeof found === 'string') return refuse(found)
    const albums = await albumsOut(db, input.raceid, now)
    const [covers, totals] = await Promise.all([
      coversOf(
        db,
        input.raceid,
        albums.map(({ id }) => id),
      ),
      Promise.all(albums.map(({ id }) => countShown(db, input.raceid, id, now))),
    ])
    return {
      ...found,
      faces: integrations.recognition?.photosWith !== undefined,
      albums: albums.map((album, nth) => ({
        id: album.id,
        raceid: album.raceid,
        name: nameIn(lang, album.name, album.names),
        photographer: album.photographer,
        total: totals[nth]!,
        point: album.point,
        cover: coverOf(
          album.raceid,
          covers.find(({ albumid }) => albumid === album.id)!,
        ),
      })),
    }
  }),

  handle(photoFetch, async ({ input, db, now, refuse }) => {
    const found = await readPage(db, input, now)
    return typeof found === 'string' ? refuse(found) : found
  }),

  handle(photoSearchBib, async ({ input, db, now, refuse }) => {
    const raceid = await raceOfAlbum(db, input.albumid)
    const race = raceid === undefined ? undefined : await publishedRace(db, raceid, now)
    if (!race) return refuse('album_not_found')
    const album = (await albumsOut(db, race.id, now)).find(({ id }) => id === input.albumid)
    // A result's page names the album long before the photographer publishes it. Until then the answer is empty.
    if (!album) return { total: 0, data: [] }
    const { total, rows } = await pageOfWrittenBib(db, {
      raceid: album.raceid,
      albumids: [album.id],
      bib: input.bib,
      offset: 0,
      limit: input.limit,
      now,
    })
    return { total, data: rows.map(shown) }
  }),

  handle(photoDetail, async (context) => {
    const { input, db, now, lang, who, refuse } = context
    const { raceid, id } = input
    if (!(await publishedRace(db, raceid, now))) return refuse('race_not_found')
    const { photo, album } = (await findShown(db, raceid, id, now)) ?? refuse('photo_not_found')
    const bibs = (await listTags(db, raceid, [id])).map(({ bib }) => bib)
    const { uid } = who
    const own = uid === null ? undefined : (await bibsOf(context, uid, raceid, now)).get(raceid)
    return {
      ...shown({ ...photo, hash: photo.hash!, ext: photo.ext!, width: photo.width!, height: photo.height! }),
      album: nameIn(lang, album.name, album.names),
      photographer: album.photographer,
      bibs,
      mine: bibs.some((bib) => own?.has(bib)),
      favourite: uid !== null && (await isFavourite(db, raceid, uid, id)),
      reported: uid !== null && (await hasReported(db, raceid, id, uid)),
    }
  }),

  handle(photoRunner, async ({ input, db, now, refuse }) => {
    const { raceid } = input
    if (!(await publishedRace(db, raceid, now))) return refuse('race_not_found')
    const bib = await printedBibOf(db, raceid, input.bib)
    const albums = await albumsOut(db, raceid, now)
    const { total, rows } = await pageOfPhotos(db, {
      raceid,
      albumids: albums.map(({ id }) => id),
      bib,
      offset: 0,
      limit: 100,
      now,
    })
    const named = new Set(rows.map(({ id }) => id))
    const passings = []
    for (const { label, at } of albums.some(({ point }) => point !== null)
      ? await passingsOfBib(db, raceid, bib, now)
      : []) {
      const cameras = albums.filter(({ point }) => point === label).map(({ id }) => id)
      if (at === null || cameras.length === 0) continue
      const around = await listByTime(
        db,
        raceid,
        cameras,
        new Date(at.getTime() - PASSING_BEFORE_MS),
        new Date(at.getTime() + PASSING_AFTER_MS),
        AROUND,
      )
      const others = around.filter(({ id }) => !named.has(id))
      if (others.length > 0) passings.push({ point: label, at, items: others.map(shown) })
    }
    return { bib, total, items: rows.map(shown), passings }
  }),

  handle(photoRaceMy, async (context) => {
    const { input, db, now, lang, who } = context
    const own = [...(await bibsOf(context, who.uid!, input.raceid, now))].slice(0, MOST_RACES)
    const races = []
    for (const [raceid, bibs] of own) {
      const race = await publishedRace(db, raceid, now)
      if (!race) continue
      const [totals, subscribed, albums] = [
        await countBibs(db, raceid, [...bibs], now),
        await subscribedBibs(db, raceid, who.uid!),
        (await albumsOut(db, raceid, now)).map(({ id }) => id),
      ]
      const pages = await Promise.all(
        [...bibs].map((bib) => pageOfPhotos(db, { raceid, albumids: albums, bib, offset: 0, limit: PHOTO_PAGE, now })),
      )
      const items = [...new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const))).values()].slice(
        0,
        PHOTO_PAGE,
      )
      races.push({
        raceid,
        name: nameIn(lang, race.name, race.names),
        time: race.time,
        bibs: totals.map(({ bib, total }) => ({ bib, total, subscribed: subscribed.has(bib) })),
        items: items.map(shown),
      })
    }
    const kept = await listFavourites(db, who.uid!, MOST_FAVOURITES)
    const found = await Promise.all(
      [...new Set(kept.map(({ raceid }) => raceid))].map((raceid) =>
        listReady(
          db,
          raceid,
          kept.filter((one) => one.raceid === raceid).map(({ photoid }) => photoid),
        ),
      ),
    )
    const byId = new Map(found.flat().map((row) => [`${row.raceid}/${row.id}`, row]))
    return {
      races,
      favourites: kept.flatMap(({ raceid, photoid }) => byId.get(`${raceid}/${photoid}`) ?? []).map(shown),
    }
  }),

  handle(photoSubscribe, async ({ input, db, now, who, lang, refuse, save }) => {
    const { raceid, on } = input
    if (!(await publishedRace(db, raceid, now))) return refuse('race_not_found')
    const bib = await printedBibOf(db, raceid, input.bib)
    return save(async (tx) => {
      if (!on) await removeSubscription(tx, raceid, bib, who.uid!)
      else if (!(await isSubscribed(tx, raceid, bib, who.uid!))) {
        if ((await countSubscriptions(tx, who.uid!)) >= MOST_SUBSCRIPTIONS)
          refuse('too_many_subscriptions', { n: MOST_SUBSCRIPTIONS })
        await addSubscription(tx, { raceid, bib, uid: who.uid!, lang, created_at: now, notified_at: now })
      }
      return { bib, subscribed: on }
    })
  }),

  handle(photoHassubscribe, async ({ input, db, now, who, refuse }) => {
    const { raceid } = input
    if (!(await publishedRace(db, raceid, now))) return refuse('race_not_found')
    const bib = await printedBibOf(db, raceid, input.bib)
    return { bib, subscribed: await isSubscribed(db, raceid, bib, who.uid!) }
  }),

  handle(photoSubscribes, async ({ input, db, now, lang, who }) => {
    const cursor = /^(\d{1,16})\.(\d{1,10})\.([A-Z0-9-]{1,12})$/.exec(input.after ?? '')
    const rows = await pageSubscriptions(
      db,
      who.uid!,
      cursor ? { at: new Date(Number(cursor[1])), raceid: Number(cursor[2]), bib: cursor[3]! } : undefined,
      input.limit,
    )
    const { rows: page, after } = pageOf(
      rows,
      input.limit,
      ({ created_at, raceid, bib }) => `${cursorOf(created_at.getTime(), raceid)}.${bib}`,
    )
    const items = []
    for (const row of page) {
      const race = await publishedRace(db, row.raceid, now)
      const [counted] = await countBibs(db, row.raceid, [row.bib], now)
      if (race && counted)
        items.push({
          raceid: row.raceid,
          race: nameIn(lang, race.name, race.names),
          bib: row.bib,
          total: counted.total,
          cover: coverOf(row.raceid, counted),
          created_at: row.created_at,
        })
    }
    return { items, after }
  }),

  handle(photoFavourite, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, on } = input
    if (!(await publishedRace(db, raceid, now))) return refuse('race_not_found')
    if (!(await findShown(db, raceid, id, now))) return refuse('photo_not_found')
    return save(async (tx) => {
      if (!on) await removeFavourite(tx, raceid, who.uid!, id)
      else {
        if ((await countFavourites(tx, who.uid!)) >= MOST_FAVOURITES)
          refuse('too_many_favourites', { n: MOST_FAVOURITES })
        await addFavourite(tx, raceid, who.uid!, id, now)
      }
      return { id, favourite: on }
    })
  }),

  handle(photoReport, async (context) => {
    const { input, db, now, who, refuse, save } = context
    const { raceid, id, reason } = input
    if (!(await publishedRace(db, raceid, now))) return refuse('race_not_found')
    if (!(await findShown(db, raceid, id, now))) return refuse('photo_not_found')
    const own = (await bibsOf(context, who.uid!, raceid, now)).get(raceid)
    return save(async (tx) => {
      const [photo] = await lockPhotos(tx, raceid, [id])
      const mine = (await listTags(tx, raceid, [id])).some(({ bib }) => own?.has(bib))
      await addReport(tx, { raceid, photoid: id, uid: who.uid!, own: mine, reason, created_at: now })
      if (mine && photo?.state === 'ready') await setPhotosHidden(tx, raceid, [photo], { why: 'asked' })
      return { id, hidden: mine }
    })
  }),

  ...facesRoutes,
  ...consoleRoutes,
]
