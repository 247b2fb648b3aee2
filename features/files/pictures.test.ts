import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bmpSize } from '#contract/pictures.ts'
import type { Lang } from '#contract/words.ts'
import { saveRace } from '#features/races/service.ts'
import { s3Files } from '#integrations/files/objectStorage.ts'
import { buildApp } from '#server/app.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { bucketCredentials, openBucket } from '#test/s3.ts'
import { type World, makeWorld } from '#test/world.ts'
import { keepFile } from './service.ts'
import { readBmp } from './bmp.rules.ts'
import { consoleFilesSave, storUpload } from './contract.ts'

/**
 * Pictures as cameras, old programs and ill-meaning people send them. `PICTURES_IN_FULL=1` takes the largest ones as
 * well (`npm run prove -- pictures`).
 */

let world: World
let editor: { token: string }
let runner: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute(async (tx) => saveRace(tx, { id: 7, name: '江城马拉松', time: now, published_at: now }, now))
  editor = await staffSession(world, [{ raceid: 7, role: 'editor' }])
  runner = await runnerSession(world)
})
afterAll(() => world?.close())

const send = async (path: string, name: string, bytes: Uint8Array, fields: Record<string, string>, app = world.app) => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ raceid: '7', ...fields })) form.append(field, value)
  form.append('file', new Blob([Buffer.from(bytes)]), name)
  const made = new Response(form)
  return app.inject({
    method: 'POST',
    url: path,
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type')! },
  })
}
const kept = async (bytes: Uint8Array) => {
  const file = await keepFile(world.parts, { raceid: 7, bytes, name: 'a' })
  return typeof file === 'string'
    ? file
    : { ...file, bytes: (await world.parts.outside.files.read(file.path.slice('/files/'.length)))! }
}

type Bmp = {
  width: number
  height: number
  bits: number
  compression?: number
  masks?: number[]
  palette?: number[][]
  pixels: number[]
  oldest?: boolean
}
/** A BMP as its bytes stand in a file; `pixels` are those bytes, rows padded by whoever asks. */
const bmp = ({
  width,
  height,
  bits,
  compression = 0,
  masks = [],
  palette = [],
  pixels,
  oldest = false,
}: Bmp): Buffer => {
  const colours = palette.flatMap(([red = 0, green = 0, blue = 0]) =>
    oldest ? [blue, green, red] : [blue, green, red, 0],
  )
  const header = Buffer.alloc(oldest ? 12 : 40)
  header.writeUInt32LE(header.length, 0)
  if (oldest) {
    header.writeUInt16LE(width, 4)
    header.writeUInt16LE(height, 6)
  } else {
    header.writeInt32LE(width, 4)
    header.writeInt32LE(height, 8)
    header.writeUInt32LE(compression, 16)
    header.writeUInt32LE(palette.length, 32)
  }
  header.writeUInt16LE(1, oldest ? 8 : 12)
  header.writeUInt16LE(bits, oldest ? 10 : 14)
  const mask = Buffer.alloc(masks.length * 4)
  masks.forEach((one, at) => mask.writeUInt32LE(one, at * 4))
  const front = Buffer.alloc(14)
  front.write('BM')
  front.writeUInt32LE(14 + header.length + mask.length + colours.length, 10)
  return Buffer.concat([front, header, mask, Buffer.from(colours), Buffer.from(pixels)])
}
const [R, G, B, W] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const
const seen = (bytes: Uint8Array) => {
  const { data, width } = readBmp(bytes)
  const rows: string[] = []
  for (let at = 0; at < data.length; at += 3) {
    const name =
      (
        [
          ['R', R],
          ['G', G],
          ['B', B],
          ['W', W],
        ] as const
      ).find(([, colour]) => colour.every((part, n) => Math.abs(data[at + n]! - part) < 9))?.[0] ?? '.'
    const row = Math.floor(at / 3 / width)
    rows[row] = (rows[row] ?? '') + name
  }
  return rows.join('/')
}

describe('a BMP of any kind is read as it was meant', () => {
  const palette = [[...R], [...G], [...B], [...W]]
  test.each<[string, Bmp, string]>([
    [
      '24 bits, rows padded, from the bottom',
      {
        width: 3,
        height: 2,
        bits: 24,
        pixels: [255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 0, 0, 255, 255, 255, 255, 0, 0, 0],
      },
      'RRW/BGR',
    ],
    ['24 bits, from the top', { width: 1, height: -2, bits: 24, pixels: [0, 0, 255, 0, 255, 0, 0, 0] }, 'R/B'],
    ['8 bits', { width: 3, height: 1, bits: 8, palette, pixels: [0, 2, 3, 0] }, 'RBW'],
    [
      '4 bits, an odd width',
      { width: 3, height: 2, bits: 4, palette, pixels: [0x01, 0x20, 0, 0, 0x32, 0x10, 0, 0] },
      'WBG/RGB',
    ],
    [
      '1 bit',
      { width: 10, height: 1, bits: 1, palette: [[...B], [...W]], pixels: [0b10101010, 0b11000000, 0, 0] },
      'WBWBWBWBWW',
    ],
    ['the oldest header', { width: 2, height: 1, bits: 4, palette, pixels: [0x12, 0, 0, 0], oldest: true }, 'GB'],
    ['16 bits, five each', { width: 2, height: 1, bits: 16, pixels: [0x00, 0x7c, 0x1f, 0x00] }, 'RB'],
    [
      '16 bits, five, six, five',
      {
        width: 2,
        height: 1,
        bits: 16,
        compression: 3,
        masks: [0xf800, 0x07e0, 0x001f],
        pixels: [0xe0, 0x07, 0xff, 0xff],
      },
      'GW',
    ],
    ['32 bits', { width: 2, height: 1, bits: 32, pixels: [0, 0, 255, 0, 255, 0, 0, 255] }, 'RB'],
    [
      '32 bits with masks of their own',
      { width: 1, height: 1, bits: 32, compression: 3, masks: [0xff, 0xff00, 0xff0000], pixels: [255, 0, 0, 0] },
      'R',
    ],
    [
      '8 bits in runs, a piece, a jump',
      {
        width: 4,
        height: 3,
        bits: 8,
        compression: 1,
        palette,
        pixels: [4, 1, 0, 0, 0, 3, 2, 3, 2, 0, 0, 2, 0, 1, 1, 2, 0, 1],
      },
      'RRRB/BWBR/GGGG',
    ],
    [
      '4 bits in runs of two colours',
      {
        width: 5,
        height: 2,
        bits: 4,
        compression: 2,
        palette,
        pixels: [5, 0x12, 0, 0, 0, 5, 0x32, 0x10, 0x30, 0, 0, 1],
      },
      'WBGRW/GBGBG',
    ],
  ])('%s', (_what, given, rows) => expect(seen(bmp(given))).toBe(rows))

  test('runs that claim more than there is write nothing elsewhere and end', () => {
    const wild = bmp({
      width: 3,
      height: 2,
      bits: 8,
      compression: 1,
      palette,
      pixels: [255, 1, 255, 2, 0, 2, 250, 1, 255, 3, 0, 0, 255, 3, 0, 200, 1, 2],
    })
    expect(seen(wild)).toBe('RRR/GGG')
    for (let seed = 1; seed < 200; seed++) {
      const pixels = Array.from({ length: 60 }, (_, at) => (Math.imul(seed * 97 + at, 2_654_435_761) >>> 16) & 255)
      for (const compression of [1, 2])
        expect(
          readBmp(bmp({ width: 7, height: 5, bits: compression === 1 ? 8 : 4, compression, palette, pixels })).data,
        ).toHaveLength(7 * 5 * 3)
    }
  })
  test('what breaks off, or is none, is refused', async () => {
    for (const broken of [
      bmp({ width: 9, height: 9, bits: 24, pixels: [1, 2, 3] }),
      bmp({ width: 1, height: 1, bits: 24, compression: 4, pixels: [0, 0, 0, 0] }),
      bmp({ width: 1, height: 1, bits: 7, pixels: [0, 0, 0, 0] }),
      bmp({ width: 2, height: 2, bits: 8, compression: 1, palette, pixels: [] }),
    ])
      expect(await kept(broken)).toBe('not_a_picture')
    expect(bmpSize(bmp({ width: 30_000, height: -30_000, bits: 1, pixels: [] }))).toEqual({
      width: 30_000,
      height: 30_000,
    })
  })
  test('a large one in few bytes becomes a JPEG, beside whatever else is asked', async () => {
    const runs = Array.from({ length: 1500 }, () => [255, 1, 255, 2, 255, 3, 255, 1, 255, 2, 225, 3, 0, 0]).flat()
    const [picture, other] = await Promise.all([
      kept(bmp({ width: 1500, height: 1500, bits: 8, compression: 1, palette, pixels: runs })),
      world.call(storUpload as never, {} as never, runner),
    ])
    expect(picture).toMatchObject({ width: 1500, height: 1500, path: expect.stringMatching(/\.jpg$/) as string })
    expect(other).toMatchObject({ code: '422' })
  })
})

describe('what is hostile is refused with a sentence in the language of whoever sends it', () => {
  /** A JPEG that claims to be larger than it is. */
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
    not_a_picture: { 'zh-cn': '这不是可用的图片', 'zh-tw': '這不是可用的圖片', en: 'This is not a usable picture' },
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
  test('a disk that is full is told as such, and leaves nothing behind', async () => {
    const files = {
      ...world.parts.outside.files,
      write: () => Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })),
    }
    const app = await buildApp({ ...world.parts, outside: { ...world.parts.outside, files } }, { apps: false })
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
        msg: 'The server has no room left to keep this. Please tell the organisers',
      },
    ])
    expect(await world.db.selectFrom('files').select('hash').execute()).toEqual(before)
    await app.close()
  })
})

test('a photo is upright however the camera was held', async () => {
  // A corner of each colour, as it should be seen: red, green / blue, white.
  const upright = [R, G, B, W]
  /** Which corner lies where in the file, by what the camera says of how it was held. */
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

test('in object storage: kept and served as from a folder; browsers are sent there where it is public, with the resize suffix where it makes the copies', async () => {
  const bucket = await openBucket()
  const over = (more: object) =>
    buildApp(
      {
        ...world.parts,
        outside: {
          ...world.parts.outside,
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
  // What is sealed never leads there.
  const { path: own } = (
    await send(storUpload.path, 'a.jpg', photo, { _token: runner.token, purpose: 'proof' }, resizing)
  ).json().data as { path: string }
  expect(await led(resizing, `${own}?_token=${runner.token}`)).toEqual([200, undefined, 'private, no-store'])
  await Promise.all([ours.close(), open.close(), resizing.close(), bucket.close()])
})
