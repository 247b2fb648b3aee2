import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SandboxBucket, bucketCredentials, openBucket } from '#test/storage/s3.ts'
import { StorageDown, s3Files } from './objectStorage.ts'
import { s3Path, sha256, signS3 } from './signing.ts'

describe('signatures are those of the published examples (Amazon S3 API, "Signature calculations")', () => {
  const example = {
    keyId: 'AKIAIOSFODNN7EXAMPLE',
    keySecret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  }
  const now = new Date('2013-05-24T00:00:00Z')
  const signature = async (method: string, path: string, headers = {}, body = '') => {
    const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`)
    return (await signS3({ method, url, payload: sha256(body) }, example, now, headers))
      .get('authorization')
      ?.slice(-64)
  }

  it.each([
    [
      'a part of an object',
      ['GET', '/test.txt', { range: 'bytes=0-9' }],
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'an object with a name to encode',
      [
        'PUT',
        `/${s3Path('test$file.text')}`,
        { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        'Welcome to Amazon S3.',
      ],
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'a query without a value',
      ['GET', '/?lifecycle='],
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'a list with a query',
      ['GET', '/?max-keys=2&prefix=J'],
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ] as const)('%s', async (_what, given, published) => {
    const [method, path, headers, body] = given
    expect(await signature(method, path, headers, body)).toBe(published)
  })
})

describe('files in a bucket', () => {
  let bucket: SandboxBucket
  const files = (more = {}) =>
    s3Files({ ...bucketCredentials, endpoint: bucket.endpoint, pathStyle: true, resizes: false, ...more })
  const pieces = async function* (...given: Buffer[]) {
    yield* given
  }
  beforeAll(async () => {
    bucket = await openBucket()
  })
  beforeEach(() => void (bucket.calls.length = 0))
  afterAll(() => bucket.close())

  it('are written, read, streamed, replaced and removed; a missing file is undefined', async () => {
    const at = files()
    expect(await at.read('226/none.jpg')).toBeUndefined()
    expect(await at.stream('226/none.jpg')).toBeUndefined()
    await at.write('226/copies.jpg', Buffer.from('one'))
    await at.write('226/copies.jpg', Buffer.from('two'))
    expect((await at.read('226/copies.jpg'))?.toString()).toBe('two')
    const found = (await at.stream('226/copies.jpg'))!
    expect([found.bytes, Buffer.concat(await found.content.toArray()).toString()]).toEqual([3, 'two'])
    await at.remove('226/copies.jpg')
    await at.remove('226/copies.jpg')
    expect(await at.read('226/copies.jpg')).toBeUndefined()
  })

  it('refuses a name that leads out of the bucket before it sends anything', async () => {
    for (const name of ['../keys', '226/../../x', '226/a..b/../c', 'A/b', '226/%2e%2e'])
      await expect(files().write(name, Buffer.of(1))).rejects.toThrow(RangeError)
    expect(bucket.calls).toEqual([])
  })

  it('sends a large file in parts and a small file whole', async () => {
    const [small, large] = [randomBytes(1000), randomBytes(19 * 1024 * 1024)]
    await files().writeFrom('226/small.bin', pieces(small.subarray(0, 10), small.subarray(10)))
    expect(bucket.calls).toHaveLength(1)
    await files().writeFrom(
      '226/large.bin',
      pieces(...Array.from({ length: 19 }, (_, at) => large.subarray(at * 1024 * 1024, (at + 1) * 1024 * 1024))),
    )
    expect(bucket.calls.filter((call) => call.includes('partNumber'))).toHaveLength(3)
    expect(bucket.objects.get('226/small.bin')?.equals(small)).toBe(true)
    expect(bucket.objects.get('226/large.bin')?.equals(large)).toBe(true)
  })

  it('leaves no file if its pieces end with an error', async () => {
    const broken = async function* () {
      yield randomBytes(9 * 1024 * 1024)
      throw new Error('the connection was lost')
    }
    await expect(files().writeFrom('226/broken.bin', broken())).rejects.toThrow('the connection was lost')
    expect([bucket.objects.has('226/broken.bin'), bucket.open()]).toEqual([false, 0])
  })

  it('repeats a request that failed on the way, gives up after some tries, and at once after a refusal', async () => {
    bucket.fail('cut', 503, 500)
    await files().write('226/again.jpg', Buffer.from('there'))
    expect(bucket.objects.get('226/again.jpg')?.toString()).toBe('there')
    bucket.fail(500, 500, 500, 500)
    await expect(files().read('226/again.jpg')).rejects.toThrow(StorageDown)
    bucket.calls.length = 0
    await expect(files({ keySecret: 'another' }).read('226/again.jpg')).rejects.toThrow('SignatureDoesNotMatch')
    expect(bucket.calls).toHaveLength(1)
  })

  it('gives the address for browsers, and the address of a copy only if the storage makes copies', () => {
    const url = 'https://pictures.example'
    expect(files().addressOf).toBeUndefined()
    expect(files({ publicUrl: url }).addressOf?.('226/a.jpg')).toBe('https://pictures.example/226/a.jpg')
    expect(files({ publicUrl: url }).addressOf?.('226/a.jpg', 'image/resize,w_640')).toBeUndefined()
    expect(files({ publicUrl: url, resizes: true }).addressOf?.('226/a.jpg', 'image/resize,w_640')).toBe(
      'https://pictures.example/226/a.jpg?x-oss-process=image%2Fresize%2Cw_640',
    )
  })
})

it('a large file that takes longer than a minute arrives whole', async () => {
  let finish = () => undefined as void
  const slow = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '10' })
    response.write('first')
    finish = () => void response.end('-rest')
  })
  await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
    const found = await s3Files({ ...bucketCredentials, endpoint, pathStyle: true, resizes: false }).stream(
      '7/film.mp4',
    )
    const whole = found!.content.toArray()
    await vi.advanceTimersByTimeAsync(120_000)
    finish()
    expect(Buffer.concat((await whole) as Uint8Array[]).toString()).toBe('first-rest')
  } finally {
    vi.useRealTimers()
    slow.closeAllConnections()
    await new Promise((closed) => slow.close(closed))
  }
})
