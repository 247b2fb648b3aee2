import { expect, test } from 'vitest'
import { pdfOf } from './pdf.ts'

test('a PDF has one page that the picture fills, and every object where its table says', async () => {
  const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9])], { type: 'image/jpeg' })
  const pdf = Buffer.from(await pdfOf(jpeg, 2560, 3620).arrayBuffer()).toString('latin1')
  expect(pdf.startsWith('%PDF-1.4\n')).toBe(true)
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1])
  const offsets = [...pdf.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  expect(offsets).toHaveLength(5)
  offsets.forEach((offset, at) => expect(pdf.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj\n`)))
  const [, wide, high] = /MediaBox\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)!
  expect(Number(high)).toBeCloseTo((297 * 72) / 25.4, 1)
  expect(Number(wide) / Number(high)).toBeCloseTo(2560 / 3620, 3)
  expect(pdf).toContain('/Width 2560/Height 3620')
  expect(pdf).toContain(`/Length ${jpeg.size}>>`)
})
