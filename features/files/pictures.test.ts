import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Lang } from '#contract/words.ts'
import { s3Files } from '#integrations/files/objectStorage.ts'
import { buildApp } from '#server/app.ts'
import { bucketCredentials, openBucket } from '#test/storage/s3.ts'
import { consoleFilesSave, storUpload } from './contract.ts'
import { world, editor, runner, openPictures, send, kept, R, G, B, W } from '#test/scenes/sentPictures.ts'

beforeAll(openPictures)
afterAll(() => world?.close())

describe('a hostile file is refused with a sentence in the language of the sender', () => {
  /** Makes a small JPEG whose header claims `side` pixels in width and in height. */
  const claiming = async (side: number) => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    const at = bytes.indexOf(Buffer.from([0xff, 0xc0]))
    bytes.writeUInt16BE(side, at + 5)
    bytes.writeUInt16BE(side, at + 7)
    return bytes
  }
  const page = '<script>alert(document.cookie)</script>'
  const gif = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: '#3a7' } })
      .gif()
      .toBuffer()
  const sentences: Record<string, Record<Lang, string>> = {
    not_a_picture: { 'zh-cn': '这不是可用的图片', 'zh-tw': '這不是可用的圖片', en: "This picture can't be used" },
    picture_too_large: {
      'zh-cn': '图片太大了，最多 5000 万像素',
      'zh-tw': '圖片太大了，最多 5000 萬像素',
      en: 'The picture is too large: at most 50 million pixels',
    },
  }
  test.each<[string, string, () => Promise<Uint8Array>, string]>([
    ['256 megapixels', 'large.jpg', () => claiming(16_000), 'picture_too_large'],
    ['a text named .jpg', 'notes.jpg', async () => Buffer.from('nothing to see here'), 'not_a_picture'],
    ['a page that begins as a GIF', 'both.gif', async () => Buffer.from(`GIF89a/*${page}*/=1;`), 'not_a_picture'],
    [
      'a GIF that is also a page',
      'both.gif',
      async () => Buffer.concat([await gif(), Buffer.from(page)]),
      'not_a_picture',
    ],
    [
      'a GIF with a page for a comment',
      'both.gif',
      async () =>
        Buffer.concat([
          (await gif()).subarray(0, -1),
          Buffer.of(0x21, 0xfe, page.length),
          Buffer.from(page.toUpperCase()),
          Buffer.of(0, 0x3b),
        ]),
      'not_a_picture',
    ],
  ])('%s', async (_what, name, make, refusal) => {
    const bytes = await make()
    for (const lang of ['zh-cn', 'zh-tw', 'en'] as const) {
      expect(
        (await send(storUpload.path, name, bytes, { _token: runner.token, purpose: 'cover', _lang: lang })).json(),
      ).toMatchObject({ code: '422', refusal, msg: expect.stringContaining(sentences[refusal]![lang]) as string })
      expect(
        (await send(consoleFilesSave.path, name, bytes, { _token: editor.token, _lang: lang })).json(),
      ).toMatchObject({ code: '422', refusal, msg: expect.stringContaining(sentences[refusal]![lang]) as string })
    }
  })
  test('a JPEG with a page behind it is kept as a picture alone', async () => {
    const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#3a7' } })
      .jpeg()
      .toBuffer()
    const file = await kept(Buffer.concat([jpeg, Buffer.from(page)]))
    expect(file).toMatchObject({ width: 9, path: expect.stringMatching(/\.jpg$/) as string })
    expect((file as { bytes: Buffer }).bytes.includes('script')).toBe(false)
  })
  test('a full disk is reported as such, and nothing remains of the file', async () => {
    const files = {
      ...world.parts.integrations.files,
      write: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })),
    }
    const app = await buildApp(
      { ...world.parts, integrations: { ...world.parts.integrations, files } },
      { apps: false },
    )
    const before = await world.db.selectFrom('files').select('hash').execute()
    const answered = await send(
      consoleFilesSave.path,
      'a.png',
      await sharp({ create: { width: 5, height: 5, channels: 3, background: '#a00' } })
        .png()
        .toBuffer(),
      { _token: editor.token, _lang: 'en' },
      app,
    )
    expect([answered.statusCode, answered.json()]).toMatchObject([
      507,
      {
        code: '500',
        refusal: 'storage_full',
        msg: "The server is out of storage and can't save this. Please contact the organisers",
      },
    ])
    expect(await world.db.selectFrom('files').select('hash').execute()).toEqual(before)
    await app.close()
  })
})

test('a photo is upright, however the person held the camera', async () => {
  // The colours of the corners in upright order: red and green above, blue and white below.
  const upright = [R, G, B, W]
  /** The order of the corners in the file, for each position of the camera. */
  const lying: Record<number, number[]> = {
    1: [0, 1, 2, 3],
    2: [1, 0, 3, 2],
    3: [3, 2, 1, 0],
    4: [2, 3, 0, 1],
    5: [0, 2, 1, 3],
    6: [1, 3, 0, 2],
    7: [3, 1, 2, 0],
    8: [2, 0, 3, 1],
  }
  for (const [orientation, corners] of Object.entries(lying)) {
    const held = await sharp(Buffer.from(corners.flatMap((corner) => [...upright[corner]!])), {
      raw: { width: 2, height: 2, channels: 3 },
    })
      .resize(64, 64, { kernel: 'nearest' })
      .png()
      .toBuffer()
    const sent = await sharp(held)
      .withMetadata({ orientation: Number(orientation) })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const file = await kept(sent)
    const { data } = await sharp((file as { bytes: Buffer }).bytes)
      .resize(2, 2, { kernel: 'nearest' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(
      Array.from(data, (part) => (part > 128 ? 255 : 0)),
      `orientation ${orientation}`,
    ).toEqual(upright.flatMap((colour) => [...colour]))
  }
})

const sizes: [string, number, number][] = [['0.3 megapixels', 640, 480]]
if (process.env.PICTURES_IN_FULL) sizes.push(['40 megapixels', 7728, 5152])
test.each(sizes)('%s keep their size', async (_what, width, height) => {
  const photo = await sharp({
    create: { width, height, channels: 3, background: '#3388cc', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .jpeg()
    .toBuffer()
  expect(await kept(photo)).toMatchObject({ width, height })
})

test('object storage keeps and serves pictures like a folder; if it is public, browsers fetch from it, with the resize suffix if it makes copies', async () => {
  const bucket = await openBucket()
  const over = (more: object) =>
    buildApp(
      {
        ...world.parts,
        integrations: {
          ...world.parts.integrations,
          files: s3Files({ ...bucketCredentials, endpoint: bucket.endpoint, pathStyle: true, resizes: false, ...more }),
        },
      },
      { apps: false },
    )
  const [ours, open, resizing] = await Promise.all([
    over({}),
    over({ publicUrl: 'https://pictures.example' }),
    over({ publicUrl: 'https://pictures.example', resizes: true }),
  ])
  const photo = await sharp({ create: { width: 900, height: 60, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer()
  const { path } = (await send(consoleFilesSave.path, 'a.jpg', photo, { _token: editor.token }, ours)).json().data as {
    path: string
  }
  const name = path.slice('/files/'.length)
  expect([...bucket.objects.keys()]).toEqual([name])
  const small = `${path}?x-oss-process=image/resize,w_300`
  const served = await ours.inject({ method: 'GET', url: small })
  expect([(await sharp(served.rawPayload).metadata()).width, served.headers['cache-control']]).toEqual([
    320,
    'public, max-age=31536000, immutable',
  ])
  expect([...bucket.objects.keys()]).toEqual([name, `copies/${name}.320.jpg`])
  const led = async (app: typeof ours, url: string) => {
    const { statusCode, headers } = await app.inject({ method: 'GET', url })
    return [statusCode, headers.location, headers['cache-control']]
  }
  const forever = 'public, max-age=31536000, immutable'
  expect(await led(open, path)).toEqual([302, `https://pictures.example/${name}`, forever])
  expect(await led(open, small)).toEqual([200, undefined, forever])
  expect(await led(resizing, small)).toEqual([
    302,
    `https://pictures.example/${name}?x-oss-process=image%2Fresize%2Cw_320`,
    forever,
  ])
  expect((await resizing.inject({ method: 'GET', url: `${path}?x-oss-process=image/info` })).json()).toMatchObject({
    ImageWidth: { value: '900' },
  })
  // The server itself sends a sealed picture, although the storage has a public address and resizes pictures.
  const { path: own } = (
    await send(storUpload.path, 'a.jpg', photo, { _token: runner.token, purpose: 'proof' }, resizing)
  ).json().data as { path: string }
  expect(await led(resizing, `${own}?_token=${runner.token}`)).toEqual([200, undefined, 'private, no-store'])
  await Promise.all([ours.close(), open.close(), resizing.close(), bucket.close()])
})
