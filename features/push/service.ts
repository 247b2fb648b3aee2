import type { Lang } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { addJobs } from '#db/jobs/jobs.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { Device } from '#seam/server/device.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type VapidKeys, newPushKeys, vapidPublicKeyOf } from '#integrations/push/client.ts'
import type { PushSubscription } from './contract.ts'
import { morningAfter, knownZone } from './quiet.rules.ts'
import { fittedNotification } from './rules.ts'
import { findKeys, insertKeys, keepNewest, listOfHolders, removeByEndpoint, upsertSubscription } from './store.ts'

/** The job that hands messages over to push services. */
export const PUSH = 'push send'
/** The most messages of one job. The job sends them at the same time. */
const PER_JOB = 50
/** The most browsers of one account or cookie. */
const MOST_BROWSERS = 10

type KeyParts = Pick<Parts, 'db' | 'seal' | 'integrations'> & { now: Date }
/**
 * Returns the keys of the platform: the keys of the settings, or else the keys in the database. If there are no keys,
 * the call makes them.
 */
export const pushKeys = async ({ db, seal, integrations, now }: KeyParts): Promise<VapidKeys> => {
  const { privateKey } = integrations.pushSettings
  if (privateKey !== undefined) return { privateKey, publicKey: vapidPublicKeyOf(privateKey)! }
  await seal.prepare('accounts')
  for (;;) {
    const kept = await findKeys(db)
    if (kept)
      return { publicKey: kept.public_key, privateKey: seal.open('accounts', 'push private key', kept.private_key) }
    const { publicKey, privateKey } = newPushKeys()
    await insertKeys(
      db,
      { public_key: publicKey, private_key: seal.seal('accounts', 'push private key', privateKey) },
      now,
    )
  }
}

/** The account or the browser that gets messages. */
export type PushHolder = { uid: number | null; device: Pick<Device, 'id'> | null }
export const endpointIndex = (seal: Seal, endpoint: string): Buffer => seal.blind('accounts', 'push endpoint', endpoint)
export const deviceIndex = (seal: Seal, { id }: Pick<Device, 'id'>): Buffer => seal.blind('accounts', 'push device', id)

/** Keeps a browser's subscription, which the caller has checked. The caller has prepared the scope 'accounts'. */
export const keepSubscription = async (
  tx: Tx,
  seal: Seal,
  given: {
    push: PushSubscription
    publicKey: string
    holder: PushHolder
    lang: Lang
    zone: string | undefined
    box: boolean
    former?: string | undefined
    now: Date
  },
): Promise<void> => {
  const { push, holder, now } = given
  const device_ix = holder.device && deviceIndex(seal, holder.device)
  if (given.former !== undefined) await removeByEndpoint(tx, endpointIndex(seal, given.former))
  await upsertSubscription(tx, {
    endpoint_ix: endpointIndex(seal, push.endpoint),
    browser: seal.seal('accounts', 'push target', JSON.stringify(push)),
    public_key: given.publicKey,
    uid: holder.uid,
    device_ix,
    lang: given.lang,
    zone: knownZone(given.zone),
    box: given.box,
    created_at: now,
    updated_at: now,
  })
  if (holder.uid !== null) await keepNewest(tx, 'uid', holder.uid, MOST_BROWSERS)
  if (device_ix) await keepNewest(tx, 'device_ix', device_ix, MOST_BROWSERS)
}

export type PushMessage = {
  /** The account whose browsers get the message, or the blind index of one browser's cookie. */
  to: { uid: number } | { device_ix: Buffer }
  /** True if only the browsers that take the messages of the box get this message. */
  box: boolean
  /** Writes the texts in the language of a browser. */
  write: (lang: Lang) => { title: string; body: string }
  /** The page of the message in the runners' app. */
  path: string
  /** A browser shows only the last message of a tag, so a runner sees a repeated message once. */
  tag: string
  /** The follow that one tap in the notification ends. */
  stop?: { raceid: number; key: string }
  /** The moment after which the message is useless. */
  until: Date
  urgency: 'low' | 'normal' | 'high'
  /** The rule for the quiet hours: `wait` for the morning, `send` at once, or `drop` the message. */
  atNight: 'wait' | 'send' | 'drop'
}
export type PushJob = { items: { id: number; message: string }[]; until: string; urgency: PushMessage['urgency'] }

type Queueing = { seal: Seal; now: Date; quiet: { from: number; to: number } }
/**
 * Queues messages to browsers. The caller has prepared the scope 'accounts'. The queue holds each text sealed, because
 * the text reveals who follows whom.
 */
export const queuePushes = async (
  tx: Tx,
  { seal, now, quiet }: Queueing,
  messages: readonly PushMessage[],
): Promise<void> => {
  if (messages.length === 0) return
  const rows = await listOfHolders(
    tx,
    messages.flatMap(({ to }) => ('uid' in to ? [to.uid] : [])),
    messages.flatMap(({ to }) => ('device_ix' in to ? [to.device_ix] : [])),
  )
  if (rows.length === 0) return
  const ofAccount = Map.groupBy(rows, ({ uid }) => uid)
  const ofDevice = Map.groupBy(rows, ({ device_ix }) => device_ix?.toString('hex'))
  const batches = new Map<string, { at: Date; until: Date; urgency: PushMessage['urgency']; items: PushJob['items'] }>()
  for (const { to, box, write, path, tag, stop, until, urgency, atNight } of messages) {
    const browsers = ('uid' in to ? ofAccount.get(to.uid) : ofDevice.get(to.device_ix.toString('hex'))) ?? []
    for (const { id, lang, zone, box: takesBox } of browsers) {
      if (box && !takesBox) continue
      const at = atNight === 'send' ? now : morningAfter(zone, now, quiet)
      if ((at > now && atNight === 'drop') || at >= until) continue
      const text = JSON.stringify(
        fittedNotification({ ...write(lang as Lang), path, tag, lang, ...(stop ? { stop } : {}) }),
      )
      const name = `${at.getTime()} ${until.getTime()} ${urgency}`
      const batch = batches.getOrInsertComputed(name, () => ({ at, until, urgency, items: [] }))
      batch.items.push({ id, message: seal.seal('accounts', 'push message', text).toString('base64') })
    }
  }
  await addJobs(
    tx,
    [...batches.values()].flatMap(({ at, until, urgency, items }) =>
      Array.from({ length: Math.ceil(items.length / PER_JOB) }, (_, n) => ({
        name: PUSH,
        payload: { items: items.slice(n * PER_JOB, (n + 1) * PER_JOB), until: until.toISOString(), urgency },
        ...(at > now ? { runAt: at } : {}),
      })),
    ),
  )
}
