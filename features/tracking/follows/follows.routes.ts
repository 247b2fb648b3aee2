import { nameIn } from '#contract/words.ts'
import { lockAll } from '#db/locks.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { mobileOfAccount } from '#features/accounts/service.ts'
import { deviceIndex, keepSubscription, pushKeys } from '#features/push/service.ts'
import { readRace, readPublishedRace } from '#features/races/service.ts'
import { timedRunnersWith } from '#features/timing/service.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { runnersKnownByDevice } from '../field/byDevice.service.ts'
import type { FieldRace } from '../field/field.service.ts'
import { type Follow, liveGpsGetsubscribes, liveGpsSubscribe, liveGpsUnsubscribe } from './follows.contract.ts'
import { MOST_FOLLOWS } from './follows.rules.ts'
import { stopKey } from './follows.service.ts'
import {
  type FollowHolder,
  type ListedFollow,
  beginProgress,
  countFollows,
  forbidsFollowing,
  insertFollow,
  listFollows,
  removeFollow,
  removeFollows,
} from './follows.store.ts'
import { paysForTexts } from './texts.service.ts'

const follows = allowanceOf({ own: 200, network: 2000 }, 3600, 'follows')
type Asking = Pick<Context<typeof liveGpsSubscribe>, 'seal' | 'who' | 'device' | 'lang'>

/** Returns the caller as the holder of follows. Only the cookie identifies a browser without an account. */
const holderOf = async ({ seal, who, device }: Asking): Promise<FollowHolder> => {
  await seal.prepare('accounts')
  return { uid: who.uid, device_ix: device && deviceIndex(seal, device) }
}
const shown = ({ lang }: Pick<Asking, 'lang'>, row: ListedFollow): Follow => {
  const { raceid, bib, eventid, name, _key, points, labels, channels } = row
  return {
    raceid,
    race: nameIn(lang, row.race, row.names),
    bib,
    eventid,
    name,
    _key,
    points: points as Follow['points'],
    labels,
    channels: channels as Follow['channels'],
    since: row.created_at as unknown as string,
  }
}

/**
 * Tells whether the caller may get text messages: the account has a mobile, and the race still pays for text messages.
 */
const mayText = async (
  { db, seal, who }: Pick<Context<typeof liveGpsSubscribe>, 'db' | 'seal' | 'who'>,
  race: FieldRace,
): Promise<boolean> =>
  who.uid !== null && (await paysForTexts(db, race)) && (await mobileOfAccount(db, seal, who.uid)) !== undefined

/**
 * Finds the runners with a bib whom somebody may follow: runners whom somebody times, and runners with a public device.
 */
const runnersWith = async (
  { db, now }: Pick<Context<typeof liveGpsSubscribe>, 'db' | 'now'>,
  raceid: number,
  bib: string,
  eventid: number | undefined,
): Promise<{ eventid: number; points: string[]; timed: boolean }[]> => {
  const timed = (await timedRunnersWith(db, raceid, bib)).map((one) => ({ ...one, timed: true }))
  const others = (await runnersKnownByDevice(db, raceid, bib, now)).flatMap((id) =>
    timed.some((one) => one.eventid === id) ? [] : [{ eventid: id, points: [], timed: false }],
  )
  return [...timed, ...others].filter((one) => eventid === undefined || one.eventid === eventid)
}

export const routes = [
  handle(liveGpsSubscribe, async ({ input, address, refuse, ...asking }) => {
    const { db, seal, integrations, lang, now, who, device } = asking
    const { raceid, bib, channels } = input
    const race = (await readPublishedRace(db, raceid, now)) ?? refuse('race_not_found')
    if (channels.includes('wechat')) refuse('channel_closed')
    if (channels.includes('sms') && !(await mayText(asking, race!))) refuse('channel_closed')
    const wait = follows.count({ address, who, device }, now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    if (input.push && !integrations.push.usable(input.push)) refuse('push_unusable')
    if (who.uid === null && !device) refuse('push_no_holder')
    const runners = await runnersWith(asking, raceid, bib, input.eventid)
    const runner = runners[0] ?? refuse('runner_not_timed')
    if (runners.length > 1)
      refuse('which_runner', { bib, n: runners.length, events: runners.map((one) => one.eventid) })
    const { eventid, points } = runner
    if (await forbidsFollowing(db, raceid, { bib, eventid })) refuse('follow_forbidden')
    const by = await holderOf(asking)
    const { publicKey } = await pushKeys(asking)
    const [row] = await db.transaction().execute(async (tx) => {
      const holder = by.uid === null ? by.device_ix!.toString('hex') : `u${by.uid}`
      await lockAll(tx, [{ kind: 'follows', raceid, id: holder }])
      if ((await countFollows(tx, by, raceid, { bib, eventid })) >= MOST_FOLLOWS)
        refuse('too_many_follows', { n: MOST_FOLLOWS })
      if (input.push)
        await keepSubscription(tx, seal, {
          push: input.push,
          publicKey,
          holder: { uid: who.uid, device },
          lang,
          zone: input.zone,
          box: false,
          now,
        })
      await removeFollows(tx, by, raceid, { bib, eventid })
      await insertFollow(tx, {
        raceid,
        bib,
        eventid,
        uid: by.uid,
        device_ix: by.uid === null ? by.device_ix : null,
        points: input.points,
        labels: input.labels.filter((label) => points.includes(label)),
        channels: [...new Set(channels)],
        lang,
        created_at: now,
        updated_at: now,
      })
      await beginProgress(tx, raceid)
      return listFollows(tx, by, { raceid, bib, eventid }, now)
    })
    return { follow: shown(asking, row!) }
  }),
  handle(liveGpsUnsubscribe, async ({ input, ...asking }) => {
    const { db, seal } = asking
    const { raceid, stop } = input
    const by = await holderOf(asking)
    return db.transaction().execute(async (tx) => {
      if (stop === undefined)
        return { stopped: await removeFollows(tx, by, raceid, { bib: input.bib, eventid: input.eventid }) }
      const id = Number(/^\d{1,15}(?=\.)/.exec(stop)?.[0])
      const right = Number.isSafeInteger(id) && stopKey(seal, raceid, id) === stop
      return { stopped: right ? await removeFollow(tx, raceid, id) : 0 }
    })
  }),
  handle(liveGpsGetsubscribes, async ({ input, ...asking }) => {
    const { db, now, who } = asking
    const by = await holderOf(asking)
    const { publicKey } = await pushKeys(asking)
    const { raceid, bib, eventid } = input
    const [runner] = raceid === undefined || bib === undefined ? [] : await runnersWith(asking, raceid, bib, eventid)
    const race = raceid === undefined ? undefined : await readRace(db, raceid, now)
    return {
      items: (await listFollows(db, by, { raceid, bib, eventid }, now)).map((row) => shown(asking, row)),
      push_key: publicKey,
      channels: [
        ...(who.uid === null ? [] : ['app' as const]),
        'push' as const,
        ...(race && (await mayText(asking, race)) ? ['sms' as const] : []),
      ],
      labels: runner?.points ?? [],
      timed: runner?.timed ?? true,
    }
  }),
]
