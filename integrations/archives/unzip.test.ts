import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { withWrongChecksum } from '#test/damage.ts'
import { EntryDamaged, contentOf } from './unzip.ts'
import { zipOf } from './zip.ts'

const at = new Date('2026-11-21T10:30:08Z')
const read = async (archive: Buffer): Promise<string> => {
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) return String(await buffer(Readable.from(contentOf(zip, entry))))
  return ''
}

test('a file of an archive is read if it fits its checksum, packed or not', async () => {
  for (const text of ['1', '跑者'.repeat(50_000), '']) {
    const zip = zipOf([{ name: 'a.txt', bytes: Buffer.from(text) }], at)
    expect(await read(zip)).toBe(text)
    await expect(read(withWrongChecksum(zip))).rejects.toThrow(EntryDamaged)
  }
})
