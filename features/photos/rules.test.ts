import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { takenIn } from './turning/exif.rules.ts'
import { bibsInName, bibsTyped, savedName } from './rules.ts'
import { takenAt } from './taking.server.rules.ts'

describe('bibs in the names of files', () => {
  it.each([
    ['A1234_001.JPG', 'first', ['A1234']],
    ['A1234_001.JPG', 'all', ['A1234', '001']],
    ['1234-5678.jpg', 'all', ['1234', '5678']],
    ['终点 1234 笑.jpeg', 'first', ['1234']],
    ['Ａ１２３４.jpg', 'first', ['A1234']],
    ['day1\\b77.png', 'first', ['B77']],
    ['IMG_1234.JPG', 'first', []],
    ['DSC01234.jpg', 'all', []],
    ['_DSC1234.jpg', 'first', []],
    ['P1010023.JPG', 'first', []],
    ['PXL_20261121.jpg', 'all', []],
    ['finish.jpg', 'all', []],
    ['A1234.jpg', 'none', []],
  ] as const)('%s (%s)', (name, rule, bibs) => expect(bibsInName(name, rule)).toEqual(bibs))

  it('are separated by every sign', () => {
    expect(bibsTyped(' a12, 34；Ｆ５　34/b-6 ')).toEqual(['A12', '34', 'F5', 'B-6'])
    expect(bibsTyped('-- 😀 1234567890123')).toEqual([])
  })
})

test('a photo is saved under its bibs and number, in its stored format', () => {
  expect(savedName({ id: 70_012, bibs: ['A1', '12017'] }, '/shots/7/0.jpg')).toBe('photo-A1-12017-70012.jpg')
  expect(savedName({ id: 7, bibs: [] }, '/shots/7/0.png')).toBe('photo-7.png')
  expect(savedName({ id: 7, bibs: ['1', '2', '3', '4'] }, '/shots/7/0.jpg'), 'a crowd names nobody at length').toBe(
    'photo-1-2-3-7.jpg',
  )
})

test("the moment of a picture: by the camera's own zone, else the race's, corrected by its error; also on 29 February and at the end of the year", () => {
  const at = (local: string, offset?: string, off = 0) =>
    takenAt({ local, offset }, 'Asia/Shanghai', off)?.toISOString()
  expect(at('2026-03-01T09:00:00.250')).toBe('2026-03-01T01:00:00.250Z')
  expect(at('2026-03-01T09:00:00', '+02:00')).toBe('2026-03-01T07:00:00.000Z')
  expect(at('2028-02-29T00:00:00', 'nonsense', -3000)).toBe('2028-02-28T15:59:57.000Z')
  expect(at('2027-02-29T00:00:00')).toBeUndefined()
  expect(takenAt(undefined, 'Asia/Shanghai', 0)).toBeNull()
})

test("a camera's moment is read from the data of sharp; broken blocks are ignored", async () => {
  const written = async (exif: Record<string, string>) =>
    (
      await sharp(
        await sharp({ create: { width: 4, height: 4, channels: 3, background: '#888' } })
          .jpeg()
          .withExif({ IFD2: exif })
          .toBuffer(),
      ).metadata()
    ).exif
  const block = await written({
    DateTimeOriginal: '2026:03:01 09:00:00',
    OffsetTimeOriginal: '+08:00',
    SubSecTimeOriginal: '25',
  })
  expect(takenIn(block)).toEqual({ local: '2026-03-01T09:00:00.25', offset: '+08:00' })
  expect(takenIn(await written({ DateTimeOriginal: '    :  :     :  :  ' }))).toBeUndefined()
  expect(takenIn(undefined)).toBeUndefined()
  for (let length = 0; length < block!.length; length += 7)
    expect(() => takenIn(block!.subarray(0, length))).not.toThrow()
  for (let at = 0; at < block!.length; at++)
    expect(() => takenIn(Buffer.from(block!).fill(0xff, at, Math.min(at + 4, block!.length)))).not.toThrow()
})
