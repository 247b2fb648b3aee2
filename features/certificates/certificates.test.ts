import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { keepFile } from '#features/files/service.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { giveStandardCertificates, saveCertificate } from './service.ts'
import {
  certificateQuery,
  certificateShow,
  consoleCertificatesCheck,
  consoleCertificatesList,
  consoleCertificatesRemove,
  consoleCertificatesSave,
} from './contract.ts'
import { numberFor, readCertificateNumber } from './issue/number.service.ts'
import { world, editor, scores, entryKey, certificateid, openCertificates } from '#test/scenes/certificateRace.ts'

beforeAll(openCertificates)
afterAll(() => world?.close())

const show = (input: Record<string, unknown>) => world.call(certificateShow, input as never)
const query = (n: string, lang?: 'en') => world.call(certificateQuery, { n }, lang ? { lang } : {})

describe('/certificate/show', () => {
  test('gives the reason if there is no certificate', async () => {
    expect(await show({})).toMatchObject({ code: '422', refusal: 'certificate_of_whom' })
    expect(await show({ scoreid: 999_999_999_999 })).toMatchObject({
      code: '404',
      refusal: 'no_result_yet',
      msg: '您还没有成绩信息~',
    })
    expect(await show({ key: 'not a key' })).toMatchObject({ refusal: 'no_result_yet' })
    expect(await show({ scoreid: scores.get('A3')!.id })).toMatchObject({ code: '404', refusal: 'not_finished' })
    expect(await show({ id: 123_456 })).toMatchObject({ code: '404', refusal: 'certificate_not_found' })
    expect(await show({ key: entryKey, type: 'timing' })).toMatchObject({ refusal: 'no_result_yet' })
  })
  test("a finisher's certificate has the values, a signed number and the page to which it leads", async () => {
    const { data } = await show({ scoreid: scores.get('A1')!.id })
    expect(data).toMatchObject({
      id: certificateid,
      form: 'boxes',
      version: 1,
      fields: expect.arrayContaining(['姓名', '枪成绩']) as string[],
      values: {
        姓名: '李䶮',
        参赛号: 'A1',
        枪成绩: '03:25:41',
        净成绩: '03:24:18',
        全部枪排名: '1',
        性别枪排名: '1',
        赛事名称: '江城马拉松',
        英文名称: 'Jiangcheng Marathon',
        日期: '2026年2月1日',
        项目: '全程马拉松',
      },
      number: expect.stringMatching(/^7-[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/) as string,
    })
    expect(data.link).toBe(`http://localhost:3000/verify?n=${data.number!}`)
    expect(data.values!['证书编号']).toBe(data.number)
  })
  test('a runner with several certificates sees all of them: those of the event, or those of the race if the event has none', async () => {
    const { id: scoreid } = scores.get('A1')!
    expect((await show({ scoreid })).data.choices).toEqual([])
    const write = async (eventid: number | null, name: string) =>
      (
        await world.db
          .transaction()
          .execute((tx) =>
            saveCertificate(
              tx,
              7,
              { eventid, kind: 'timing', name, html: '<p>%姓名%</p>', bg: null, published_at: world.clock.now() },
              world.clock.now(),
            ),
          )
      ).id
    const second = await write(null, '纪念证书')
    expect((await show({ scoreid })).data).toMatchObject({
      id: second,
      choices: [
        { id: second, name: '纪念证书' },
        { id: certificateid, name: '标准证书' },
      ],
    })
    expect((await show({ scoreid, id: certificateid })).data).toMatchObject({ id: certificateid, name: '标准证书' })
    const own = await write(1, '全程证书')
    expect((await show({ scoreid })).data).toMatchObject({ id: own, choices: [] })
    await world.db.deleteFrom('certificates').where('raceid', '=', 7).where('id', 'in', [second, own]).execute()
  })
  test("by id alone the answer is the definition, without anybody's values", async () => {
    expect((await show({ id: certificateid })).data).toMatchObject({ id: certificateid, values: null, number: null })
  })
  test("a registration's certificate needs a live registration", async () => {
    expect((await show({ key: entryKey, type: 'reg' })).data).toMatchObject({
      kind: 'reg',
      values: { 姓名: '赵报名', 参赛号: 'B9' },
    })
    await world.db
      .updateTable('registrations')
      .set({ refundid: 5 })
      .where('raceid', '=', 7)
      .where('_key', '=', entryKey)
      .execute()
    expect(await show({ key: entryKey, type: 'reg' })).toMatchObject({ refusal: 'certificate_not_found' })
    await world.db
      .updateTable('registrations')
      .set({ refundid: 0 })
      .where('raceid', '=', 7)
      .where('_key', '=', entryKey)
      .execute()
  })
  test('only the own holder sees a hidden name', async () => {
    const { id, key } = scores.get('A2')!
    await world.db
      .updateTable('results')
      .set({ hide_name: true })
      .where('raceid', '=', 7)
      .where('id', '=', id)
      .execute()
    expect((await show({ scoreid: id })).data.values!['姓名']).toBe('')
    expect((await show({ key })).data.values!['姓名'], 'the key of a result stands in public lists').toBe('')
    const { id: registrationid } = await world.db
      .selectFrom('registrations')
      .select('id')
      .where('raceid', '=', 7)
      .where('_key', '=', entryKey)
      .executeTakeFirstOrThrow()
    await world.db.updateTable('results').set({ registrationid }).where('raceid', '=', 7).where('id', '=', id).execute()
    const { data } = await show({ key: entryKey })
    expect(data.values!['姓名'], "the key of a registration is found by whoever knows the document's number").toBe('')
    const mine = await runnerSession(world)
    await world.db
      .updateTable('registrations')
      .set({ uid: mine.uid })
      .where('raceid', '=', 7)
      .where('id', '=', registrationid)
      .execute()
    expect(
      (await world.call(certificateShow, { scoreid: id }, mine)).data.values!['姓名'],
      'it is not hidden from the account that signed up',
    ).toBe('韩梅梅')
    expect((await query(data.number!)).data).toMatchObject({ verdict: 'genuine', name: null, bib: 'A2' })
  })
})

describe('/certificate/query', () => {
  test('a number in a wrong form, or without our signature, is unknown', async () => {
    const { number } = (await show({ scoreid: scores.get('A1')!.id })).data
    const other = numberFor(world.parts.seal, { raceid: 7, kind: 'timing', id: scores.get('A2')!.id }, 'x')
    const mixed = `${other.slice(0, -9)}${number!.slice(-9)}`
    for (const n of ['', '7', '7-AAAA-BBBB-CCCC-DDDD', 'Z'.repeat(40), mixed, number!.replace(/^7/, '8')])
      expect(await query(n), n).toMatchObject({ code: '404', refusal: 'certificate_number_unknown' })
  })
  test('a genuine number is found, however it was typed', async () => {
    const { number } = (await show({ scoreid: scores.get('A1')!.id })).data
    for (const typed of [
      number!,
      number!.toLowerCase(),
      number!.replaceAll('-', ' '),
      number!.replaceAll('0', 'o').replaceAll('1', 'l'),
    ])
      expect((await query(typed)).data).toMatchObject({
        verdict: 'genuine',
        number,
        name: '李䶮',
        bib: 'A1',
        gun: '03:25:41',
        net: '03:24:18',
        place: 1,
        race: { id: 7, name: '江城马拉松' },
      })
    expect((await query(number!, 'en')).data).toMatchObject({
      race: { name: 'Jiangcheng Marathon' },
      event: 'Marathon',
    })
  })
  test('after a correction the old number says so and shows the official facts', async () => {
    const { id } = scores.get('A1')!
    const old = (await show({ scoreid: id })).data.number!
    await world.db
      .updateTable('results')
      .set({ gun_ms: 12_400_000, updated_at: world.clock.now() })
      .where('raceid', '=', 7)
      .where('id', '=', id)
      .execute()
    const fresh = (await show({ scoreid: id })).data.number!
    expect(fresh).not.toBe(old)
    expect((await query(old)).data).toMatchObject({ verdict: 'corrected', gun: '03:26:40' })
    expect((await query(fresh)).data).toMatchObject({ verdict: 'genuine' })
  })
  test('a certificate is withdrawn if its result is disqualified, unpublished or removed', async () => {
    const { id } = scores.get('A2')!
    const number = (await show({ scoreid: id })).data.number!
    await world.db.updateTable('results').set({ outcome: 'dsq' }).where('raceid', '=', 7).where('id', '=', id).execute()
    expect((await query(number)).data).toMatchObject({ verdict: 'withdrawn', gun: null, outcome: 'dsq' })
    await world.db.deleteFrom('results').where('raceid', '=', 7).where('id', '=', id).execute()
    expect((await query(number)).data).toMatchObject({ verdict: 'withdrawn', name: null })
  })
  test('a caller who guesses is slowed down', async () => {
    const answers = await Promise.all(Array.from({ length: 320 }, () => query('7-AAAA-BBBB-CCCC-DDDD')))
    expect(answers.some(({ refusal }) => refusal === 'too_often')).toBe(true)
    world.clock.advance(601_000)
  })
  test('a change of any bit makes a number invalid', () => {
    const holder = { raceid: 7, kind: 'timing' as const, id: 1_000_000_001 }
    const number = numberFor(world.parts.seal, holder, 'facts')
    expect(readCertificateNumber(number)!.holder).toEqual(holder)
    expect(numberFor(world.parts.seal, { ...holder, id: 2 ** 34 - 1 }, 'facts')).toHaveLength(number.length)
    expect(() => numberFor(world.parts.seal, { ...holder, id: 2 ** 34 }, 'facts')).toThrow(RangeError)
  })
})

describe('the console', () => {
  const html =
    '<div style="position:relative;width:1280px;height:1810px;font-family:sans-serif"><img src="%bg%" width="1280" height="1810" style="position:absolute;left:0;top:0"><div style="position:absolute;left:0;top:20px;width:1280px;font-size:60px;line-height:80px;text-align:center">%姓名% %年龄组%</div><script>steal()</script></div>'
  const draft = { raceid: 7, kind: 'timing' as const, name: '新证书', html }

  test('needs the right for this race', async () => {
    expect(await world.call(consoleCertificatesSave, draft)).toMatchObject({ code: '401' })
    expect(await world.call(consoleCertificatesSave, { ...draft, raceid: 8 }, editor)).toMatchObject({ code: '403' })
    const cashier = await staffSession(world, [{ raceid: 7, role: 'cashier' }])
    for (const endpoint of [consoleCertificatesList, consoleCertificatesCheck, consoleCertificatesRemove] as const)
      expect(await world.call(endpoint, { raceid: 7, html: '', id: 1 } as never, cashier)).toMatchObject({
        code: '403',
      })
  })
  test('refuses a definition that cannot be a certificate', async () => {
    expect(await world.call(consoleCertificatesSave, { ...draft, html: ' ' }, editor)).toMatchObject({
      refusal: 'certificate_empty',
    })
    expect(await world.call(consoleCertificatesSave, { ...draft, eventid: 99 }, editor)).toMatchObject({
      refusal: 'event_unknown',
    })
    expect(
      await world.call(
        consoleCertificatesSave,
        { ...draft, bg: '/files/7/00000000000000000000000000000000.jpg' },
        editor,
      ),
    ).toMatchObject({ refusal: 'picture_unknown' })
    expect(
      await world.call(consoleCertificatesSave, { ...draft, bg: 'https://elsewhere.example/a.jpg' }, editor),
    ).toMatchObject({ code: '422', data: { fields: { bg: expect.any(String) as string } } })
    expect(await world.call(consoleCertificatesSave, { ...draft, id: 4711 }, editor)).toMatchObject({
      refusal: 'certificate_not_found',
    })
    expect(await world.call(consoleCertificatesRemove, { raceid: 7, id: 4711 }, editor)).toMatchObject({
      refusal: 'certificate_not_found',
    })
  })
  test('shows beforehand how a saved definition looks', async () => {
    expect(await world.ask(consoleCertificatesCheck, { raceid: 7, html }, editor)).toMatchObject({
      removed: ['<script>'],
      boxes: [{ kind: 'text', size: 60 }],
      inexpressible: null,
      fields: ['姓名', '年龄组'],
      unknown: ['年龄组'],
    })
    expect(
      await world.ask(
        consoleCertificatesCheck,
        {
          raceid: 7,
          html: '<table style="width:100%;margin:5%10%5%"><tr><td>%05% %10用时% %CP1+% %77% %合成%</td></tr></table>',
        },
        editor,
      ),
    ).toMatchObject({
      boxes: null,
      inexpressible: '<table>',
      fields: ['05', '10用时', 'CP1+', '77', '合成'],
      unknown: ['77'],
    })
  })
  test('writes, changes with a new version, and removes; nobody sees a draft', async () => {
    const kept = await keepFile(world.parts, {
      raceid: 7,
      name: 'bg.png',
      bytes: await sharp({ create: { width: 2560, height: 3620, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    })
    if (typeof kept === 'string') throw new Error(kept)
    const made = await world.ask(consoleCertificatesSave, { ...draft, bg: kept.path }, editor)
    expect(made).toMatchObject({ form: 'boxes', width: 1280, height: 1810, version: 1, published: false })
    expect(made.html).not.toContain('script')
    expect(await show({ id: made.id })).toMatchObject({ refusal: 'certificate_not_found' })
    const renamed = await world.ask(
      consoleCertificatesSave,
      { ...draft, id: made.id, bg: kept.path, name: '改名', published: true },
      editor,
    )
    expect(renamed).toMatchObject({ version: 1, published: true })
    const changed = await world.ask(
      consoleCertificatesSave,
      { ...draft, id: made.id, bg: kept.path, html: html.replace('60px', '64px'), published: true },
      editor,
    )
    expect(changed.version).toBe(2)
    const asHtml = await world.ask(
      consoleCertificatesSave,
      { ...draft, id: made.id, bg: kept.path, keep_html: true, published: true },
      editor,
    )
    expect(asHtml).toMatchObject({ form: 'html', boxes: null, version: 3, width: 1280, height: 1810 })
    expect((await world.ask(consoleCertificatesList, { raceid: 7 }, editor)).items.map(({ id }) => id)).toContain(
      made.id,
    )
    expect(await world.ask(consoleCertificatesRemove, { raceid: 7, id: made.id }, editor)).toEqual({ id: made.id })
    expect(await show({ id: made.id })).toMatchObject({ refusal: 'certificate_not_found' })
  })
})

test('a race without certificates gets two in its own colour, once', async () => {
  for (let times = 0; times < 2; times++)
    await giveStandardCertificates(world.parts, { raceid: 8, primary: '#09bb07', city: '江城' })
  const given = await world.db
    .selectFrom('certificates')
    .select(['kind', 'bg', 'width', 'height', 'form'])
    .where('raceid', '=', 8)
    .execute()
  expect(given.map(({ kind }) => kind).sort()).toEqual(['reg', 'timing'])
  for (const { bg, ...rest } of given) {
    expect(rest).toMatchObject({ width: 1280, height: 1810, form: 'boxes' })
    expect((await world.app.inject({ method: 'GET', url: bg! })).statusCode).toBe(200)
  }
})
