import { chinaDay } from '#contract/days.ts'
import sharp, { type Sharp } from 'sharp'
import { giveStandardCertificates } from '#features/certificates/service.ts'
import { drawAll } from '#features/certificates/export/orderExport.service.ts'
import { saveEvent, saveEventStock } from '#features/events/service.ts'
import { Addon, PriceRule } from '#features/events/prices.contract.ts'
import { keepFile } from '#features/files/service.ts'
import { publishNotice } from '#features/notices/service.ts'
import { saveRace } from '#features/races/service.ts'
import { publish } from '#features/results/publication/publication.service.ts'
import { importResults } from '#features/results/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { finishers } from './demo/entrants.ts'
import { seedBallots } from './demo/ballots.ts'
import { seedCertificates } from './demo/certificates.ts'
import { seedCourses } from './demo/courses.ts'
import { seedAnnouncements } from './demo/notices/announcements.ts'
import { demoNotices } from './demo/notices/notices.ts'
import { palettes } from './demo/pictures/palettes.ts'
import { seedFilms } from './demo/films.ts'
import { seedDemoHotels } from './demo/hotels/seedHotels.ts'
import { seedHalls } from './demo/halls.ts'
import { seedPhotos } from './demo/photos.ts'
import { seedHandouts } from './demo/raceday/handouts.ts'
import { seedRaceDay } from './demo/raceday.ts'
import { seedPosters } from './demo/posters.ts'
import { demoRaces, sundayIn } from './demo/races.ts'
import { seedPlay } from './demo/play/play.ts'
import { seedShop } from './demo/shop/shop.ts'
import { seedInvoices, seedPostage } from './demo/money/payments.ts'
import { seedReconciliation } from './demo/money/reconciliations.ts'
import { seedRefundRules } from './demo/money/refunds.ts'
import { type RunnersByEvent, seedFinishers, seedRegistrations } from './demo/registrations.ts'
import { roadResults, trailResults } from './demo/results.ts'
import { headerSvg } from './demo/pictures/scenes.ts'
import { seedSeries } from './demo/raceday/series.ts'
import { seedChallenge } from './demo/raceday/challenges.ts'
import { seedTrail } from './demo/raceday/trails.ts'
import { seedSharedRun } from './demo/raceday/sharedRuns.ts'
import { seedTrackers } from './demo/raceday/trackers.ts'
import { seedTickets } from './demo/raceday/tickets.ts'
import { seedPlatform } from './demo/platform.ts'
import { seedTeamsAndCodes } from './demo/teams.ts'
import { seedWaitlists } from './demo/waitlists.ts'
import { seedBans } from './demo/raceday/bans.ts'
import { seedRealNames } from './demo/realNames.ts'
import { seedSubstitutes } from './demo/raceday/substitutes.ts'
import { seedWechatNotices } from './demo/wechatNotices.ts'
import { seedClubs } from './demo/money/clubs.ts'
import { seedWatermasks } from './demo/pictures/watermasks.ts'
import { seedAidStations } from './demo/raceday/aidStations.ts'
import { seedIncidents } from './demo/raceday/incidents.ts'
import { seedFeed } from './demo/raceday/feed.ts'
import { seedScenes } from './demo/raceday/scenes.ts'
import { seedTiming } from './demo/timing.ts'
import { seedVolunteersAndGames } from './demo/volunteers.ts'

const day = 86_400_000
/** Returns a moment about this many days from now, at `hour` o'clock in Shanghai. Null without a number of days. */
const later = (now: Date, days: number | undefined, hour = 17): Date | null =>
  days === undefined ? null : new Date(Math.floor((now.getTime() + days * day) / day) * day + (hour - 8) * 3_600_000)

type DemoRace = (typeof demoRaces)[number]
type DemoEvent = {
  id: number
  open: readonly [number, number]
  draw?: number
  pay?: number
  form?: object
  settings?: object
  ranking?: object
  names: object
  name: string
  type: string
  distance_cm: number
  state: string
  price: number
  /** The lower prices. `days` counts from now to the last day of an early bird. */
  prices?: readonly (Partial<PriceRule> & Pick<PriceRule, 'id' | 'kind'> & { days?: number })[]
  addons?: readonly (Addon & { most: number })[]
  places: number
  colour: string
}

const raceRow = (demo: DemoRace, time: Date, now: Date) => ({
  id: demo.id,
  name: demo.name,
  names: demo.names,
  kind: demo.kind,
  city: demo.city,
  province: demo.province,
  area: demo.area,
  address: demo.address,
  time,
  skins: { primary: demo.primary, color: '#ffffff' },
  menu: demo.menu,
  settings: {
    ...demo.settings,
    ...('reserves' in demo ? { delay: { ...demo.reserves, until: later(now, 40)!.toISOString() } } : {}),
  },
  popularity: demo.popularity,
  albumid: 'albumid' in demo ? demo.albumid : null,
  published_at: new Date(now.getTime() - 200 * day),
  created_at: now,
})

/**
 * Writes the events. With `free` every price is 0. A finished race has free events until its entrants are in the
 * database, because nobody can pay for that race any more.
 */
const seedEvents = (parts: Parts, demo: DemoRace, time: Date, now: Date, free = false): Promise<void> =>
  parts.db.transaction().execute(async (tx) => {
    for (const [at, event] of (demo.events as readonly DemoEvent[]).entries()) {
      await saveEvent(
        tx,
        {
          raceid: demo.id,
          id: event.id,
          name: event.name,
          names: event.names,
          type: event.type,
          distance_cm: event.distance_cm,
          state: event.state,
          price: free ? 0 : event.price,
          prices: (event.prices ?? []).map(({ days, ...rule }) =>
            PriceRule.parse({ ...rule, ...(days === undefined ? {} : { until: chinaDay(later(now, days)!) }) }),
          ),
          addons: (event.addons ?? []).map((addon) => Addon.parse(addon)),
          places: event.places,
          colour: event.colour,
          signup_from: later(now, event.open[0], 10),
          signup_until: later(now, event.open[1]),
          draw_at: later(now, event.draw, 10),
          pay_end: later(now, event.pay),
          start_at: new Date(time.getTime() + at * 1_200_000),
          sort: at,
          form: event.form,
          settings: event.settings,
          ranking: event.ranking,
          created_at: now,
        },
        now,
      )
      const stock = (event.addons ?? []).map(({ id, most }) => ({
        kind: 'addon' as const,
        name: id,
        shared: false,
        most,
      }))
      await saveEventStock(tx, demo.id, event.id, stock, now)
    }
  })

const seedRace = async (parts: Parts, demo: DemoRace, painted: boolean, now: Date): Promise<void> => {
  const time = sundayIn(demo.days, now, 'hour' in demo ? demo.hour : undefined)
  const row = raceRow(demo, time, now)
  await parts.db.transaction().execute((tx) => saveRace(tx, row, now))
  if (painted) {
    const pictures = await picturesOf(parts, demo)
    await parts.db.transaction().execute((tx) => saveRace(tx, { ...row, ...pictures }, now))
  }
  const isOver = demo.id === 226
  await seedEvents(parts, demo, time, now, isOver)
  if (!isOver) return
  await seedFinishers(parts, now)
  await seedEvents(parts, demo, time, now)
}

const seedNotices = ({ db }: Parts, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const { raceid, ago, until, pinned = false, ...notice } of demoNotices)
      await publishNotice(
        tx,
        raceid,
        { ...notice, pinned, published_at: later(now, -ago, 10), shown_until: later(now, until) },
        now,
      )
  })

/** Returns the race's painted picture, as header and as cover of its card. */
const picturesOf = async (parts: Parts, demo: DemoRace): Promise<{ header: string; cover: string }> => {
  const { scene, palette, seed } = palettes[demo.picture]
  const keep = async (name: string, picture: Sharp): Promise<string> => {
    const kept = await keepFile(parts, { raceid: demo.id, name, bytes: await picture.jpeg({ quality: 88 }).toBuffer() })
    if (typeof kept === 'string') throw new Error(`The picture of race ${demo.id} was not kept: ${kept}`)
    return kept.path
  }
  const drawn = sharp(Buffer.from(headerSvg(scene, palette, seed)))
  return {
    header: await keep('header.jpg', drawn.clone()),
    cover: await keep(
      'cover.jpg',
      drawn.clone().extract({ left: 200, top: 0, width: 1200, height: 900 }).resize(800, 600),
    ),
  }
}

/** Returns a drawn cover for each demo team. Each cover shows another landscape. */
const teamCoversOf = async (parts: Parts): Promise<string[]> => {
  const covers: string[] = []
  for (const [at, name] of (['qinghe', 'ridge', 'wharf'] as const).entries()) {
    const { scene, palette, seed } = palettes[name]
    const bytes = await sharp(Buffer.from(headerSvg(scene, palette, seed + 40 + at)))
      .extract({ left: 200, top: 200, width: 1280, height: 640 })
      .jpeg({ quality: 86 })
      .toBuffer()
    const kept = await keepFile(parts, { raceid: 2026, name: `team-${at}.jpg`, bytes })
    if (typeof kept !== 'string') covers.push(kept.path)
  }
  return covers
}

/** Draws three pictures in the scenery of race 2026. The home of the race shows the pictures one after another. */
const slidesOf = async (parts: Parts): Promise<string[]> => {
  const { scene, palette, seed } = palettes.lanjiang
  const slides: string[] = []
  for (const [at, left] of [0, 320, 160].entries()) {
    const drawn = sharp(Buffer.from(headerSvg(scene, palette, seed + (at + 1) * 7))).extract({
      left,
      top: 120,
      width: 1280,
      height: 720,
    })
    const kept = await keepFile(parts, {
      raceid: 2026,
      name: `slide-${at}.jpg`,
      bytes: await drawn.jpeg({ quality: 86 }).toBuffer(),
    })
    if (typeof kept !== 'string') slides.push(kept.path)
  }
  return slides
}

const knownAt = (eventid: number) =>
  new Map(finishers.filter((one) => one.eventid === eventid).map(({ at, person }) => [at, person]))

/** The size of the demo. A test that needs only a few of everything fills a smaller demo. */
export type DemoSize = {
  runners: RunnersByEvent
  /**
   * The number of rows in each of the three result files. The known finishers need 2,017 rows in the first file and 641
   * in the second.
   */
  lines: readonly [full: number, half: number, trail: number]
  /** False leaves out everything painted: pictures of races, photos, posters, and an archive of certificates. */
  pictures: boolean
}
const whole: DemoSize = { runners: { 2: 260, 3: 99, 4: 64 }, lines: [19_000, 11_000, 640], pictures: true }

const files = (year: number, [full, half, trail]: DemoSize['lines']) => [
  {
    raceid: 226,
    eventid: 1,
    filename: 'haiyu-marathon.csv',
    text: roadResults('full', full, 10_001, 226, year, knownAt(1)),
  },
  {
    raceid: 226,
    eventid: 2,
    filename: 'haiyu-half.csv',
    text: roadResults('half', half, 40_001, 2_226, year, knownAt(2)),
  },
  { raceid: 229, eventid: 1, filename: 'cloud-ridge.csv', text: trailResults(trail, 101, 229, year) },
]

/** Imports the results of the races that are over, and makes them official. */
const seedResults = async (parts: Parts, lines: DemoSize['lines'], now: Date): Promise<void> => {
  for (const { raceid, eventid, filename, text } of files(now.getUTCFullYear(), lines)) {
    const outcome = await importResults(parts, {
      raceid,
      eventid,
      filename,
      bytes: Buffer.from(text),
      now,
    })
    if (!('report' in outcome) || outcome.report.counts.refused > 0)
      throw new Error(
        `The demo results of race ${raceid} were not taken: ${JSON.stringify('report' in outcome ? outcome.report.counts : outcome)}`,
      )
    const done = await parts.db.transaction().execute((tx) =>
      publish(tx, {
        raceid,
        eventid,
        to: 'official',
        note: '',
        despite: false,
        minutes: 0,
        who: undefined,
        staffid: null,
        now,
      }),
    )
    if (typeof done === 'string') throw new Error(`The demo results of race ${raceid} are not official: ${done}`)
  }
}

/**
 * Fills an empty database with invented demo races, through the rooms' own functions. Days count from `parts.clock()`.
 */
export const seedDemo = async (parts: Parts, size: DemoSize = whole): Promise<void> => {
  const now = parts.clock()
  for (const demo of demoRaces) {
    await seedRace(parts, demo, size.pictures, now)
    await giveStandardCertificates(parts, {
      raceid: demo.id,
      primary: demo.primary,
      city: demo.city,
      trail: demo.kind === 'trail',
    })
  }
  await seedPlatform(parts, now)
  await seedCertificates(parts, now)
  await seedNotices(parts, now)
  await seedRefundRules(parts, now)
  await seedRegistrations(parts, size.runners, now)
  await seedAnnouncements(parts, now)
  await seedBallots(parts, now)
  await seedWaitlists(parts, now)
  const slides = size.pictures ? await slidesOf(parts) : []
  await seedCourses(parts, slides, now)
  await seedDemoHotels(parts, now)
  await seedTeamsAndCodes(parts, await teamCoversOf(parts), now)
  await seedClubs(parts, now)
  await seedBans(parts, now)
  await seedRealNames(parts, now)
  await seedWechatNotices(parts, now)
  await seedVolunteersAndGames(parts, now)
  await seedRaceDay(parts, now)
  await seedHandouts(parts, now)
  await seedResults(parts, size.lines, now)
  await seedSubstitutes(parts, now)
  await seedTiming(parts, now)
  await seedSharedRun(parts, now)
  await seedTrail(parts, now)
  await seedChallenge(parts, now)
  await seedSeries(parts, now)
  await seedTrackers(parts, now)
  await seedAidStations(parts, now)
  await seedIncidents(parts, now)
  if (size.pictures) await seedPhotos(parts, now)
  if (size.pictures) await seedPosters(parts, now)
  if (size.pictures) await seedWatermasks(parts, now)
  await seedScenes(parts, now)
  await seedFeed(parts, now)
  await seedHalls(parts, now)
  await seedFilms(parts, now)
  await seedTickets(parts, now)
  await seedInvoices(parts, now)
  await seedPostage(parts, now)
  await seedShop(parts, 2026, now)
  await seedPlay(parts, 2026, now)
  await seedReconciliation(parts, now)
  // All certificates of a small field are ready as an archive in the console some seconds after the first start. They
  // come last, because they would not show later changes.
  if (size.pictures) await drawAll(parts, { raceid: 2026, eventid: 4, kind: 'reg' }, parts.clock())
}
