import { expect, test } from 'vitest'
import { fileMark, isPictureName } from './pictureFile.ts'

test('only the five kinds of pictures are taken, in any case', () => {
  expect(['a.gif', 'a.jpg', 'a.JPEG', 'my run.PNG', 'scan.bmp'].filter(isPictureName)).toHaveLength(5)
  expect(['a.webp', 'a.heic', 'a.svg', 'a.pdf', 'jpg', 'a.jpg.exe', ''].filter(isPictureName)).toEqual([])
})

test('a copy under another name is the same file, a changed one is not', async () => {
  const file = (content: string, name: string) => new File([content], name, { lastModified: 1 })
  const mark = await fileMark(file('run', 'a.jpg'))
  expect(await fileMark(file('run', 'b.jpg'))).toBe(mark)
  expect(await fileMark(file('ran', 'a.jpg'))).not.toBe(mark)
})
