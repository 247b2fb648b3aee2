import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { localFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'startline-files-'))
const unfinished = join(folder, '.unfinished')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a file that a killed server left half written is removed after an hour; a file that another server writes now stays', async () => {
  mkdirSync(unfinished)
  for (const name of ['old', 'young']) writeFileSync(join(unfinished, name), 'half')
  const before = new Date(Date.now() - 2 * 3_600_000)
  utimesSync(join(unfinished, 'old'), before, before)
  const files = localFiles(folder)
  await files.write('7/a.jpg', Buffer.from('whole'))
  expect((await files.read('7/a.jpg'))?.toString()).toBe('whole')
  await vi.waitFor(() => expect(existsSync(join(unfinished, 'old'))).toBe(false))
  expect(readdirSync(unfinished)).toEqual(['young'])
})

test('if a piece fails, the file is not written and no part of it remains', async () => {
  const files = localFiles(folder)
  const broken = async function* () {
    yield Buffer.from('one')
    throw new Error('the sender is gone')
  }
  await expect(files.writeFrom('7/b.jpg', broken())).rejects.toThrow('the sender is gone')
  expect([await files.read('7/b.jpg'), readdirSync(join(folder, '7')), readdirSync(unfinished)]).toEqual([
    undefined,
    ['a.jpg'],
    ['young'],
  ])
})

test('a name that leads out of the folder is refused', async () => {
  const files = localFiles(folder)
  for (const name of ['../a.jpg', '7/../../a.jpg', '.unfinished/young', '/etc/passwd', 'a.jpg'])
    await expect(files.read(name), name).rejects.toThrow(RangeError)
})

test('a nearly full disk stores no more files, whole or in pieces; its files can still be read', async () => {
  let free = 3 * 1024 ** 3
  const files = localFiles(join(folder, 'full'), async () => free)
  await files.write('7/a.jpg', Buffer.from('a'))
  free = 1024 ** 3
  const full = { code: 'ENOSPC' }
  await expect(files.write('7/b.jpg', Buffer.from('b'))).rejects.toMatchObject(full)
  const pieces = async function* () {
    yield Buffer.from('c')
  }
  await expect(files.writeFrom('7/c.mp4', pieces())).rejects.toMatchObject(full)
  expect([(await files.read('7/a.jpg'))?.toString(), await files.read('7/b.jpg')]).toEqual(['a', undefined])
})
