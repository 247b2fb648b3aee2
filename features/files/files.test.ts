import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import type { Role } from '#contract/rights.ts'
import { countTry } from '#db/limits/limits.ts'
import { saveRace } from '#features/races/service.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { isKept, keepFile, ownsFile } from './service.ts'
import { type KeptFile, consoleFilesSave, storUpload } from './contract.ts'
import { copiesOf, copyFor, copyName, readProcess } from './rules.ts'

let world: World
let editor: { token: string }
let photo: Buffer
beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute(async (tx) => saveRace(tx, { id: 7, name: '江城马拉松', time: now, published_at: now }, now))
  editor = await staffSession(world, [{ raceid: 7, role: 'editor' }])
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#3388cc' } })
    .withExif({ IFD0: { Artist: 'Li Lei', Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => world?.close())

/** Makes a BMP with 24 bits for each pixel, all of one colour. */
const bmpOf = (width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer => {
  const row = Buffer.alloc(Math.ceil((width * 3) / 4) * 4)
  for (let x = 0; x < width; x++) row.set([blue, green, red], x * 3)
  const head = Buffer.alloc(54)
  head.write('BM')
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    head.writeInt32LE(value, at)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return Buffer.concat([head, ...Array.from({ length: height }, () => row)])
}
const send = async (
  file: { name: string; bytes: Uint8Array } | null,
  fields: Record<string, string> = {},
  path: string = consoleFilesSave.path,
): Promise<Envelope<KeptFile>> => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ raceid: '7', _token: editor.token, ...fields })) form.append(name, value)
  if (file) form.append('file', new Blob([Buffer.from(file.bytes)]), file.name)
  const request = new Request('http://localhost:3000', { method: 'POST', body: form })
  const answered = await world.app.inject({
    method: 'POST',
    url: path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type')! },
  })
  return answered.json()
}
const get = (url: string) => world.app.inject({ method: 'GET', url })
const keep = async (bytes: Uint8Array, name = 'a.jpg') => {
  const kept = await keepFile(world.parts, { raceid: 7, bytes, name })
  if (typeof kept === 'string') throw new Error(kept)
  return kept
}

describe('an upload is refused', () => {
  test('without the right, without a file', async () => {
    expect(await send({ name: 'a.jpg', bytes: photo }, { _token: '' })).toMatchObject({ code: '401' })
    expect(await send({ name: 'a.jpg', bytes: photo }, { raceid: '8' })).toMatchObject({ code: '403' })
    const bring = async (role: Role) =>
      (
        await send(
          { name: 'a.jpg', bytes: photo },
          { _token: (await staffSession(world, [{ raceid: 7, role }])).token },
        )
      ).code
    expect([await bring('cashier'), await bring('timer'), await bring('registrar')]).toEqual(['403', '403', '200'])
    expect(await send(null)).toMatchObject({ code: '422', refusal: 'file_missing' })
  })
  test.each([
    [
      'SVG that calls itself PNG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
      'not_a_picture',
    ],
    ['HTML', Buffer.from('<html>'), 'not_a_picture'],
    ['a JPEG that breaks off', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'not_a_picture'],
    ['a BMP of nothing', Buffer.from('BM'), 'not_a_picture'],
    ['nothing at all', Buffer.alloc(0), 'not_a_picture'],
  ])('%s', async (_, bytes, refusal) => {
    expect(await send({ name: 'photo.png', bytes })).toMatchObject({ code: '422', refusal })
  })
  test('WebP and TIFF, which the specification does not allow', async () => {
    for (const format of ['webp', 'tiff'] as const)
      expect(await send({ name: 'a.jpg', bytes: await sharp(photo).toFormat(format).toBuffer() })).toMatchObject({
        refusal: 'not_a_picture',
      })
  })
  test('more pixels than allowed, before they are decoded', async () => {
    const huge = await sharp({
      create: { width: 8000, height: 7000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(await send({ name: 'a.png', bytes: huge })).toMatchObject({ code: '422', refusal: 'picture_too_large' })
    const bmp = bmpOf(2, 2, [0, 0, 0])
    bmp.writeInt32LE(30_000, 18)
    bmp.writeInt32LE(-30_000, 22)
    expect(await send({ name: 'a.bmp', bytes: bmp })).toMatchObject({ code: '422', refusal: 'picture_too_large' })
  })
})

test('a picture is recognised by its content, whatever its name, and loses the data about its maker', async () => {
  const { code, data } = await send({ name: '../../etc/passwd.txt', bytes: photo })
  expect(code).toBe('200')
  expect(data).toMatchObject({
    width: 900,
    height: 600,
    path: expect.stringMatching(/^\/files\/7\/[0-9a-f]{32}\.jpg$/) as string,
  })
  const served = await get(data.path)
  expect(served.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const { exif } = await sharp(served.rawPayload).metadata()
  expect(exif).toBeUndefined()
  expect(served.rawPayload.includes('secret place')).toBe(false)
})

test('gif, png and bmp are accepted; transparency stays, as PNG', async () => {
  const base = sharp({ create: { width: 30, height: 20, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } })
  expect(await keep(await base.clone().png().toBuffer())).toMatchObject({
    path: expect.stringMatching(/\.png$/) as string,
  })
  expect(await keep(await base.clone().flatten().gif().toBuffer())).toMatchObject({ width: 30, height: 20 })
  const bmp = await keep(bmpOf(3, 2, [10, 30, 200]))
  expect(bmp).toMatchObject({ width: 3, height: 2, path: expect.stringMatching(/\.jpg$/) as string })
  const { data } = await sharp((await get(bmp.path)).rawPayload)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [red, green, blue] = data
  expect(Math.abs(red! - 10) + Math.abs(green! - 30) + Math.abs(blue! - 200)).toBeLessThan(20)
})

test('a sideways photo is set upright', async () => {
  const sideways = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(await keep(sideways)).toMatchObject({ width: 20, height: 40 })
})

test('the same picture twice is one file', async () => {
  expect((await keep(photo)).path).toBe((await keep(photo, 'b.jpg')).path)
})

describe('the resize suffix', () => {
  test('gives a copy of a width from the list, never larger than the picture', async () => {
    const { path } = await keep(photo)
    const width = async (suffix: string) =>
      (await sharp((await get(`${path}?x-oss-process=${suffix}`)).rawPayload).metadata()).width
    expect(await width('image/resize,w_640')).toBe(640)
    expect(await width('image/resize,w_600')).toBe(640)
    expect(await width('image/resize,w_2000')).toBe(900)
    expect(
      (await sharp((await get(`${path}?x-oss-process=image/resize,w_320/format,webp`)).rawPayload).metadata()).format,
    ).toBe('webp')
  })
  test('tells the size in the form of the resize service', async () => {
    const { path, bytes } = await keep(photo)
    const info = await get(`${path}?x-oss-process=image/info`)
    expect(info.json()).toEqual({
      FileSize: { value: String(bytes) },
      Format: { value: 'jpg' },
      ImageHeight: { value: '600' },
      ImageWidth: { value: '900' },
    })
  })
  test('many simultaneous calls for one size make one copy', async () => {
    const { path } = await keep(
      await sharp({ create: { width: 700, height: 90, channels: 3, background: '#123456' } })
        .png()
        .toBuffer(),
    )
    const all = await Promise.all(Array.from({ length: 20 }, () => get(`${path}?x-oss-process=image/resize,w_160`)))
    expect(
      new Set(all.map(({ statusCode, rawPayload }) => `${statusCode} ${rawPayload.toString('base64')}`)).size,
    ).toBe(1)
  })
  test('takes heights, shares and cut shapes, and answers with a copy of a size from the list', async () => {
    const { path } = await keep(photo) // The picture has 900 by 600 pixels.
    const size = async (suffix: string) => {
      const { width, height } = await sharp(
        (await get(`${path}?x-oss-process=image/resize,${suffix}`)).rawPayload,
      ).metadata()
      return [width, height]
    }
    expect(await size('h_300')).toEqual([480, 320])
    expect(await size('w_700,h_200')).toEqual([320, 213])
    expect(await size('p_50')).toEqual([480, 320])
    expect(await size('p_100')).toEqual([900, 600])
    expect(await size('m_fill,w_300,h_300'), 'cut').toEqual([320, 320])
    expect(await size('m_fill,w_640,h_360')).toEqual([640, 360])
    expect(await size('m_fill,w_1280,h_720'), 'cut to the shape, and not enlarged').toEqual([900, 506])
    expect(await size('w_100,limit_0')).toEqual([160, 107])
    expect(await size('w_2000,limit_0'), 'never larger than it is').toEqual([900, 600])
  })
  test.each([
    'image/resize,w_0',
    'image/resize,w_-1',
    'image/watermark,text_a',
    'video/snapshot',
    'image/resize,w_99999999',
    'image/rotate,90',
    'nonsense',
  ])('%s is not read: the picture itself is served', async (suffix) => {
    const { path } = await keep(photo)
    const answer = await get(`${path}?x-oss-process=${suffix}`)
    expect(answer.statusCode).toBe(200)
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(900)
    expect(readProcess(suffix)).toEqual({ want: 'original' })
  })
  test('a repeated suffix does not count', async () => {
    const { path } = await keep(photo)
    const answer = await get(`${path}?x-oss-process=image/info&x-oss-process=image/info`)
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(900)
  })
  test('for all suffixes a picture has few copies, and all of them are known by name', () => {
    const named = { raceid: 7, hash: 'a'.repeat(32), ext: 'jpg' }
    const known = new Set(copiesOf(named))
    for (let at = 1; at < 4000; at += 37)
      for (const resize of [
        { width: at, fill: false },
        { height: at, fill: false },
        { percent: at % 200, fill: false },
        { width: at, height: 4001 - at, fill: true },
        { width: at, height: at, fill: true },
      ])
        expect(known).toContain(copyName(named, copyFor(resize, { width: 3000, height: 2000 }), 'webp'))
    expect(known.size).toBeLessThan(150)
  })
})

test('an unknown file is not found', async () => {
  for (const url of [
    '/files/7/00000000000000000000000000000000.jpg',
    '/files/7/..%2f..%2fkeys.jpg',
    '/files/8/x.png',
    '/files/7/00000000000000000000000000000000.jpg?x-oss-process=image/info',
    '/files/9999999999/00000000000000000000000000000000.jpg?x-oss-process=image/info',
  ])
    expect((await get(url)).statusCode).toBe(404)
})

describe("a runner's upload", () => {
  const upload = (file: { name: string; bytes: Uint8Array } | null, fields: Record<string, string>) =>
    send(file, fields, storUpload.path)
  const see = (path: string, token: string) =>
    world.app.inject({ method: 'GET', url: path, headers: token ? { authorization: `Bearer ${token}` } : {} })

  test('is refused: nobody, another race, no purpose, no picture', async () => {
    const { token } = await runnerSession(world)
    const jpg = { name: 'a.jpg', bytes: photo }
    expect(await upload(jpg, { _token: '', purpose: 'cover' })).toMatchObject({ code: '401' })
    expect(await upload(jpg, { _token: token, purpose: 'cover', raceid: '8' })).toMatchObject({
      code: '404',
      refusal: 'race_not_found',
    })
    expect(await upload(jpg, { _token: token, purpose: 'passport' })).toMatchObject({
      code: '422',
      data: { fields: { purpose: expect.any(String) as string } },
    })
    expect(await upload(null, { _token: token, purpose: 'proof' })).toMatchObject({ refusal: 'file_missing' })
    expect(
      await upload({ name: 'a.jpg', bytes: Buffer.from('<svg/>') }, { _token: token, purpose: 'proof' }),
    ).toMatchObject({ refusal: 'not_a_picture' })
  })
  test('too often is refused', async () => {
    const { token } = await runnerSession(world)
    const codes: string[] = []
    for (let n = 0; n < 41; n++) codes.push((await upload(null, { _token: token, purpose: 'proof' })).code)
    expect(codes.slice(-2)).toEqual(['422', '429'])
  })
  test('cannot fill the disk: a limit each day, one at a time, none for a hidden race', async () => {
    const { token, uid } = await runnerSession(world)
    const jpg = { name: 'a.jpg', bytes: photo }
    await world.db
      .transaction()
      .execute((tx) => saveRace(tx, { id: 9, name: '未发布', time: world.clock.now() }, world.clock.now()))
    expect(await upload(jpg, { _token: token, purpose: 'cover', raceid: '9' })).toMatchObject({
      refusal: 'race_not_found',
    })
    expect(
      await upload(
        { name: 'a.jpg', bytes: Buffer.concat([photo, Buffer.alloc(15 * 1024 * 1024)]) },
        { _token: token, purpose: 'proof' },
      ),
    ).toMatchObject({ refusal: 'body_too_large' })
    for (let n = 0; n < 120; n++)
      await countTry(
        world.db,
        { kind: 'pictures kept for an account', max: 120, seconds: 86_400 },
        String(uid),
        world.clock.now(),
      )
    expect(await upload(jpg, { _token: token, purpose: 'proof' })).toMatchObject({
      code: '429',
      data: { retry_after: 86_400 },
    })
  })
  test('of the same file twice is refused, with the way to the first; for another purpose or account it is another file', async () => {
    const [mine, other] = [await runnerSession(world), await runnerSession(world)]
    const send = (token: string, purpose: string, bytes = photo, lang = 'zh-cn') =>
      upload({ name: 'a.jpg', bytes }, { _token: token, purpose, _lang: lang })
    const first = await send(mine.token, 'proof')
    expect(first.code).toBe('200')
    expect(await send(mine.token, 'proof')).toMatchObject({
      code: '409',
      refusal: 'same_file',
      msg: '不能重复上传同一文件',
      data: { path: first.data.path },
    })
    expect((await send(mine.token, 'proof', photo, 'en')).msg).toBe('Cannot upload the same file')
    for (const again of [
      await send(mine.token, 'signature'),
      await send(mine.token, 'cover'),
      await send(other.token, 'proof'),
      await send(other.token, 'cover'),
    ])
      expect(again).toMatchObject({ code: '200', data: { path: expect.not.stringMatching(first.data.path) as string } })
    expect((await send(mine.token, 'proof', Buffer.from('<svg/>'))).refusal).toBe('not_a_picture')
  })
  test('of a cover is a public picture', async () => {
    const { token, uid } = await runnerSession(world)
    const { data } = await upload({ name: 'a.jpg', bytes: photo }, { _token: token, purpose: 'cover' })
    expect((await see(data.path, '')).headers['content-type']).toBe('image/jpeg')
    expect([
      await isKept(world.db, 7, data.path),
      await isKept(world.db, 8, data.path),
      await ownsFile(world.db, 7, data.path, uid),
    ]).toEqual([true, false, false])
  })
  test.each(['proof', 'signature'])(
    'of a %s is seen by its account and by staff who handle registrations, and by nobody else',
    async (purpose) => {
      const mine = await runnerSession(world)
      const other = await runnerSession(world)
      const { data } = await upload({ name: 'a.jpg', bytes: photo }, { _token: mine.token, purpose })
      expect(data.path).toMatch(/^\/private\/7\/[0-9a-f]{32}\.jpg$/)
      const theirs = await upload({ name: 'a.jpg', bytes: photo }, { _token: other.token, purpose })
      expect(theirs.data.path).not.toBe(data.path)
      const elsewhere = await staffSession(world, [{ raceid: 8, role: 'registrar' }])
      for (const token of ['', 'nonsense', other.token, editor.token, elsewhere.token])
        expect((await see(data.path, token)).statusCode).toBe(404)
      const registrar = await staffSession(world, [{ raceid: 7, role: 'registrar' }])
      for (const { token } of [mine, registrar]) {
        const seen = await see(data.path, token)
        expect(seen.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' })
        expect((await sharp(seen.rawPayload).metadata()).width).toBe(900)
      }
      expect((await see(data.path.replace('/private/', '/files/'), mine.token)).statusCode).toBe(404)
      expect(
        (await see(`${data.path.replace('/private/', '/files/')}?x-oss-process=image/info`, mine.token)).statusCode,
      ).toBe(404)
      expect([
        await ownsFile(world.db, 7, data.path, mine.uid),
        await ownsFile(world.db, 7, data.path, other.uid),
        await isKept(world.db, 7, data.path),
      ]).toEqual([true, false, false])
      expect(
        (await world.parts.integrations.files.read(`private/7/${data.path.slice(11, 43)}`))!.subarray(0, 3),
      ).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    },
  )
})
