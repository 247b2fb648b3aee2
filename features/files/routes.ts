import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Right } from '#contract/rights.ts'
import { readRace, readPublishedRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { handle, hasRight, raw } from '#seam/server/handle.ts'
import { onceAtATime } from '#db/sharing/batch.ts'
import { type OnceKey, onceKeyOf } from '#db/sharing/onceAnswers.ts'
import { keepAnswer, keptAnswer } from '#seam/server/once.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { keepFile, keepPrivateFile, privateFileOf, readPrivateFile } from './service.ts'
import { consoleFilesSave, storUpload } from './contract.ts'
import { copyOf } from './encoding.service.ts'
import { copyFor, copyName, isPrivate, needsSize, processOf, readPath, readProcess } from './rules.ts'
import { findFile } from './store.ts'

/** The limit on uploads of an account, because decoding costs time. A family or a team uploads far fewer pictures. */
const perAccount = rateOf(40, 600, 'files per account')
/**
 * The limit on kept files of an account. Kept files stay on the disk permanently, so without this limit a caller could
 * fill the disk. All servers share the count.
 */
const kept: Limit = { kind: 'pictures kept for an account', max: 120, seconds: 86_400 }

/**
 * The rights that allow uploading pictures, for the things that staff edit: the race, notices, certificates, teams,
 * equipment.
 */
const pictured: readonly Right[] = ['race.edit', 'notices.edit', 'certificates.edit', 'teams.edit', 'checkin.edit']

/** Returns the key by which the server finds a repeated upload: the same file, account, race and purpose. */
const markOf = (uid: number, { raceid, purpose }: { raceid: number; purpose: string }, bytes: Uint8Array): OnceKey =>
  onceKeyOf(`uploaded file ${uid} ${raceid} ${purpose} ${hash('sha256', bytes)}`)

export const routes = [
  handle(storUpload, async ({ input, files, db, seal, integrations, now, who, refuse }) => {
    const wait = perAccount.count(String(who.uid), now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    const file = files[0] ?? refuse('file_missing')
    if (!(await readPublishedRace(db, input.raceid, now))) return refuse('race_not_found')
    const same = markOf(who.uid!, input, file.bytes)
    const first = await keptAnswer<{ path: string }>(db, same)
    // The refusal names the stored file, so that a caller who lost the first answer can use the file.
    if (first) return refuse('same_file', { path: first.path })
    const full = await countTry(db, kept, String(who.uid), now)
    if (full > 0) return refuse('too_often', { retry_after: full })
    const given = { raceid: input.raceid, bytes: file.bytes, name: file.filename, uid: who.uid! }
    const outcome = isPrivate(input.purpose)
      ? await keepPrivateFile({ db, seal, integrations }, given, now)
      : await keepFile({ db, integrations, clock: () => now }, given)
    if (typeof outcome === 'string') return refuse(outcome)
    await db.transaction().execute((tx) => keepAnswer(tx, same, { path: outcome.path }, now))
    return outcome
  }),
  handle(consoleFilesSave, async ({ input, files, db, integrations, now, who, may, refuse }) => {
    if (!pictured.some((right) => may(right, input.raceid))) return refuse('no_permission')
    const file = files[0] ?? refuse('file_missing')
    if (!(await readRace(db, input.raceid, now))) refuse('race_not_found')
    const kept = await keepFile(
      { db, integrations, clock: () => now },
      { raceid: input.raceid, bytes: file.bytes, name: file.filename, staffid: who.staffid },
    )
    return typeof kept === 'string' ? refuse(kept) : kept
  }),
]

const types = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const

/** Makes each copy once for all callers who need it at the same time. */
const madeOnce = onceAtATime<Buffer>()

/**
 * The time for which a browser may keep a picture without asking again. Most pictures stay for ever. Photos of people
 * stay for a minute, because a removed photo must disappear.
 */
const keeping = { ever: 'public, max-age=31536000, immutable', moment: 'public, max-age=60, must-revalidate' } as const
type Keeping = keyof typeof keeping

const forever = (reply: FastifyReply, keep: Keeping) =>
  reply
    .header('cache-control', keeping[keep])
    .header('x-content-type-options', 'nosniff')
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
const gone = (reply: FastifyReply) => reply.code(404).header('cache-control', 'no-store').send()

/**
 * Sends the browser to the storage for pictures that the storage can serve. The address always means the same picture,
 * so a browser may keep this answer as long as the picture.
 */
const elsewhere = (reply: FastifyReply, address: string, keep: Keeping) =>
  reply
    .code(302)
    .header('cache-control', keeping[keep])
    .header('access-control-allow-origin', '*')
    .header('location', address)
    .send()

type Wanted = {
  raceid: string
  name: string
  suffix: string | string[] | undefined
  /** The version that the browser already has. */ has?: string | undefined
}
const serve = async ({ db, integrations }: Parts, given: Wanted, reply: FastifyReply, keep: Keeping = 'ever') => {
  const path = readPath(given.raceid, given.name)
  if (!path) return gone(reply)
  const process = readProcess(given.suffix)
  const { raceid, hash, ext } = path
  const original = `${raceid}/${hash}.${ext}`
  /**
   * Sends the bytes of a picture. A name always means the same bytes. A browser that must ask again after a minute and
   * still has the bytes gets no bytes.
   */
  const sendOf = (to: FastifyReply, kept: string, bytes: Buffer, type: string) => {
    forever(to, keep)
    if (keep === 'ever') return to.type(type).send(bytes)
    const mark = `"${kept}"`
    return given.has === mark
      ? to.header('etag', mark).code(304).send()
      : to.header('etag', mark).type(type).send(bytes)
  }
  if (process.want === 'info') {
    const row = await findFile(db, raceid, hash)
    if (!row || row.ext !== ext) return gone(reply)
    const value = (of: number | string) => ({ value: String(of) })
    return forever(reply, keep)
      .type('application/json')
      .send({
        FileSize: value(row.bytes),
        Format: value(row.ext),
        ImageHeight: value(row.height),
        ImageWidth: value(row.width),
      })
  }
  if (process.want === 'original') {
    const there = integrations.files.addressOf?.(original)
    if (there !== undefined) return elsewhere(reply, there, keep)
    const bytes = await integrations.files.read(original)
    return bytes ? sendOf(reply, original, bytes, types[ext]) : gone(reply)
  }
  const format = process.format ?? ext
  const own = needsSize(process.resize) ? await findFile(db, raceid, hash) : undefined
  if (needsSize(process.resize) && own?.ext !== ext) return gone(reply)
  const size = copyFor(process.resize, own)
  const there = integrations.files.addressOf?.(original, processOf(size, process.format))
  if (there !== undefined) return elsewhere(reply, there, keep)
  const copy = copyName({ raceid, hash, ext }, size, format)
  const kept = await integrations.files.read(copy)
  if (kept) return sendOf(reply, copy, kept, types[format])
  const bytes = await integrations.files.read(original)
  if (!bytes) return gone(reply)
  const made = await madeOnce(copy, async () => {
    const smaller = await copyOf(bytes, ext, size, process.format)
    await integrations.files.write(copy, smaller)
    return smaller
  })
  return sendOf(reply, copy, made, types[format])
}

export const rawRoutes = [
  raw(
    'GET',
    '/files/:raceid/:name',
    'Returns a stored picture. With `?x-oss-process=image/resize,w_640` (also `h_`, `p_`, `m_fill`, `limit_`) the ' +
      'answer is a smaller copy, with `image/info` it is the size as JSON, and with any other suffix it is the picture ' +
      'itself.',
    (parts, request, reply) =>
      serve(
        parts,
        {
          ...(request.params as { raceid: string; name: string }),
          suffix: (request.query as Record<string, string | string[] | undefined>)['x-oss-process'],
        },
        reply,
      ),
  ),
  raw(
    'GET',
    '/shots/:raceid/:name',
    'Returns a photo of an album, in the sizes of /files. A cache may keep the photo for a minute. A photo that ' +
      'staff take down therefore disappears everywhere within a minute.',
    (parts, request, reply) =>
      serve(
        parts,
        {
          ...(request.params as { raceid: string; name: string }),
          suffix: (request.query as Record<string, string | string[] | undefined>)['x-oss-process'],
          has: request.headers['if-none-match'],
        },
        reply,
        'moment',
      ),
  ),
  raw(
    'GET',
    '/private/:raceid/:name',
    "A runner's proof or signature, shown to the account that uploaded it and to staff who handle the race's registrations or results.",
    async (parts, request, reply, callers) => {
      const { raceid, name } = request.params as { raceid: string; name: string }
      const row = await privateFileOf(parts.db, `/private/${raceid}/${name}`)
      if (!row) return gone(reply)
      const { runner, staff } = await callers()
      // A caller without the right does not learn that the file exists.
      const handles = hasRight(staff, 'registrations.edit', row.raceid) || hasRight(staff, 'results.edit', row.raceid)
      if (runner.uid !== row.uid && !handles) return gone(reply)
      const bytes = await readPrivateFile(parts, row)
      if (bytes && runner.uid !== row.uid)
        await parts.db.transaction().execute((tx) =>
          logChange(tx, {
            who: staff,
            now: parts.clock(),
            raceid: row.raceid,
            what: 'proof opened',
            target: `account ${row.uid}`,
            after: { file: row.hash.slice(0, 8) },
          }),
        )
      return bytes
        ? reply
            .header('cache-control', 'private, no-store')
            .header('content-disposition', 'inline')
            .type(types[row.ext as 'jpg' | 'png'])
            .send(bytes)
        : gone(reply)
    },
  ),
]
