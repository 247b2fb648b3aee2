import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { raceOfKey, addressedId } from '#contract/key.ts'
import { nameIn } from '#contract/words.ts'
import { networkOf } from '#db/limits/limits.ts'
import { countingFailures } from '#db/errors/failures.ts'
import { rateOf } from '#db/limits/rates.ts'
import { pictureSizeOf } from '#contract/pictures.ts'
import { WORK_BITS } from '#features/checks/human.rules.ts'
import { askFor } from '#features/checks/service.ts'
import { base64In } from '#features/files/inline/inlineData.rules.ts'
import { reencode } from '#features/files/encoding.service.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { kindOfAsker, laneOf } from '#seam/server/asker.ts'
import { isNearlyFull } from '#integrations/files/disk.ts'
import { handle, raw } from '#seam/server/handle.ts'
import { percentDecoded } from '#contract/written.ts'
import {
  appWechatQrcode,
  storBase64,
  userQrcode,
  watermaskFetch,
  wechatMiniQrcode,
  wechatMiniQrdata,
  wechatTicket,
} from './contract.ts'
import { accountCode, briefFile, contentOfScene, drawCode, miniCode } from './service.ts'
import { fallbackCode, keyIn, pageOfOurs, pageOfRunner, raceOfLink, readScene, runnerCode, usesMini } from './rules.ts'
import { isRunnersKey, sceneLink } from './public.store.ts'
import { bytesOfBriefs, insertBrief, isBrief } from './store.ts'

const BRIEF_MS = 2 * 3_600_000
const MOST_BYTES = 6 * 1024 * 1024
/** The largest picture, in megapixels. A certificate or a poster from a device has half of these megapixels. */
const MOST_MEGAPIXELS = 24
/** The limit on the bytes of all brief pictures together. */
const MOST_TOGETHER = 2 * 1024 ** 3
/**
 * The limit on sent pictures, in kilobytes. Many phones at a finish share a network's address, and each has a picture
 * or two. The limit allows some 1,500 certificates of a network and 60 of one device. It keeps people from using the
 * server as a store.
 */
const sent = allowanceOf({ own: 60_000, network: 1_500_000 }, 600, 'codes sent')
/** The limit on decoded pictures, in megapixels. */
const decoded = allowanceOf({ own: 400, network: 8000 }, 600, 'codes decoded')
const strangers = rateOf(8000, 600, 'codes strangers')
/**
 * The limit on signatures. A signature costs nothing. But it is made with a secret of WeChat, the ticket. A person who
 * tries to guess this secret must not get many signatures.
 */
const signed = allowanceOf({ own: 120, network: 600 }, 60)
const drawn = allowanceOf({ own: 120, network: 600 }, 60)

export const routes = [
  handle(wechatMiniQrcode, async (context) => {
    const { input, raceid: raceOfCall, db, integrations, origin, now, refuse } = context
    const { data, scene } = input
    const link = data && (pageOfOurs(data.link, [origin]) ?? refuse('code_link_elsewhere'))
    if (link === undefined && scene === undefined) return refuse('code_of_what')
    const raceid =
      data?.raceid ??
      input.raceid ??
      raceOfCall ??
      (link === undefined ? readScene(scene!)?.raceid : raceOfLink(link)) ??
      refuse('code_of_which_race')
    const race = (await readPublishedRace(db, raceid, now)) ?? refuse('race_not_found')
    const settings = settingsOf(race)
    const request = {
      raceid,
      app: input.app ?? settings.qr_app,
      page: input.page ?? settings.qr_page,
      asker: context,
    }
    const made = await miniCode(
      { db, integrations },
      link === undefined
        ? { ...request, scene: scene! }
        : { ...request, data: { link, ...(data!.v === undefined ? {} : { v: data!.v }) } },
      now,
    )
    if (made && 'wait' in made) return refuse('too_often', { retry_after: made.wait })
    if (made && 'unknown' in made) return refuse('code_page_unknown')
    return made ?? refuse('code_not_made')
  }),

  handle(wechatMiniQrdata, async ({ input, db, origin, now, refuse }) => {
    const scene = percentDecoded(input.scene)
    const made = await sceneLink.get()(db, scene, now)
    const content = made ? { ...made, v: null, key: null } : await contentOfScene(db, scene)
    return content ? { ...content, scene, link: origin + content.link } : refuse('code_unknown')
  }),

  handle(appWechatQrcode, async (context) => {
    const { input, db, integrations, now, refuse } = context
    const { raceid, scene = 'race' } = input
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    const made = await accountCode({ db, integrations }, { raceid, scene, asker: context }, now)
    if (made && 'wait' in made) return refuse('too_often', { retry_after: made.wait })
    return made ?? refuse('code_not_made')
  }),

  handle(userQrcode, async (context) => {
    const { input, db, integrations, origin, now, refuse } = context
    const { key } = input
    const raceid = raceOfKey(key)!
    const race = (await readPublishedRace(db, raceid, now)) ?? refuse('race_not_found')
    const settings = settingsOf(race)
    const page = pageOfRunner(raceid, key)
    if (!usesMini(settings)) return { url: runnerCode(key), kind: 'web' as const, link: origin + page }
    const made = await miniCode(
      { db, integrations },
      {
        raceid,
        app: settings.qr_app,
        page: settings.qr_page,
        asker: context,
        scene: `${raceid},${key}`.length > 32 ? key : `${raceid},${key}`,
      },
      now,
    )
    return made && 'url' in made
      ? { url: made.url, kind: 'mini' as const, link: origin + page }
      : { url: fallbackCode(raceid), kind: 'fallback' as const, link: origin + page }
  }),

  handle(wechatTicket, async (context) => {
    const { input, db, integrations, origin, now, refuse } = context
    const wait = signed.count(context, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const url = input.url.split('#')[0]!
    if (URL.parse(url)?.origin !== new URL(origin).origin) return refuse('page_elsewhere')
    const answer = await countingFailures(db, 'page_ticket', now, () => integrations.messagingApp.pageTicket())
    const ticket = answer?.answer ?? refuse('code_not_made')
    const [nonceStr, timestamp] = [randomBytes(12).toString('base64url'), Math.floor(now.getTime() / 1000)]
    const signature = createHash('sha1')
      .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`)
      .digest('hex')
    return { appId: integrations.messagingApp.appid, timestamp, nonceStr, signature }
  }),

  handle(watermaskFetch, async ({ input, db, now, lang, refuse }) => ({
    items: settingsOf((await readPublishedRace(db, input.raceid, now)) ?? refuse('race_not_found')).watermasks.map(
      (one) => ({
        ...one,
        name: nameIn(lang, one.name, one.names),
      }),
    ),
  })),

  handle(storBase64, async (context) => {
    const { input, raceid: raceOfCall, db, integrations, folder, who, device, meet, now, refuse } = context
    const named = keyIn(input.key)
    const raceid =
      input.raceid ?? raceOfCall ?? (named === undefined ? undefined : raceOfKey(named)) ?? refuse('code_of_which_race')
    if (!(await readPublishedRace(db, raceid, now))) return refuse('race_not_found')
    // A page at a partner's address sends no cookie. There the key of a runner proves that the call comes from a page.
    const isOfRunner = async () => named !== undefined && (await isRunnersKey.get()(db, raceid, named))
    if (who.uid === null && device === null && !(await isOfRunner())) return refuse('page_needed')
    const wait = sent.count(context, now, { much: Math.ceil(input.file.length / 1024) })
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const bytes = base64In(input.file) ?? refuse('not_a_picture')
    if (bytes.length === 0) return refuse('file_missing')
    if (bytes.length > MOST_BYTES) return refuse('picture_file_too_large')
    const megapixels = megapixelsOf(bytes)
    if (megapixels === undefined) return refuse('not_a_picture')
    if (megapixels > MOST_MEGAPIXELS) return refuse('drawing_too_large')
    const tired = decoded.count(context, now, { much: megapixels })
    if (tired > 0) return refuse('too_often', { retry_after: tired })
    // Anybody can get a cookie. When a network has used its limit, the devices of strangers must work for their
    // requests.
    if (kindOfAsker(context) === 'stranger' && strangers.count(networkOf(context.address), now, megapixels) > 0) {
      const why = await askFor(db, { check: 'work', bits: WORK_BITS + 2 }, input, now, meet)
      if (why) return refuse(why.word, why.facts)
    }
    if ((await bytesOfBriefs(db, now)) > MOST_TOGETHER || (await isNearlyFull(folder))) return refuse('storage_full')
    const encoded = await reencode(bytes, { guest: laneOf(context) })
    if (typeof encoded === 'string') return refuse(encoded)
    const name = `${randomBytes(16).toString('hex')}.${encoded.ext}`
    const expires_at = new Date(now.getTime() + BRIEF_MS)
    // The row is written before the file, because no job removes a file without a row.
    await insertBrief(db, { raceid, name, ends_at: expires_at, bytes: encoded.bytes.length })
    await integrations.files.write(briefFile(raceid, name), encoded.bytes)
    return { path: `/brief/${raceid}/${name}`, width: encoded.width, height: encoded.height, expires_at }
  }),
]

/** Returns the megapixels from the picture's header, which decide the cost of decoding. Undefined without a header. */
const megapixelsOf = (bytes: Buffer): number | undefined => {
  const size = pictureSizeOf(bytes)
  return size && size.width > 0 && size.height > 0 ? Math.ceil((size.width * size.height) / 1_000_000) : undefined
}

const gone = (reply: FastifyReply, status: 404 | 429) => reply.code(status).header('cache-control', 'no-store').send()
const picture = (reply: FastifyReply, ext: string, kept: string) =>
  reply
    .header('cache-control', kept)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .type(ext === 'png' ? 'image/png' : 'image/jpeg')

/**
 * Returns the address to which the code with this path leads: a runner's page, a race, or all races. Undefined for any
 * other path.
 */
const leadsTo = (name: string): string | undefined => {
  const raceid = raceOfKey(name)
  if (raceid !== undefined) return pageOfRunner(raceid, name)
  if (name === '0') return '/'
  return addressedId(name) === undefined ? undefined : `/home?raceid=${name}`
}

export const rawRoutes = [
  raw(
    'GET',
    '/codes/:name',
    "An ordinary code as a PNG that never changes: `/codes/{raceid}.png` leads to the race and is the fixed picture where a mini-program's code can't be had (`/codes/0.png`: to all races); `/codes/{key}.png` leads to a runner's page.",
    async ({ origin, clock }, request, reply, callers) => {
      const { name } = request.params as { name: string }
      const page = name.endsWith('.png') ? leadsTo(name.slice(0, -4)) : undefined
      if (page === undefined) return gone(reply, 404)
      const { runner, device } = await callers()
      if (drawn.count({ address: request.ip, who: runner, device }, clock()) > 0) return gone(reply, 429)
      return picture(reply, 'png', 'public, max-age=31536000, immutable').send(await drawCode(origin + page))
    },
  ),

  raw(
    'GET',
    '/brief/:raceid/:name',
    'Returns a picture that /stor/base64 stored in the last two hours.',
    async ({ db, integrations, clock }, request, reply) => {
      const { raceid: race, name } = request.params as { raceid: string; name: string }
      const raceid = addressedId(race)
      const known =
        raceid !== undefined && /^[0-9a-f]{32}\.(jpg|png)$/.test(name) && (await isBrief(db, raceid, name, clock()))
      const bytes = known ? await integrations.files.read(briefFile(raceid, name)) : undefined
      return bytes
        ? picture(reply, name.slice(-3), 'private, max-age=7200').header('x-robots-tag', 'noindex').send(bytes)
        : gone(reply, 404)
    },
  ),

  raw(
    'GET',
    '/pretend/miniprogram',
    "Where the sandbox mini-program's codes lead: it asks what its scene stands for and opens that page, as the real one does. Only where no real one is configured.",
    async ({ db, integrations, origin, clock }, request, reply) => {
      const query = new URL(request.url, origin).searchParams
      if (!integrations.sandbox.messagingapp) return gone(reply, 404)
      const scene = query.get('scene') ?? ''
      const account = /^([1-9]\d{0,9})_/.exec(query.get('account') ?? '')?.[1]
      const content = (await sceneLink.get()(db, scene, clock())) ?? (await contentOfScene(db, scene))
      const page = content?.link ?? (account ? `/home?raceid=${account}` : undefined)
      return page === undefined
        ? gone(reply, 404)
        : reply
            .code(302)
            .header('cache-control', 'no-store')
            .header('location', origin + page)
            .send()
    },
  ),
]
