import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { hoursText } from '#contract/written.ts'
import { openDb } from '#db/db.ts'
import { openSeal } from '#db/sealing/keys.ts'
import { keptKey } from '#db/sealing/keyFile.ts'
import { saveCertificate } from '#features/certificates/service.ts'
import { Boxes } from '#features/certificates/template/boxes.contract.ts'
import { importResults, publishResults } from '#features/results/service.ts'
import { readCode } from '#test/certificates/certificateSamples.ts'
import { openEvent, openRace } from '../entrants.ts'
import { staffSession } from '../people.ts'
import { unzipped } from '../storage/unzipped.ts'
import { freePort, startServer } from './killed.ts'

const RACE = 2026
const EVENT = 1
export type Exported = { finishers: number; kills: number; pictures: number; codes: number; wrong: string[] }

/**
 * Draws certificates for an event on the real server. The server is killed (kill -9) several times, after equal numbers
 * of certificates. The proof then reads the archive.
 */
export const proveExported = async ({
  finishers,
  kills,
  folder,
  say,
}: {
  finishers: number
  kills: number
  folder: string
  say: (line: string) => void
}): Promise<Exported> => {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let server = startServer(folder, port)
  await server.up
  const db = openDb(
    { host: join(folder, 'postgres'), port: 5432, user: 'startline', database: 'startline' },
    { patienceMs: 60_000 },
  )
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  const found: Exported = { finishers, kills: 0, pictures: 0, codes: 0, wrong: [] }
  try {
    await openRace({ db, clock }, { id: RACE })
    await openEvent({ db, clock }, { id: EVENT, places: finishers })
    const now = clock.now()
    const seal = await openSeal(db, keptKey(folder).key, clock.now)
    const rows = Array.from({ length: finishers }, (_, n) => `B${n + 1},跑者${n + 1},M,${hoursText(10_800 + n)}`)
    const read = await importResults({ db, seal }, {
      raceid: RACE,
      eventid: EVENT,
      filename: 'results.csv',
      bytes: Buffer.from(`bib,name,gender,gun\n${rows.join('\n')}`),
      staffid: null,
      now,
    } as never)
    if ('refused' in read) throw new Error(JSON.stringify(read))
    const boxes = Boxes.parse([
      {
        kind: 'text',
        x: 0,
        y: 10,
        width: 320,
        text: '%姓名% %参赛号%',
        font: 'sans-serif',
        size: 24,
        weight: 400,
        colour: '#000000',
        align: 'center',
        line: 40,
        fit: 'shrink',
      },
      { kind: 'qr', x: 60, y: 80, size: 200, colour: '#000000', ground: '#ffffff' },
    ])
    const id = await db.transaction().execute(async (tx) => {
      await publishResults(tx, RACE, EVENT, now, now)
      return (
        await saveCertificate(
          tx,
          RACE,
          { eventid: null, kind: 'timing', name: '证书', boxes, width: 320, height: 400, bg: null, published_at: now },
          now,
        )
      ).id
    })
    const { token } = await staffSession({ db, clock } as never, [{ raceid: RACE, role: 'director' }])
    const ask = async (path: string, fields: Record<string, string>) => {
      for (;;) {
        try {
          return (
            (await (
              await fetch(origin + path, {
                method: 'POST',
                body: new URLSearchParams({ _token: token, raceid: String(RACE), ...fields }),
              })
            ).json()) as { data: unknown }
          ).data
        } catch {
          await wait(100) // The server was killed, or is not back yet.
        }
      }
    }
    const begun = (await ask('/console/certificates/export', {
      id: String(id),
      eventid: String(EVENT),
      _once: 'export',
    })) as { id: number }
    type Line = { id: number; state: string; seen: number; pictures: number; path: string | null }
    const look = async () =>
      ((await ask('/console/certificates/exports', {})) as { items: Line[] }).items.find((one) => one.id === begun.id)!
    let line = await look()
    while (line.state === 'drawing') {
      if (found.kills < kills && line.seen >= ((found.kills + 1) * finishers) / (kills + 1)) {
        say(`kill -9 after ${line.seen} of ${finishers}`)
        server.child.kill('SIGKILL')
        found.kills++
        await new Promise((ended) => server.child.once('close', ended))
        server = startServer(folder, port)
        await server.up
      }
      await wait(50)
      line = await look()
    }
    if (line.state !== 'ready') found.wrong.push(`it ended as ${line.state}`)
    else {
      const answer = await fetch(origin + line.path!, { headers: { authorization: `Bearer ${token}` } })
      const files = await unzipped(Buffer.from(await answer.arrayBuffer()))
      found.pictures = files.size
      const missing = rows.filter((_, n) => !files.has(`B${n + 1} 跑者${n + 1}.jpg`)).length
      if (missing > 0) found.wrong.push(`${missing} pictures are missing`)
      if (files.size !== finishers) found.wrong.push(`${files.size} files of ${finishers}`)
      const codes = new Set<string>()
      for (const [name, jpeg] of files) {
        if ((await sharp(jpeg).metadata()).width !== 640) found.wrong.push(`${name} has another size`)
        codes.add(await readCode(jpeg))
      }
      found.codes = codes.size
      if (codes.size !== files.size) found.wrong.push(`${codes.size} different codes in ${files.size} pictures`)
    }
    if (found.kills < kills) found.wrong.push(`killed ${found.kills} times only`)
  } finally {
    await db.destroy()
    server.child.kill('SIGTERM')
    await new Promise((ended) => server.child.once('close', ended))
  }
  return found
}
