import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { keepFile } from '#features/files/service.ts'
import { Boxes } from './template/boxes.contract.ts'
import { consoleCertificatesList, consoleCertificatesRemove, consoleCertificatesSave } from './contract.ts'
import { lacksCode } from './rules.ts'
import { consoleCertificatesStart, consoleCertificatesTry } from './template/studio.contract.ts'
import { world, editor, openCertificates } from '#test/scenes/certificateRace.ts'

beforeAll(openCertificates)
afterAll(() => world?.close())

describe('the editor', () => {
  const bare = Boxes.parse([
    {
      kind: 'text',
      x: 100,
      y: 200,
      width: 600,
      text: '%姓名%',
      font: 'sans-serif',
      size: 60,
      weight: 600,
      colour: '#102030',
      align: 'center',
      line: 80,
      fit: 'shrink',
    },
  ])
  const checked = [
    ...bare,
    ...Boxes.parse([
      { kind: 'qr', x: 40, y: 900, size: 180, colour: '#000000', ground: '#ffffff' },
      { ...bare[0], y: 1000, size: 20, text: 'No. %证书编号%' },
    ]),
  ]
  const draft = { raceid: 7, kind: 'timing' as const, name: '图文框', boxes: bare, width: 800, height: 1131 }
  const save = (patch: object) => world.call(consoleCertificatesSave, { ...draft, ...patch }, editor)

  test('refuses pictures of no race or of another race, and refuses to publish a certificate that nobody could verify', async () => {
    const elsewhere = await keepFile(world.parts, {
      raceid: 8,
      name: 'a.png',
      bytes: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
    })
    if (typeof elsewhere === 'string') throw new Error(elsewhere)
    for (const picture of [elsewhere.path, '/files/7/00000000000000000000000000000000.jpg'])
      expect(
        await save({ boxes: [...bare, { kind: 'image', x: 0, y: 0, width: 8, height: 8, picture }] }),
      ).toMatchObject({ code: '422', refusal: 'box_picture_unknown' })
    for (const boxes of [bare, checked.slice(0, 2), [checked[0]!, checked[2]!]])
      expect(await save({ boxes, published: true })).toMatchObject({ code: '422', refusal: 'certificate_without_code' })
    expect(await save({ boxes: [{ ...bare[0], x: 9000 }] })).toMatchObject({
      code: '422',
      refusal: 'field_wrong',
      data: { fields: { 'boxes.0.x': '不能大于 8000' } },
    })
    expect(await save({ boxes: [{ ...bare[0], colour: 'red' }] })).toMatchObject({ refusal: 'field_wrong' })
    expect(await save({ width: 1281 })).toMatchObject({ refusal: 'field_wrong' })
    expect(await save({ boxes: [] })).toMatchObject({ refusal: 'certificate_empty' })
  })
  test('publishes a marked certificate only with a place for the photo', async () => {
    const marked = { ...bare[0]!, text: '%姓名%%合成%' }
    const photo = { kind: 'photo', x: 0, y: 0, width: 90, height: 90, radius: 0, rotate: 0, border: null }
    const windowed = await keepFile(world.parts, {
      raceid: 7,
      name: 'w.png',
      bytes: await sharp({ create: { width: 800, height: 1131, channels: 4, background: '#12345600' } })
        .png()
        .toBuffer(),
    })
    if (typeof windowed === 'string') throw new Error(windowed)
    const boxes = [...checked, marked]
    expect(await save({ boxes, published: true })).toMatchObject({ code: '422', refusal: 'certificate_without_slot' })
    const before = (await world.ask(consoleCertificatesList, { raceid: 7 }, editor)).items.length
    expect(
      await save({ boxes: [...boxes, photo, photo], published: true }),
      'one photo goes to one place',
    ).toMatchObject({
      refusal: 'certificate_with_slots',
    })
    expect((await world.ask(consoleCertificatesList, { raceid: 7 }, editor)).items, 'nothing is kept').toHaveLength(
      before,
    )
    const html = (slot: string) =>
      `<div style="width:600px"><p>%姓名%%水印%</p><table><tr><td>%证书编号%</td></tr></table>${slot}</div>`
    const asHtml = { boxes: undefined, published: true }
    expect(await save({ ...asHtml, html: html('') })).toMatchObject({ refusal: 'certificate_without_slot' })
    expect(await save({ ...asHtml, html: html('<img title="照片"><div title="照片"></div>') })).toMatchObject({
      refusal: 'certificate_with_slots',
    })
    for (const patch of [
      { boxes },
      { boxes: [...boxes, photo], published: true },
      { boxes, bg: windowed.path, published: true },
      { ...asHtml, html: html('<div title="照片" style="width:90px;height:90px"></div>') },
      { ...asHtml, html: html('<img title="照片" src="%photo%">') },
      { ...asHtml, html: html(''), bg: windowed.path },
    ]) {
      const made = await save(patch)
      expect(made).toMatchObject({ code: '200' })
      await world.ask(consoleCertificatesRemove, { raceid: 7, id: made.data.id }, editor)
    }
  })
  test('the change of another person in the meantime is not overwritten; of two simultaneous editors one is told', async () => {
    const made = (await save({})).data
    expect(made).toMatchObject({ form: 'boxes', width: 800, height: 1131, version: 1, fields: ['姓名'] })
    world.clock.advance(1000)
    const both = await Promise.all([
      save({ id: made.id, updated_at: made.updated_at, boxes: checked, published: true }),
      save({ id: made.id, updated_at: made.updated_at, name: '另一个' }),
    ])
    expect(both.map(({ refusal }) => refusal ?? 'saved').sort()).toEqual(['certificate_changed_meanwhile', 'saved'])
    expect(both.find(({ refusal }) => refusal)).toMatchObject({ code: '409' })
    const again = (await save({ id: made.id, boxes: checked, published: true })).data
    expect(again).toMatchObject({ version: 2, published: true, fields: ['姓名', '证书编号'] })
    const log = await world.db
      .selectFrom('log')
      .select('what')
      .where('raceid', '=', 7)
      .where('target', '=', `certificate ${made.id}`)
      .execute()
    expect(log.map(({ what }) => what).filter((what) => what === 'certificate changed').length).toBeGreaterThanOrEqual(
      2,
    )
    await world.ask(consoleCertificatesRemove, { raceid: 7, id: made.id }, editor)
  })
  test("begins with the standard certificate in the race's colour, and writes no definition", async () => {
    expect(await world.call(consoleCertificatesStart, { raceid: 8, kind: 'timing' }, editor)).toMatchObject({
      code: '403',
    })
    const before = (await world.ask(consoleCertificatesList, { raceid: 7 }, editor)).items.length
    const started = await world.ask(consoleCertificatesStart, { raceid: 7, kind: 'reg' }, editor)
    expect(started).toMatchObject({ width: 1280, height: 1810, bg: expect.stringMatching(/^\/files\/7\//) as string })
    expect(lacksCode(started.boxes)).toBe(false)
    expect((await world.ask(consoleCertificatesList, { raceid: 7 }, editor)).items).toHaveLength(before)
  })
  test('shows a definition with a finisher or a registrant, whose hidden name stays hidden', async () => {
    expect(await world.call(consoleCertificatesTry, { raceid: 8, kind: 'timing' }, editor)).toMatchObject({
      code: '403',
    })
    const of = (input: object) => world.call(consoleCertificatesTry, { raceid: 7, kind: 'timing', ...input }, editor)
    expect(await of({ bib: 'Z9' })).toMatchObject({ code: '404', refusal: 'certificate_of_nobody' })
    expect((await of({ bib: ' A1 ' })).data).toMatchObject({
      values: { 姓名: '李䶮', 参赛号: 'A1', 证书编号: expect.stringMatching(/^7-/) as string },
      link: expect.stringContaining('/verify?n=7-') as string,
    })
    expect((await of({})).data.values['姓名']).toBe('李䶮')
    expect((await of({ eventid: 1 })).data.values['姓名']).toBe('李䶮')
    expect((await of({ kind: 'reg', bib: 'B9' })).data.values).toMatchObject({ 姓名: '赵报名' })
    await world.db
      .updateTable('results')
      .set({ hide_name: true })
      .where('raceid', '=', 7)
      .where('bib', '=', 'A1')
      .execute()
    expect((await of({ bib: 'A1' })).data.values['姓名']).toBe('')
  })
})
