import { expect, test } from 'vitest'
import { refusals } from '#features/files/words.ts'
import { fileMark, isPictureName, whyNotOpened } from './pictureFile.ts'
import { pictureWords } from './picture.words.ts'

test('only the five kinds of pictures are accepted, in any case', () => {
  expect(['a.gif', 'a.jpg', 'a.JPEG', 'my run.PNG', 'scan.bmp'].filter(isPictureName)).toHaveLength(5)
  expect(['a.webp', 'a.heic', 'a.svg', 'a.pdf', 'jpg', 'a.jpg.exe', ''].filter(isPictureName)).toEqual([])
})

test('a copy under another name is the same file, and a changed copy is not', async () => {
  const file = (content: string, name: string) => new File([content], name, { lastModified: 1 })
  const mark = await fileMark(file('run', 'a.jpg'))
  expect(await fileMark(file('run', 'b.jpg'))).toBe(mark)
  expect(await fileMark(file('ran', 'a.jpg'))).not.toBe(mark)
})

test('a picture that is too large to be shown is recognised before it is decoded, also with a megabyte of notes before its size', async () => {
  const png = (side: number) => {
    const bytes = new Uint8Array(40)
    bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    new DataView(bytes.buffer).setUint32(16, side)
    new DataView(bytes.buffer).setUint32(20, side)
    return new Blob([bytes])
  }
  expect(await whyNotOpened(new Blob(['<svg/>']))).toBe('not_a_picture')
  expect(await whyNotOpened(png(20_000))).toBe('picture_too_large')
  expect(await whyNotOpened(png(7_000))).toBeUndefined()
  expect(await whyNotOpened(png(7_000), 6_000)).toBe('picture_too_large')
  // Twenty segments of comments, one byte that belongs to no segment, then the frame header.
  const note = new Uint8Array(65_535 + 2)
  note.set([0xff, 0xe2, 0xff, 0xff])
  const jpeg = (side: number) =>
    new Blob([
      Uint8Array.of(0xff, 0xd8),
      ...Array.from({ length: 20 }, () => note),
      Uint8Array.of(0x00, 0xff, 0xc0, 0, 17, 8, side >> 8, side & 255, side >> 8, side & 255),
      new Uint8Array(20),
    ])
  expect(await whyNotOpened(jpeg(20_000))).toBe('picture_too_large')
  expect(await whyNotOpened(jpeg(600))).toBeUndefined()
})

test('the screen refuses a picture in the words of the server', () => {
  for (const why of ['not_a_picture', 'picture_too_large'] as const)
    expect(pictureWords[why]).toEqual(refusals[why].message)
})
