import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { correctResult } from '#features/results/ranking/derived.service.ts'
import { rankingOf } from '#features/results/rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { unzipped } from '#test/storage/unzipped.ts'
import { chromiumPath } from '#tools/screens.ts'
import { archiveOf } from '#integrations/archives/zip.ts'
import { browserAt } from '#integrations/browser/client.ts'
import { saveCertificate } from '../service.ts'
import { certificateShow } from '../contract.ts'
import {
  consoleCertificatesDiscard,
  consoleCertificatesExport,
  consoleCertificatesExports,
  consoleCertificatesRedraw,
} from './exports.contract.ts'
import { PER_STEP, drawExports } from './drawExports.service.ts'
import { jobs } from '../jobs.ts'
import {
  world,
  editor,
  logIn,
  ids,
  results,
  FINISHERS,
  paper,
  boxes,
  openExports,
  begin,
  list,
  lineOf,
  working,
  drawAll,
  fetchZip,
  readCode,
} from '#test/scenes/exportedCertificates.ts'

beforeAll(openExports)
afterAll(() => world?.close())

describe('is refused', () => {
  test('without the right, and for unknown events and definitions', async () => {
    expect(await begin({}, { token: '' })).toMatchObject({ code: '401' })
    const other = await staffSession(world, [{ raceid: 8, role: 'editor' }])
    for (const endpoint of [
      consoleCertificatesExport,
      consoleCertificatesExports,
      consoleCertificatesRedraw,
      consoleCertificatesDiscard,
    ] as const)
      expect(await world.call(endpoint, { raceid: 7, id: 1, eventid: 1 } as never, other)).toMatchObject({
        code: '403',
      })
    expect(await begin({ id: 4711 })).toMatchObject({ refusal: 'certificate_not_found' })
    expect(await begin({ eventid: 9 })).toMatchObject({ refusal: 'event_unknown' })
    expect(await begin({ eventid: 2 })).toMatchObject({ refusal: 'export_of_nobody' })
    expect(await begin({ id: ids.reg })).toMatchObject({ refusal: 'export_of_nobody' })
    for (const endpoint of [consoleCertificatesRedraw, consoleCertificatesDiscard] as const)
      expect(await world.call(endpoint, { raceid: 7, id: 4711 }, editor)).toMatchObject({ refusal: 'export_not_found' })
  })
  test('for HTML without a configured browser, and the list says so', async () => {
    expect(await begin({ id: ids.html })).toMatchObject({
      code: '422',
      refusal: 'export_needs_browser',
      msg: expect.stringContaining('BROWSER_PATH') as string,
    })
    expect((await world.ask(consoleCertificatesExports, { raceid: 7 }, editor)).browser).toBe(false)
  })
})

test('all finishers are drawn in steps, each once, and the archive holds a readable picture for each', async () => {
  await drawAll()
  const { id } = await world.ask(consoleCertificatesExport, { raceid: 7, id: ids.boxes, eventid: 1 }, editor)
  expect(await begin({})).toMatchObject({ refusal: 'export_under_way' })
  expect(await world.call(consoleCertificatesRedraw, { raceid: 7, id }, editor)).toMatchObject({
    refusal: 'export_under_way',
  })
  // A run ends after one step. The test kills the next step after it has written pictures but before it has written
  // their rows.
  await drawExports(working(), undefined, 0)
  expect(await lineOf(id)).toMatchObject({
    state: 'drawing',
    seen: PER_STEP,
    total: FINISHERS,
    pictures: PER_STEP,
    path: null,
  })
  const killed = {
    ...world.parts.db,
    transaction: () => ({ execute: () => Promise.reject(new Error('killed')) }),
  } as unknown as Parts['db']
  for (const name of ['selectFrom', 'getExecutor'] as const)
    Object.assign(killed, {
      [name]: (...given: never[]) => (world.db[name] as (...given: never[]) => unknown)(...given),
    })
  await expect(drawAll({ db: killed })).rejects.toThrow('killed')
  await drawAll()
  const ready = (await lineOf(id))!
  expect(ready).toMatchObject({ state: 'ready', seen: FINISHERS, pictures: FINISHERS, left_out: 0, changed: false })
  const zip = await fetchZip(ready.path!)
  expect(zip.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
  const files = await unzipped(zip.rawPayload)
  expect([...files.keys()].toSorted()).toEqual(
    Array.from({ length: FINISHERS }, (_, n) => `A${n + 1} 跑者${n + 1}.jpg`).toSorted(),
  )
  const { data } = await world.call(certificateShow, { scoreid: results.get('A3')! })
  expect(await readCode(files.get('A3 跑者3.jpg')!)).toBe(data.link)
  expect(await sharp(files.get('A3 跑者3.jpg')).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 600 })
  const half = await fetchZip(ready.path!, editor.token, { range: 'bytes=1000-' })
  expect(half.statusCode).toBe(206)
  expect(half.rawPayload.equals(zip.rawPayload.subarray(1000))).toBe(true)
  expect(half.headers['content-range']).toBe(`bytes 1000-${zip.rawPayload.length - 1}/${zip.rawPayload.length}`)
})

test('only staff with the right get the archive, and an unknown archive is not found', async () => {
  const { path } = (await list()).find((one) => one.path !== null)!
  const tokens = [
    (await runnerSession(world)).token,
    (await staffSession(world, [{ raceid: 7, role: 'cashier' }])).token,
    (await staffSession(world, [{ raceid: 8, role: 'editor' }])).token,
    '',
  ]
  for (const token of tokens) expect((await fetchZip(path!, token)).statusCode).toBe(404)
  for (const url of [
    '/console/certificates/exports/7/0.zip',
    '/console/certificates/exports/7/x.zip',
    '/console/certificates/exports/99999999999/1.zip',
  ])
    expect((await fetchZip(url)).statusCode).toBe(404)
})

test('a corrected, hidden or disqualified certificate is not handed out; a second drawing draws only the changed ones', async () => {
  await world.db.updateTable('results').set({ hide_name: false }).where('raceid', '=', 7).execute()
  const before = await world.ask(consoleCertificatesExport, { raceid: 7, id: ids.boxes, eventid: 1 }, editor)
  await drawAll()
  world.clock.advance(60_000)
  const now = world.clock.now()
  await world.db
    .updateTable('results')
    .set({ hide_name: true })
    .where('raceid', '=', 7)
    .where('bib', '=', 'A25')
    .execute()
  await world.db
    .transaction()
    .execute((tx) =>
      correctResult(
        tx,
        { raceid: 7, eventid: 1, ranking: rankingOf({}) },
        'A24',
        { kind: 'time', point: 'finish', ms: 12_781_000 + 1000 * (before.id % 50) },
        { reason: '复核', staffid: null, now },
      ),
    )
  const { path, changed } = (await lineOf(before.id))!
  expect(changed).toBe(true)
  const meanwhile = [...(await unzipped((await fetchZip(path!)).rawPayload)).keys()]
  expect(meanwhile).toHaveLength(FINISHERS - 2)
  expect(meanwhile.filter((name) => /^A2[45] /.test(name))).toEqual([])
  await world.ask(consoleCertificatesRedraw, { raceid: 7, id: before.id }, editor)
  const written: string[] = []
  const files = {
    ...world.parts.integrations.files,
    write: (name: string, bytes: Uint8Array) => (written.push(name), world.parts.integrations.files.write(name, bytes)),
  }
  await drawAll({ integrations: { ...world.parts.integrations, files } })
  expect(written).toEqual([`private/exports/7/${before.id}/${results.get('A24')!}.jpg`])
  expect(await lineOf(before.id)).toMatchObject({
    state: 'ready',
    pictures: FINISHERS - 1,
    left_out: 1,
    changed: false,
  })
  expect((await unzipped((await fetchZip(path!)).rawPayload)).size).toBe(FINISHERS - 1)
})

test('as PDF; removed with every file by hand, and by itself after seven days', async () => {
  const { id } = await world.ask(
    consoleCertificatesExport,
    { raceid: 7, id: ids.boxes, eventid: 1, format: 'pdf' },
    editor,
  )
  await drawAll()
  const { path } = (await lineOf(id))!
  const files = await unzipped((await fetchZip(path!)).rawPayload)
  expect(files.get('A1 跑者1.pdf')!.subarray(0, 8).toString()).toBe('%PDF-1.4')
  const kept = `private/exports/7/${id}/${results.get('A1')!}.pdf`
  expect(await world.parts.integrations.files.read(kept)).toBeDefined()
  const first = (await list()).at(-1)!.id
  await world.ask(consoleCertificatesDiscard, { raceid: 7, id: first }, editor)
  expect(await lineOf(first)).toBeUndefined()
  await jobs.find(({ name }) => name === 'certificates export end')!.run({ raceid: 7, id: first }, working())
  const later = async (days: number) => {
    world.clock.advance(days * 86_400_000)
    await logIn()
  }
  await later(6)
  await jobs.find(({ name }) => name === 'certificates export end')!.run({ raceid: 7, id }, working())
  expect((await fetchZip(path!)).statusCode, 'too early an end ends nothing').toBe(200)
  await later(1)
  expect((await fetchZip(path!)).statusCode).toBe(404)
  await jobs.find(({ name }) => name === 'certificates export end')!.run({ raceid: 7, id }, working())
  expect(await world.parts.integrations.files.read(kept)).toBeUndefined()
  for (const gone of [first, id])
    expect(
      await world.db
        .selectFrom('certificate_pictures')
        .select('holderid')
        .where('raceid', '=', 7)
        .where('exportid', '=', gone)
        .execute(),
    ).toEqual([])
})

test('a certificate that cannot be drawn is listed with its reason and delays no other', async () => {
  const gone = await world.db.transaction().execute((tx) =>
    saveCertificate(
      tx,
      7,
      {
        eventid: null,
        kind: 'timing',
        name: '缺图',
        boxes,
        ...paper,
        bg: '/files/7/00000000000000000000000000000000.jpg',
        published_at: null,
      },
      world.clock.now(),
    ),
  )
  const broken = await world.ask(consoleCertificatesExport, { raceid: 7, id: gone.id, eventid: 1 }, editor)
  const fine = await world.ask(consoleCertificatesExport, { raceid: 7, id: ids.boxes, eventid: 1 }, editor)
  await drawAll()
  expect(await lineOf(broken.id)).toMatchObject({ state: 'failed', why: 'picture_missing', pictures: 0, path: null })
  expect(await lineOf(fine.id)).toMatchObject({ state: 'ready' })
})

test('an export that fails keeps its pictures for some days only, also if an earlier release let it fail', async () => {
  const job = (name: string, payload: object = {}) => jobs.find((one) => one.name === name)!.run(payload, working())
  const failed = async () => {
    const { id } = await world.ask(consoleCertificatesExport, { raceid: 7, id: ids.boxes, eventid: 1 }, editor)
    await drawExports(working(), undefined, 0)
    const files = { ...world.parts.integrations.files, write: () => Promise.reject(new Error('the disk is full')) }
    await drawAll({ integrations: { ...world.parts.integrations, files } })
    expect(await lineOf(id)).toMatchObject({ state: 'failed', why: 'drawing_failed', pictures: PER_STEP, path: null })
    return { id, picture: `private/exports/7/${id}/${results.get('A1')!}.jpg` }
  }
  const [first, second] = [await failed(), await failed()]
  const end = new Date(world.clock.now().getTime() + 7 * 86_400_000).toISOString()
  expect((await lineOf(first.id))!.expires_at).toBe(end)
  await world.db.updateTable('certificate_exports').set({ expires_at: null }).where('id', '=', second.id).execute()
  const kept = () =>
    Promise.all([first, second].map(async ({ picture }) => Boolean(await world.parts.integrations.files.read(picture))))
  await job('certificates export end', { raceid: 7, id: first.id })
  await job('certificates_exports_over')
  expect(await kept(), 'too early').toEqual([true, true])
  world.clock.advance(7 * 86_400_000)
  await logIn()
  await job('certificates export end', { raceid: 7, id: first.id })
  expect(await kept()).toEqual([false, true])
  await job('certificates_exports_over')
  expect(await kept()).toEqual([false, false])
  expect([await lineOf(first.id), await lineOf(second.id)]).toEqual([undefined, undefined])
})

test('HTML is laid out by the browser that is configured; its scripts do not run and its pictures are its own', async () => {
  world.parts.integrations.browser = browserAt(chromiumPath()!)
  try {
    const html =
      '<div style="width:240px;height:300px;background:#fff"><img src="%qr%" style="position:absolute;left:40px;top:60px;width:160px;height:160px"><b>%姓名%</b><i style="float:right">%枪成绩%</i></div>'
    const { id: definition } = await world.db
      .transaction()
      .execute((tx) =>
        saveCertificate(
          tx,
          7,
          { eventid: null, kind: 'timing', name: 'HTML', html, ...paper, bg: null, published_at: null },
          world.clock.now(),
        ),
      )
    const { id } = await world.ask(consoleCertificatesExport, { raceid: 7, id: definition, eventid: 1 }, editor)
    await drawAll()
    const line = (await lineOf(id))!
    expect(line).toMatchObject({ state: 'ready' })
    const files = [...(await unzipped((await fetchZip(line.path!)).rawPayload)).values()]
    expect(files).toHaveLength(line.pictures)
    expect(await sharp(files[0]).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 600 })
    expect(new Set([await readCode(files[0]!), await readCode(files[1]!)]).size).toBe(2)
  } finally {
    delete world.parts.integrations.browser
  }
})

test('an archive beyond 4 GB and 65,535 files gives all places in 64 bits', async () => {
  const one = 70_000_000
  const files = Array.from({ length: 66_000 }, (_, n) => ({
    name: `${n}.jpg`,
    bytes: one,
    crc: n,
    read: () => Promise.reject(new Error('not asked for')),
  }))
  const archive = archiveOf(files, world.clock.now())
  const tail = Buffer.concat(await Array.fromAsync(archive.from(archive.bytes - 22 - 20 - 56, archive.bytes)))
  expect(tail.readUInt32BE(0)).toBe(0x504b0606)
  expect(Number(tail.readBigUInt64LE(32))).toBe(66_000)
  const [size, offset] = [Number(tail.readBigUInt64LE(40)), Number(tail.readBigUInt64LE(48))]
  expect(offset + size + 98).toBe(archive.bytes)
  const directory = Buffer.concat(await Array.fromAsync(archive.from(offset, offset + size)))
  const last = directory.lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
  const name = directory.readUInt16LE(last + 28)
  expect(Number(directory.readBigUInt64LE(last + 46 + name + 4))).toBe(offset - one - 30 - name)
})
