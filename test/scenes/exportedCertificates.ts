import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { saveEvent } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import { importResults, publishResults } from '#features/results/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { saveCertificate } from '#features/certificates/service.ts'
import { Boxes } from '#features/certificates/template/boxes.contract.ts'
import {
  consoleCertificatesExport,
  consoleCertificatesExports,
} from '#features/certificates/export/exports.contract.ts'
import { PER_STEP, drawExports } from '#features/certificates/export/drawExports.service.ts'

export let world: World
export let editor: { token: string }
export const logIn = async () => {
  editor = await staffSession(world, [{ raceid: 7, role: 'editor' }])
}
export let ids: { boxes: number; html: number; reg: number }
export let results: Map<string, number>
export const FINISHERS = PER_STEP + 3

export const paper = { width: 240, height: 300 }
export const boxes = Boxes.parse([
  {
    kind: 'text',
    x: 0,
    y: 4,
    width: 240,
    text: '%姓名% %枪成绩%',
    font: 'sans-serif',
    size: 20,
    weight: 400,
    colour: '#000000',
    align: 'center',
    line: 30,
    fit: 'shrink',
  },
  { kind: 'qr', x: 40, y: 60, size: 160, colour: '#000000', ground: '#ffffff' },
])

export const openExports = async (): Promise<void> => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db.transaction().execute(async (tx) => {
    for (const id of [7, 8])
      await saveRace(tx, { id, name: '江城马拉松', city: '江城', time: '2026-02-01T00:00:00Z', published_at: now }, now)
    for (const id of [1, 2])
      await saveEvent(
        tx,
        { raceid: 7, id, name: ['全程', '半程'][id - 1]!, type: 'full', places: 100, distance_cm: 4_219_500 },
        now,
      )
  })
  await logIn()
  const rows = Array.from({ length: FINISHERS }, (_, n) => `A${n + 1},跑者${n + 1},${n % 2 ? 'F' : 'M'},3:${10 + n}:00`)
  const done = await importResults(world.parts, {
    raceid: 7,
    eventid: 1,
    filename: 'r.csv',
    bytes: Buffer.from(`bib,name,gender,gun\n${rows.join('\n')}\nA99,王退赛,M,DNF\n`),
    staffid: null,
    now,
  } as never)
  if ('refused' in done) throw new Error(JSON.stringify(done))
  ids = await world.db.transaction().execute(async (tx) => {
    await publishResults(tx, 7, 1, now, now)
    const save = async (kind: 'timing' | 'reg', draft: object) =>
      (
        await saveCertificate(
          tx,
          7,
          { eventid: null, kind, name: '证书', ...paper, bg: null, published_at: now, ...draft },
          now,
        )
      ).id
    return {
      boxes: await save('timing', { boxes }),
      html: await save('timing', { html: '<table><tr><td>%姓名%</td></tr></table>' }),
      reg: await save('reg', { boxes }),
    }
  })
  results = new Map(
    (await world.db.selectFrom('results').select(['id', 'bib']).where('raceid', '=', 7).execute()).map(
      ({ bib, id }) => [bib, id],
    ),
  )
}

export const begin = (input: object, as = editor) =>
  world.call(consoleCertificatesExport, { raceid: 7, id: ids.boxes, eventid: 1, ...input }, as)
export const list = async () => (await world.ask(consoleCertificatesExports, { raceid: 7 }, editor)).items
export const lineOf = async (id: number) => (await list()).find((one) => one.id === id)
export const working = (parts: Partial<Parts> = {}) => ({ ...world.parts, ...parts, now: world.clock.now() })
/** Draws all exports, however slow the machine is. */
export const drawAll = (parts: Partial<Parts> = {}) => drawExports(working(parts), undefined, Infinity)
export const fetchZip = (path: string, token = editor.token, headers: Record<string, string> = {}) =>
  world.app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}`, ...headers } })
export const readCode = async (jpeg: Buffer) => {
  const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR(
    { width: info.width, height: info.height, data: new Uint8Array(data) },
    { effort: Infinity, timeLimit: Infinity },
  )
}
