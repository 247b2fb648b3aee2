import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testPicture } from './testPicture.ts'

test('the test picture is a picture of the asked size, with a red line along each edge', async () => {
  const { data, info } = await sharp(Buffer.from(testPicture(400, 200, ['主屏 <1>', "& 'x'"])))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([400, 200])
  const at = (x: number, y: number) => [...data.subarray((y * 400 + x) * 3, (y * 400 + x) * 3 + 3)]
  for (const [x, y] of [
    [1, 100],
    [398, 100],
    [200, 1],
    [200, 198],
  ] as const)
    expect(at(x, y), `${x}, ${y}`).toEqual([0xe0, 0, 0])
})
