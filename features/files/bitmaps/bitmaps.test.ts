import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bmpSize } from '#contract/pictures.ts'
import { readBmp } from './bmp.rules.ts'
import { storUpload } from '../contract.ts'
import { world, runner, openPictures, kept, type Bmp, bmp, R, G, B, W, seen } from '#test/scenes/sentPictures.ts'

beforeAll(openPictures)
afterAll(() => world?.close())

describe('a BMP of any kind is read correctly', () => {
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

  test('runs that are longer than their data write nothing outside the picture and end', () => {
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
  test('a broken or other file is refused', async () => {
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
  test('a large BMP with few bytes becomes a JPEG, together with any other change', async () => {
    const runs = Array.from({ length: 1500 }, () => [255, 1, 255, 2, 255, 3, 255, 1, 255, 2, 225, 3, 0, 0]).flat()
    const [picture, other] = await Promise.all([
      kept(bmp({ width: 1500, height: 1500, bits: 8, compression: 1, palette, pixels: runs })),
      world.call(storUpload as never, {} as never, runner),
    ])
    expect(picture).toMatchObject({ width: 1500, height: 1500, path: expect.stringMatching(/\.jpg$/) as string })
    expect(other).toMatchObject({ code: '422' })
  })
})
