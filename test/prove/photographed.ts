import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { openDb } from '#db/db.ts'
import { makeAlbum } from '#features/photos/service.ts'
import { openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { freePort, startServer } from './killed.ts'

/**
 * Sends thousands of photos while the server is killed and started again. After each kill the photographer chooses the
 * same files again.
 */

const RACE = 2026
const PER_CALL = 4
const ASKED = 200
const TAGGED = 50

export type Sending = { photos: number; kills: number; sideBySide: number; folder: string; say: (line: string) => void }
export type PhotographedFinding = { photos: number; kills: number; sentAgain: number; seconds: number; wrong: string[] }

type File = { name: string; bytes: Buffer; sha256: string }
/** Returns small pictures, no two alike. Every name begins with a runner's bib. */
const pictures = (count: number): Promise<File[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const seed = createHash('sha512').update(`photo ${n}`).digest()
      const bytes = await sharp(Buffer.concat([seed, seed, seed]), { raw: { width: 8, height: 8, channels: 3 } })
        .jpeg()
        .toBuffer()
      return { name: `P${n % TAGGED}_${n}.jpg`, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )

type Envelope<Data> = { code: string; refusal?: string; data: Data }
const ask = async <Data>(url: string, form: FormData | URLSearchParams): Promise<Data> => {
  const answered = (await (
    await fetch(url, { method: 'POST', body: form, signal: AbortSignal.timeout(60_000) })
  ).json()) as Envelope<Data>
  if (answered.code !== '200') throw new Error(`${url} answered ${answered.code} ${answered.refusal ?? ''}`)
  return answered.data
}

export const provePhotographed = async ({
  photos,
  kills,
  sideBySide,
  folder,
  say,
}: Sending): Promise<PhotographedFinding> => {
  const files = await pictures(photos)
  say(`${photos} pictures are made`)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let server: { child: ChildProcess; up: Promise<void> } = startServer(folder, port)
  await server.up
  const db = openDb(
    { host: join(folder, 'postgres'), port: 5432, user: 'startline', database: 'startline' },
    { patienceMs: 60_000 },
  )
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  const found: PhotographedFinding = { photos, kills: 0, sentAgain: 0, seconds: 0, wrong: [] }
  try {
    await openRace({ db, clock }, { id: RACE })
    const { token: _token } = await staffSession({ db, clock }, [{ raceid: RACE, role: 'photographer' }])
    const { id: albumid } = await db.transaction().execute((tx) =>
      makeAlbum(
        tx,
        RACE,
        {
          name: '终点',
          names: {},
          photographer: '',
          position: 0,
          names_bibs: 'first',
          point: null,
          clock_offset_ms: 0,
          published_at: clock.now(),
        },
        clock.now(),
      ),
    )
    const began = performance.now()
    const answered = new Map<string, number>()
    let killed = 0
    let sent = 0
    const same = (sha256: string, id: number) => {
      if ((answered.get(sha256) ?? id) !== id)
        found.wrong.push(`One photo was answered as ${answered.get(sha256)} and as ${id}`)
      answered.set(sha256, id)
    }
    /**
     * Chooses the files. The page skips uploaded files and sends the other files. The choice ends early if the server
     * is gone.
     */
    const choose = async (): Promise<void> => {
      const waiting: File[] = []
      for (let from = 0; from < files.length; from += ASKED) {
        const part = files.slice(from, from + ASKED)
        const { known } = await ask<{ known: string[] }>(
          `${origin}/console/photos/known`,
          new URLSearchParams({
            _token,
            raceid: String(RACE),
            albumid: String(albumid),
            sha256: JSON.stringify(part.map(({ sha256 }) => sha256)),
          }),
        )
        const there = new Set(known)
        waiting.push(...part.filter(({ sha256 }) => !there.has(sha256)))
        for (const { sha256 } of part)
          if (answered.has(sha256) && !there.has(sha256))
            found.wrong.push(`Photo ${answered.get(sha256)} was acknowledged and is not known`)
      }
      let next = 0
      const lane = async () => {
        while (next < waiting.length) {
          const part = waiting.slice(next, (next += PER_CALL))
          const form = new FormData()
          for (const [name, value] of Object.entries({ _token, raceid: RACE, albumid }))
            form.append(name, String(value))
          for (const { name, bytes } of part) form.append('file', new Blob([bytes as BlobPart]), name)
          const { items } = await ask<{ items: { id: number; new: boolean }[] }>(
            `${origin}/console/photos/upload`,
            form,
          )
          if (items.length !== part.length) found.wrong.push(`${part.length} were sent and ${items.length} taken`)
          for (const [at, { id, new: fresh }] of items.entries()) {
            same(part[at]!.sha256, id)
            if (!fresh) found.sentAgain++
          }
          sent += part.length
          if (killed < kills && sent >= ((killed + 1) * photos) / (kills + 1)) {
            killed++
            say(`kill -9 of the server after ${sent} photos`)
            server.child.kill('SIGKILL')
          }
        }
      }
      await Promise.all(Array.from({ length: sideBySide }, lane))
    }
    for (;;) {
      try {
        await choose()
        break
      } catch (error) {
        if (server.child.exitCode === null && server.child.signalCode === null && killed === found.kills) throw error
        if (server.child.signalCode === null) await new Promise((ended) => server.child.once('close', ended))
        found.kills++
        server = startServer(folder, port)
        await server.up
      }
    }
    say(`all are up after ${((performance.now() - began) / 1000).toFixed(0)} s; what waits is made ready`)
    const end = Date.now() + 900_000
    const count = async () =>
      Number(
        (
          await sql<{
            n: string
          }>`select count(*) as n from photos where raceid = ${RACE} and (state = 'received' or incoming)`.execute(db)
        ).rows[0]!.n,
      )
    let left = await count()
    for (; left > 0 && Date.now() < end; left = await count()) await wait(200)
    found.seconds = Math.round((performance.now() - began) / 1000)
    if (left > 0) found.wrong.push(`${left} photos were never made ready, or what was sent still lies beside them`)

    const { rows } = await sql<{
      id: number
      sha256: string
      state: string
      hash: string | null
      ext: string | null
      filename: string
    }>`select id, encode(sha256, 'hex') as sha256, state, hash, ext, filename
      from photos
      where raceid = ${RACE}`.execute(db)
    if (rows.length !== photos) found.wrong.push(`${photos} were sent and ${rows.length} are there`)
    const byHash = new Map(rows.map((row) => [row.sha256, row]))
    for (const { sha256, name } of files) {
      const row = byHash.get(sha256)
      if (!row || row.id !== (answered.get(sha256) ?? row.id) || row.filename !== name)
        found.wrong.push(`${name} is not there as it was answered`)
      else if (row.state !== 'ready' || !existsSync(join(folder, 'files', String(RACE), `${row.hash}.${row.ext}`)))
        found.wrong.push(`${name} has no picture (${row.state})`)
    }
    if (new Set(rows.map(({ hash }) => hash)).size !== photos) found.wrong.push('Two photos have one picture')
    const incoming = join(folder, 'files/incoming', String(RACE), String(albumid))
    const remains = existsSync(incoming) ? readdirSync(incoming).length : 0
    if (remains > 0) found.wrong.push(`${remains} files that were sent still lie beside their pictures`)
    return found
  } finally {
    await db.destroy()
    server.child.kill('SIGTERM')
    await new Promise((ended) =>
      server.child.exitCode === null && server.child.signalCode === null
        ? server.child.once('close', ended)
        : ended(undefined),
    )
  }
}
