import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '#integrations/files/files.ts'
import { type S3Settings, s3Files } from '#integrations/files/objectStorage.ts'
import { hasRealStorage, makeRealBucket } from '#test/storage/realStorage.ts'
import { type SandboxBucket, bucketCredentials, openBucket } from '#test/storage/s3.ts'
import { storedFiles } from './storedFiles.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MB = 1024 ** 2

let sandbox: SandboxBucket
let settings: S3Settings
let files: FileStore
beforeAll(async () => {
  sandbox = await openBucket()
  const own = { ...bucketCredentials, endpoint: sandbox.endpoint, pathStyle: true, resizes: false }
  settings = (await makeRealBucket()) ?? own
  files = s3Files(settings)
})
afterAll(() => sandbox?.close())

test('every place that stores files is in the list, with existing tests', () => {
  const paths = globSync('{features,server,integrations}/**/*.ts', { cwd: ROOT })
  const storing = paths.filter(
    (path) => !path.endsWith('.test.ts') && /\bfiles\.(write|writeFrom)\(/.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  expect(storing.toSorted()).toEqual(Object.keys(storedFiles).toSorted())
  for (const path of Object.values(storedFiles).flat()) expect(existsSync(join(ROOT, path)), path).toBe(true)
})

const inPieces = async function* (bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('a file of every size comes back unchanged: empty, small, exactly one part, several parts', async () => {
  for (const size of [0, 1, 8 * MB - 1, 8 * MB, 8 * MB + 1, 20 * MB]) {
    const bytes = randomBytes(size)
    const name = `7/size-${size}.bin`
    await files.writeFrom(name, inPieces(bytes, 3 * MB))
    expect((await files.read(name))?.equals(bytes), `${size} bytes`).toBe(true)
    const streamed = await files.stream(name)
    expect(streamed?.bytes).toBe(size)
    // Content that nobody reads would be given up after a minute, in the middle of another test.
    streamed?.content.destroy()
  }
})

test('signs in a name are signed as they are sent', async () => {
  for (const name of ['7/a-b_c.d.jpg', `private/exports/7/12/abc.png`, '7/0a.jpg.320x200.webp']) {
    await files.write(name, Buffer.from(name))
    expect((await files.read(name))?.toString()).toBe(name)
    await files.remove(name)
    await files.remove(name)
    expect(await files.read(name)).toBeUndefined()
  }
})

/** Sends a file of 64 MB in parts, slowly, from a process of its own. */
const uploading = (name: string) => {
  const code = `
    import { s3Files } from '#integrations/files/objectStorage.ts'
    const slowly = async function* () {
      for (let part = 0; part < 8; part++) {
        yield Buffer.alloc(${8 * MB}, part)
        process.stdout.write('part\\n')
        await new Promise((go) => setTimeout(go, 300))
      }
    }
    await s3Files(${JSON.stringify(settings)}).writeFrom('${name}', slowly())
  `
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('an upload that is killed in the middle leaves no file, and the next upload is whole', async () => {
  const name = '7/film.bin'
  const child = uploading(name)
  let parts = 0
  child.stdout.on('data', (chunk: Buffer) => void (parts += chunk.toString().split('part').length - 1))
  while (parts < 3) await wait(20)
  child.kill('SIGKILL')
  await new Promise((ended) => child.once('close', ended))
  expect(await files.read(name)).toBeUndefined()
  const whole = randomBytes(17 * MB)
  await files.writeFrom(name, inPieces(whole, MB))
  expect((await files.read(name))?.equals(whole)).toBe(true)
})

test('pieces that end in an error leave no file', async () => {
  const broken = async function* () {
    yield randomBytes(9 * MB)
    yield randomBytes(9 * MB)
    throw new Error('the sender is gone')
  }
  await expect(files.writeFrom('7/broken.bin', broken())).rejects.toThrow('the sender is gone')
  expect(await files.read('7/broken.bin')).toBeUndefined()
})

describe('an unusable storage says why, and no call takes a missing bucket for a missing file', () => {
  const failing = (more: Partial<S3Settings>, clock?: () => Date) => s3Files({ ...settings, ...more }, clock)
  const eachCall = (store: FileStore) => [
    () => store.read('7/a.jpg'),
    () => store.write('7/a.jpg', Buffer.from('a')),
    () => store.writeFrom('7/a.bin', inPieces(Buffer.alloc(9 * MB), MB)),
    () => store.stream('7/a.jpg'),
  ]

  test('the bucket is gone', async () => {
    const gone = 'there is no bucket of this name (S3_BUCKET)'
    const store = failing({ bucket: `gone-${randomBytes(6).toString('hex')}` })
    await expect(store.read('7/a.jpg')).rejects.toThrow(gone)
    await expect(store.stream('7/a.jpg')).rejects.toThrow(gone)
    // The S3 server s3s-fs makes a missing bucket at the first write. Then the file must be there.
    const written = await store.write('7/a.jpg', Buffer.from('a')).catch((error: Error) => error.message)
    if (written === undefined) expect((await store.read('7/a.jpg'))?.toString()).toBe('a')
    else expect(written).toContain(gone)
  })

  test('the secret is wrong', async () => {
    for (const call of eachCall(failing({ keySecret: 'of somebody else' })))
      await expect(call()).rejects.toThrow('the secret is wrong (S3_KEY_SECRET), or the region (S3_REGION)')
  })

  test('the clock of the server is twenty minutes off', async () => {
    for (const minutes of [-20, 20])
      for (const call of eachCall(failing({}, () => new Date(Date.now() + minutes * 60_000))))
        await expect(call()).rejects.toThrow('the clock of this server differs too much from that of the storage')
  })

  test('the clock of the server is ninety seconds off: it works', async () => {
    const store = failing({}, () => new Date(Date.now() + 90_000))
    await store.write('7/late.jpg', Buffer.from('late'))
    expect((await store.read('7/late.jpg'))?.toString()).toBe('late')
  })

  test('nothing listens there', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const { port } = server.address() as AddressInfo
    await new Promise((done) => server.close(done))
    await expect(failing({ endpoint: `http://127.0.0.1:${port}` }).read('7/a.jpg')).rejects.toThrow(
      'it cannot be reached (S3_ENDPOINT)',
    )
  })
})

test('in the proof the storage is a real one', () => {
  expect(hasRealStorage || !process.env.STORAGE_PROOF).toBe(true)
})
