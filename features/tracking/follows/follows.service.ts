import { type Lang, nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { type Job, type Sweep, addJob } from '#db/jobs/jobs.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { inBox } from '#features/messages/box.words.ts'
import { type Values, eachLang } from '#features/messages/rules.ts'
import { sendMessages } from '#features/messages/service.ts'
import type { Template } from '#features/messages/words.ts'
import { type PushMessage, queuePushes } from '#features/push/service.ts'
import { readRace } from '#features/races/service.ts'
import { gunsOfRunners } from '#features/timing/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { FieldRace } from '../field/field.service.ts'
import {
  type PassingKind,
  isNews,
  keeping,
  labelOf,
  followedPassings,
  pointOf,
  quietForFollows,
  timeText,
  wants,
} from './follows.rules.ts'
import {
  type FollowRow,
  type NewsRow,
  type RaceNews,
  findShownRunner,
  insertPassings,
  listStandings,
  listUnsentNews,
  lockNews,
  lockProgress,
  nextFollowers,
  saveProgress,
  saveNewsProgress,
} from './follows.store.ts'
import { textFollowers } from './texts.service.ts'

/** The job that notifies the followers of a runner about one passing. */
export const TELL = 'follow tell'
const BATCH = 500
type Working = Parts & { now: Date }

/** Returns the key that ends one follow. Each message of this follow contains the key. */
export const stopKey = (seal: Seal, raceid: number, id: number): string =>
  `${id}.${seal.blind('accounts', 'follow stop', `${raceid}/${id}`).toString('base64url')}`

type News = { events: { eventid: number; changed: number; runners: { bib: string }[] }[] }
/**
 * Collects the runners whom pieces of news name. A piece names at most the first few runners. If more runners changed,
 * the piece stands for the whole event.
 */
const namedIn = (pieces: readonly RaceNews[]) => {
  const events = pieces.flatMap(({ news }) => (news as News).events)
  return {
    bibs: events.flatMap(({ runners }) => runners.map(({ bib }) => bib)),
    eventids: [...new Set(events.filter((one) => one.changed > one.runners.length).map(({ eventid }) => eventid))],
  }
}

/** Stores the new passings of followed runners of a race, and queues a job for each passing that is still news. */
const tellRace = async (working: Working, raceid: number, pieces: readonly RaceNews[]): Promise<void> => {
  const { db, now } = working
  await db.transaction().execute(async (tx) => {
    const progress = await lockProgress(tx, raceid)
    const fresh = pieces.filter(({ id }) => progress && id > progress.news_upto)
    if (fresh.length === 0) return
    const { bibs, eventids } = namedIn(fresh)
    const standings = await listStandings(tx, raceid, bibs, eventids, now)
    const guns = await gunsOfRunners(
      tx,
      raceid,
      standings.map(({ bib }) => bib),
    )
    const rows = standings.flatMap((one) => {
      const gun = guns.get(`${one.eventid}/${one.bib}`)
      if (gun === undefined) return []
      return followedPassings(one, one.points, gun, now.getTime()).map((passing) => ({
        ...passing,
        bib: one.bib,
        eventid: one.eventid,
        point: pointOf(passing),
        late: !isNews(passing.at, now.getTime()),
      }))
    })
    for (const { bib, eventid, point, done } of await insertPassings(tx, raceid, rows, now))
      if (!done)
        await addJob(tx, TELL, { raceid, bib, eventid, point }, { key: `${TELL} ${raceid}/${eventid}/${bib}/${point}` })
    await saveProgress(tx, raceid, fresh.at(-1)!.id)
  })
}

/**
 * Reads the unsent news of timing, stores the passings in it, and queues the jobs that notify followers. It runs apart
 * from the derivation of results, so that it never delays the derivation.
 */
export const tellNews: Sweep<Parts>['run'] = async (working) => {
  const pieces = await listUnsentNews(working.db)
  for (const [raceid, ofRace] of Map.groupBy(pieces, (one) => one.raceid)) await tellRace(working, raceid, ofRace)
}

const templates: Readonly<Record<PassingKind, Template>> = {
  start: 'follow_started',
  split: 'follow_passed',
  finish: 'follow_finished',
  end: 'follow_ended',
}

/** Returns the name of a point in a message. If the name is a number of kilometres, the unit is added. */
const pointText = (label: string): Values[string] =>
  /^\d+([.,]\d+)?$/.test(label) ? eachLang((lang) => `${label} ${lang === 'en' ? 'km' : '公里'}`) : label

type Telling = { working: Working; race: FieldRace; news: NewsRow; values: Values; path: string }
/** Queues the messages about one passing for some of the followers: for boxes, as text messages, and for browsers. */
const tellBatch = async (tx: Tx, { working, race, news, values, path }: Telling, followers: readonly FollowRow[]) => {
  const { seal, now, integrations, origin } = working
  const { raceid, kind, point } = news
  const template = templates[kind]
  const wanting = followers.filter((follow) => wants(follow, { kind, label: labelOf(point) }))
  const { until, atNight } = keeping(kind, now)
  const keyOf = ({ id }: FollowRow) => `follow ${raceid}/${id} ${point}`
  await sendMessages(
    tx,
    wanting.flatMap((follow) =>
      follow.uid !== null && follow.channels.includes('app')
        ? [
            {
              seal,
              now,
              uid: follow.uid,
              path,
              lang: follow.lang as Lang,
              template,
              values,
              key: keyOf(follow),
              raceid,
            },
          ]
        : [],
    ),
  )
  const stopOf = ({ id }: FollowRow) =>
    `${origin}/live/follows?raceid=${raceid}&stop=${encodeURIComponent(stopKey(seal, raceid, id))}`
  await textFollowers(tx, { seal, now, race, kind, values, until, keyOf, stopOf }, wanting)
  await queuePushes(
    tx,
    { seal, now, quiet: quietForFollows(integrations.smsOptions.quiet) },
    wanting.flatMap((follow): PushMessage[] => {
      if (!follow.channels.includes('push')) return []
      return [
        {
          to: follow.uid === null ? { device_ix: follow.device_ix! } : { uid: follow.uid },
          box: false,
          write: (lang) => {
            const { title, text } = inBox(template, values, lang)
            return { title, body: text }
          },
          path,
          tag: keyOf(follow),
          stop: { raceid, key: stopKey(seal, raceid, follow.id) },
          until,
          urgency: 'high',
          atNight,
        },
      ]
    }),
  )
}

/**
 * Notifies all followers of a runner about a passing, some hundred followers at a time. Each step saves its progress in
 * its own transaction, so a follower gets one message about a passing, even after a crash.
 */
export const tellFollowers: Job<Parts>['run'] = async (payload, working) => {
  // A job that an earlier release queued names no event.
  const { raceid, ...passing } = payload as { raceid: number; bib: string; eventid?: number; point: string }
  const { bib, eventid, point } = passing
  const { db, seal, now } = working
  await seal.prepare('accounts')
  const race = await readRace(db, raceid, now)
  const runner = await findShownRunner(db, raceid, { bib, eventid }, now)
  for (let more = race !== undefined && runner !== undefined; more;)
    more = await db.transaction().execute(async (tx) => {
      const news = await lockNews(tx, raceid, { bib, eventid, point })
      if (!news) return false
      const followers = await nextFollowers(tx, news, BATCH)
      const values: Values = {
        who: eachLang((lang) => (runner!.name === null ? bib : nameIn(lang, runner!.name, null))),
        bib,
        race: eachLang((lang) => nameIn(lang, race!.name, race!.names)),
        point: pointText(labelOf(point)),
        time: news.ms === null ? '' : timeText(Number(news.ms)),
      }
      const path = `/result?key=${encodeURIComponent(runner!._key)}&raceid=${raceid}`
      if (followers.length > 0) await tellBatch(tx, { working, race: race!, news, values, path }, followers)
      const done = followers.length < BATCH
      await saveNewsProgress(tx, news, {
        told_upto: followers.at(-1)?.id ?? news.told_upto,
        done_at: done ? now : null,
      })
      return !done
    })
}
