import { saveRace } from '#features/races/service.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { keepFile } from '#features/files/service.ts'
import { readBmp } from '#features/files/bitmaps/bmp.rules.ts'

/**
 * Pictures from cameras, old programs and attackers. `PICTURES_IN_FULL=1` includes the largest pictures (`npm run prove
 * -- pictures`).
 */

export let world: World
export let editor: { token: string }
export let runner: { token: string }
export const openPictures = async (): Promise<void> => {
  world = await makeWorld()
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute(async (tx) => saveRace(tx, { id: 7, name: '江城马拉松', time: now, published_at: now }, now))
  editor = await staffSession(world, [{ raceid: 7, role: 'editor' }])
  runner = await runnerSession(world)
}

export const send = async (
  path: string,
  name: string,
  bytes: Uint8Array,
  fields: Record<string, string>,
  app = world.app,
) => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ raceid: '7', ...fields })) form.append(field, value)
  form.append('file', new Blob([Buffer.from(bytes)]), name)
  const made = new Response(form)
  return app.inject({
    method: 'POST',
    url: path,
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type')! },
  })
}
export const kept = async (bytes: Uint8Array) => {
  const file = await keepFile(world.parts, { raceid: 7, bytes, name: 'a' })
  return typeof file === 'string'
    ? file
    : { ...file, bytes: (await world.parts.integrations.files.read(file.path.slice('/files/'.length)))! }
}

export type Bmp = {
  width: number
  height: number
  bits: number
  compression?: number
  masks?: number[]
  palette?: number[][]
  pixels: number[]
  oldest?: boolean
}
/** Returns the bytes of a BMP file. `pixels` are bytes with rows that the caller has padded. */
export const bmp = ({
  width,
  height,
  bits,
  compression = 0,
  masks = [],
  palette = [],
  pixels,
  oldest = false,
}: Bmp): Buffer => {
  const colours = palette.flatMap(([red = 0, green = 0, blue = 0]) =>
    oldest ? [blue, green, red] : [blue, green, red, 0],
  )
  const header = Buffer.alloc(oldest ? 12 : 40)
  header.writeUInt32LE(header.length, 0)
  if (oldest) {
    header.writeUInt16LE(width, 4)
    header.writeUInt16LE(height, 6)
  } else {
    header.writeInt32LE(width, 4)
    header.writeInt32LE(height, 8)
    header.writeUInt32LE(compression, 16)
    header.writeUInt32LE(palette.length, 32)
  }
  header.writeUInt16LE(1, oldest ? 8 : 12)
  header.writeUInt16LE(bits, oldest ? 10 : 14)
  const mask = Buffer.alloc(masks.length * 4)
  masks.forEach((one, at) => mask.writeUInt32LE(one, at * 4))
  const front = Buffer.alloc(14)
  front.write('BM')
  front.writeUInt32LE(14 + header.length + mask.length + colours.length, 10)
  return Buffer.concat([front, header, mask, Buffer.from(colours), Buffer.from(pixels)])
}
export const [R, G, B, W] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const
export const seen = (bytes: Uint8Array) => {
  const { data, width } = readBmp(bytes)
  const rows: string[] = []
  for (let at = 0; at < data.length; at += 3) {
    const name =
      (
        [
          ['R', R],
          ['G', G],
          ['B', B],
          ['W', W],
        ] as const
      ).find(([, colour]) => colour.every((part, n) => Math.abs(data[at + n]! - part) < 9))?.[0] ?? '.'
    const row = Math.floor(at / 3 / width)
    rows[row] = (rows[row] ?? '') + name
  }
  return rows.join('/')
}
