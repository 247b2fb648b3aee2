import { createHash } from 'node:crypto'
import encodeQR from 'qr'
import sharp from 'sharp'
import { keyFrom } from '#contract/scalars.ts'
import type { Db } from '#db/db.ts'
import { onceAtATime } from '#db/sharing/batch.ts'
import { countingFailures } from '#db/errors/failures.ts'
import { rateOf } from '#db/limits/rates.ts'
import { keepFile } from '#features/files/service.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import type { Asker } from '#seam/server/asker.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { MiniName } from '#integrations/wechat/miniProgram.ts'
import { pageOfRunner, readScene } from './rules.ts'
import { findCode, findScene, saveCode } from './store.ts'

/** The limit on new codes. The vendor makes 5,000 codes a minute for all servers of a mini-program together. */
const perMinute = rateOf(4000, 60, 'codes per minute')
/**
 * The limit on new codes of one caller or network. It is high enough for many people behind one address who open pages
 * at the same time, and too low for a caller who invents thousands of links.
 */
const drawings = allowanceOf({ own: 120, network: 600 }, 60, 'codes drawings')

/** The request for a code of a mini-program. `asker` is null for staff, who make many codes at once. */
export type MiniCodeRequest = { raceid: number; app: MiniName; page: string; asker: Asker | null } & (
  | { scene: string }
  | { data: { link: string; v?: string | number | undefined } }
)

/** Returns the scene for `data`. The same data, app and page always get the same scene, so the code is made once. */
const sceneFor = ({ raceid, app, page }: MiniCodeRequest, data: object): string =>
  keyFrom(
    raceid,
    createHash('sha256')
      .update(JSON.stringify([app, page, data]))
      .digest(),
  )

/** The answer of the messaging app. Callers that ask at the same time share one request. */
type Drawn = { url: string } | { unknown: true } | undefined
const once = onceAtATime<Drawn>()

type Ground = Pick<Parts, 'db' | 'integrations'>
const keepPicture = async (
  { db, integrations }: Ground,
  raceid: number,
  bytes: Uint8Array,
  now: Date,
): Promise<string | undefined> => {
  const kept = await keepFile({ db, integrations, clock: () => now }, { raceid, bytes, name: 'code' })
  return typeof kept === 'string' ? undefined : kept.path
}

/**
 * A code, or the reason why there is no code. `unknown` means that the mini-program has no such page, or does not
 * accept the scene.
 */
export type CodeOutcome = { url: string; scene: string } | { wait: number } | { unknown: true } | undefined
/** Returns the kept code of a mini-program, or makes a new code. Undefined if the app makes no code at the moment. */
export const miniCode = async (parts: Ground, request: MiniCodeRequest, now: Date): Promise<CodeOutcome> => {
  const { raceid, app, page } = request
  const data = 'data' in request ? request.data : null
  const scene = 'scene' in request ? request.scene : sceneFor(request, request.data)
  const known = await findCode(parts.db, { raceid, scene, app, page }, now)
  if (known) return { url: known.picture, scene }
  const program = parts.integrations.miniPrograms[app]
  if (!program) return undefined
  const own = request.asker === null ? 0 : drawings.count(request.asker, now)
  const wait = Math.max(own, perMinute.count(app, now))
  if (wait > 0) return { wait }
  const drawn = await once(`${raceid} ${app} ${page} ${scene}`, async () => {
    const answer = await countingFailures(parts.db, 'mini_code', now, () => program.codeOf({ scene, page }))
    if (answer && answer.answer === undefined) return { unknown: true as const }
    const picture = answer?.answer && (await keepPicture(parts, raceid, answer.answer, now))
    if (picture)
      await saveCode(parts.db, {
        raceid,
        scene,
        app,
        page,
        data: data && JSON.stringify(data),
        picture,
        created_at: now,
        ends_at: null,
      })
    return picture ? { url: picture } : undefined
  })
  return drawn && 'url' in drawn ? { url: drawn.url, scene } : drawn
}

/** The content of a scanned scene. `link` is a path of ours with its query. */
export type SceneContent = { raceid: number; link: string; v: string | number | null; key: string | null }
/**
 * Finds the content of a scene that this server made. A scene that consists of a race id and a user key leads to the
 * runner's page. Undefined for a text that is no such scene.
 */
export const contentOfScene = async (db: Db, scene: string): Promise<SceneContent | undefined> => {
  const read = readScene(scene)
  if (!read) return undefined
  const { raceid, key } = read
  const data = (await findScene(db, raceid, scene))?.data as { link: string; v?: string | number } | null | undefined
  return data
    ? { raceid, link: data.link, v: data.v ?? null, key: null }
    : { raceid, link: pageOfRunner(raceid, key), v: null, key }
}

const ACCOUNT = 'account'
const ACCOUNT_DAYS = 30
/**
 * Returns a code that opens the official account, or the seconds to wait. In the last tenth of a code's time the
 * function requests a new code, so that nobody prints a code that ends soon. Returns undefined if the messaging app
 * makes no code at the moment.
 */
export const accountCode = async (
  parts: Ground,
  { raceid, scene: sceneOfPage, asker }: { raceid: number; scene: string; asker: Asker },
  now: Date,
): Promise<{ url: string; expires_at: Date } | { wait: number } | undefined> => {
  const scene = `${raceid}_${sceneOfPage}`
  const named = { raceid, scene, app: ACCOUNT, page: '' }
  const whole = ACCOUNT_DAYS * 86_400
  const known = await findCode(parts.db, named, new Date(now.getTime() + whole * 100))
  if (known) return { url: known.picture, expires_at: known.ends_at! }
  const wait = drawings.count(asker, now)
  if (wait > 0) return { wait }
  const answer = await countingFailures(parts.db, 'account_code', now, () =>
    parts.integrations.messagingApp.accountCode(scene, whole),
  )
  const code = answer?.answer
  const url = code && (await keepPicture(parts, raceid, await drawCode(code.url), now))
  if (!url) return undefined
  const ends_at = new Date(now.getTime() + code.seconds * 1000)
  await saveCode(parts.db, { ...named, data: null, picture: url, created_at: now, ends_at })
  return { url, expires_at: ends_at }
}

/** Draws an ordinary code as a PNG: dark on white, with the quiet zone of four modules that the standard demands. */
export const drawCode = (text: string): Promise<Buffer> => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const side = rows.length
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side * 12}" height="${side * 12}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}"/></svg>`
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 2 }).toBuffer()
}

export const briefFile = (raceid: number, name: string): string => `brief/${raceid}/${name}`
