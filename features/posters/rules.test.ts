import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureSizeOf, whyNotPicture } from '#contract/pictures.ts'
import { photoSlots, takesPhoto, withPhotoSlot } from '#features/certificates/template/slots.rules.ts'
import { MOST_SIDE, cropBox, cropTypeOf, fitted, insidePicture, outcomeOf, withinTurned } from './crop.rules.ts'
import { eventPosters, postersFor, scoreLink } from './rules.ts'

test("the cropper's numbers are the specification's: 2000 at most, a box of 300, 1:1, never outside the picture", () => {
  expect(fitted(7000, 5000, 2000)).toEqual({ width: 2000, height: 1429 })
  expect(fitted(640, 480, 2000), 'a small picture is not made larger').toEqual({ width: 640, height: 480 })
  expect(cropBox({ width: 800, height: 900 })).toEqual({ width: 300, height: 300 })
  expect(cropBox({ width: 800, height: 220 })).toEqual({ width: 220, height: 220 })
  expect(insidePicture({ x: -3, y: 1200.4, width: 900.2, height: 900.2 }, { width: 800, height: 2000 })).toEqual({
    x: 0,
    y: 1100,
    width: 800,
    height: 900,
  })
  expect(outcomeOf({ x: 0, y: 0, width: 2000, height: 2000 }, { width: 300 })).toEqual({ width: 2000, height: 2000 })
  expect(outcomeOf({ x: 0, y: 0, width: 2000, height: 2000 }, { width: 100 }), 'ten times the box').toEqual({
    width: 1000,
    height: 1000,
  })
  expect([undefined, 'x', 'cetificate', 'certificate', 'poster', 'crops'].map(cropTypeOf)).toEqual([
    'crops',
    'crops',
    'cetificate',
    'cetificate',
    'poster',
    'crops',
  ])
})

test('a photo is recognised by its bytes, and a too large photo is refused before it is decoded', async () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#888' } })
  for (const format of ['jpeg', 'png', 'gif'] as const)
    expect(pictureSizeOf(await picture(64, 48).toFormat(format).toBuffer()), format).toEqual({ width: 64, height: 48 })
  const turned = await picture(64, 48).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(whyNotPicture(turned)).toBeUndefined()
  const png = await picture(8, 8).png().toBuffer()
  png.writeUInt32BE(16_384, 16)
  png.writeUInt32BE(16_384, 20)
  expect(whyNotPicture(png, MOST_SIDE), '256 megapixels').toBe('picture_too_large')
  png.writeUInt32BE(10_001, 16)
  png.writeUInt32BE(20, 20)
  expect(whyNotPicture(png, MOST_SIDE), 'longer than 10000').toBe('picture_too_large')
  for (const bytes of [
    Buffer.from('Just a text named .jpg'),
    Buffer.alloc(0),
    Buffer.of(0xff, 0xd8, 0xff),
    Buffer.from('<!doctype html><script>1</script>'),
    png.subarray(0, 12),
  ])
    expect(whyNotPicture(bytes)).toBe('not_a_picture')
})

test('exactly one slot titled 照片 takes a photo', () => {
  const html = (text: string) => ({ form: 'html' as const, html: text, boxes: null })
  const slot = '<img title="照片" src="/files/7/0123456789abcdef0123456789abcdef.png" width="300">'
  expect(
    [
      html(''),
      html('<img src="%bg%">'),
      html(slot),
      html(`${slot}<p>%姓名%</p><img src='%photo%'>`),
      html(slot + slot),
    ].map(photoSlots),
  ).toEqual([0, 0, 1, 2, 2])
  expect(takesPhoto(html(slot))).toBe(true)
  expect(takesPhoto(html(slot + slot))).toBe(false)
  expect(takesPhoto({ form: 'boxes', html: slot, boxes: [{ kind: 'photo' }, { kind: 'text' }] })).toBe(true)
  expect(takesPhoto({ form: 'boxes', html: slot, boxes: [] })).toBe(false)
  expect(withPhotoSlot(slot)).toBe('<img title="照片" src="%photo%" width="300">')
  expect(withPhotoSlot('<img title=照片>')).toBe('<img src="%photo%" title=照片>')
})

test('a runner who paid gets the posters for paid runners, or without them those for registered runners', () => {
  const of = (id: number, use: 'result' | 'reg' | 'paid', eventid: number | null = null) => ({ id, use, eventid })
  const posters = [of(1, 'reg'), of(2, 'paid', 3), of(3, 'result'), of(4, 'result', 3)]
  const ids = (eventid: number | null, use: 'result' | 'reg' | 'paid') =>
    postersFor(posters, { eventid, use }).map(({ id }) => id)
  expect(ids(3, 'paid')).toEqual([2])
  expect(ids(4, 'paid')).toEqual([1])
  expect(ids(3, 'result')).toEqual([3, 4])
  expect(ids(null, 'result')).toEqual([3])
  expect(eventPosters(posters, 3)).toEqual({ poster_reg: 1, poster_paid: 2 })
  expect(eventPosters([], 3)).toEqual({ poster_reg: null, poster_paid: null })
})

test('after a turn by any angle, the rest of a picture lies wholly within it', () => {
  expect(withinTurned(1200, 800, 0)).toEqual({ width: 1200, height: 800 })
  expect(withinTurned(1200, 800, 90)).toEqual({ width: 800, height: 1200 })
  expect(withinTurned(1200, 800, 180)).toEqual({ width: 1200, height: 800 })
  for (const [wide, high] of [
    [1200, 800],
    [800, 1200],
    [500, 500],
    [2000, 90],
  ] as const)
    for (let degrees = -45; degrees <= 315; degrees += 7.5) {
      const { width, height } = withinTurned(wide, high, degrees)
      const angle = (-degrees * Math.PI) / 180
      for (const [x, y] of [
        [width / 2, height / 2],
        [-width / 2, height / 2],
      ] as const) {
        const [across, down] = [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)]
        expect(Math.abs(across), `${wide}×${high} by ${degrees}°`).toBeLessThanOrEqual(wide / 2 + 1e-6)
        expect(Math.abs(down), `${wide}×${high} by ${degrees}°`).toBeLessThanOrEqual(high / 2 + 1e-6)
      }
    }
  expect(withinTurned(1000, 1000, 45)).toEqual({ width: 707, height: 707 })
})

test('a code leads to the score page, or if the race says so to the root of the host without a protocol', () => {
  expect(scoreLink('page', 'https://run.example', 'type=poster&scoreid=7&raceid=1')).toBe(
    'https://run.example/score?type=poster&scoreid=7&raceid=1',
  )
  expect(scoreLink('root', 'https://run.example:8443', 'type=poster&key=1-a&raceid=1')).toBe(
    '//run.example:8443/?type=poster&key=1-a&raceid=1',
  )
})
