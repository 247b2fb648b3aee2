import { crc32 } from 'node:zlib'
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { unzipped } from '#test/storage/unzipped.ts'
import { type Filed, archiveOf, zipOf } from './zip.ts'

const at = new Date('2026-11-21T10:30:08Z')
const stored = (name: string, content: Buffer): Filed => ({
  name,
  bytes: content.length,
  crc: crc32(content),
  read: () => Promise.resolve(content),
})
const all = async (archive: ReturnType<typeof archiveOf>, start = 0, end = archive.bytes) =>
  Buffer.concat(await Array.fromAsync(archive.from(start, end)))

it('holds files under names in any language, packed if packing makes them smaller', async () => {
  const [text, noise] = [Buffer.from('跑者 '.repeat(500)), randomBytes(3_000)]
  const zip = zipOf(
    [
      { name: '资料/data.json', bytes: text },
      { name: 'files/𠮷.jpg', bytes: noise },
      { name: 'empty.txt', bytes: Buffer.alloc(0) },
    ],
    at,
  )
  expect(zip.length).toBeLessThan(noise.length + 500)
  expect(await unzipped(zip)).toEqual(
    new Map([
      ['资料/data.json', text],
      ['files/𠮷.jpg', noise],
      ['empty.txt', Buffer.alloc(0)],
    ]),
  )
})

it('takes names in another code as they are, and says that they are not UTF-8', () => {
  const name = Buffer.from('c3fbb3c62e637376', 'hex')
  const zip = zipOf([{ name, bytes: Buffer.from('a') }], at)
  expect(zip.readUInt16LE(6) & 0x0800).toBe(0)
  expect(new TextDecoder('gbk').decode(zip.subarray(30, 30 + name.length))).toBe('名称.csv')
  expect(zipOf([{ name: 'a.csv', bytes: Buffer.from('a') }], at).readUInt16LE(6) & 0x0800).toBe(0x0800)
})

it('gives any part of its bytes, and reads only the files in that part', async () => {
  const read: string[] = []
  const files = Array.from({ length: 5 }, (_, n): Filed => {
    const content = Buffer.from(`content of ${n} `.repeat(20 + n))
    return { ...stored(`${n}.txt`, content), read: () => (read.push(`${n}.txt`), content) }
  })
  const archive = archiveOf(files, at)
  const whole = await all(archive)
  expect(whole).toHaveLength(archive.bytes)
  expect([...(await unzipped(whole)).keys()]).toEqual(['0.txt', '1.txt', '2.txt', '3.txt', '4.txt'])
  for (const [start, end] of [
    [0, 1],
    [40, 900],
    [701, archive.bytes],
    [archive.bytes - 5, archive.bytes],
  ] as const)
    expect((await all(archive, start, end)).equals(whole.subarray(start, end)), `${start}-${end}`).toBe(true)
  read.length = 0
  await all(archive, archive.bytes - 5)
  expect(read).toEqual([])
})

it('ends with an error if a file is not as it was announced', async () => {
  const archive = archiveOf([{ ...stored('a', Buffer.from('abc')), read: () => Buffer.from('ab') }], at)
  await expect(all(archive)).rejects.toThrow('not what it was')
})
