/**
 * A PMTiles file with one vector tile, which this program writes: land, water over the whole of it, and a road. The
 * forms are those of github.com/protomaps/PMTiles, version 3, and of Mapbox Vector Tiles, version 2.1.
 */
import { zxyToTileId } from 'pmtiles'

const varint = (given: number): number[] => {
  const bytes: number[] = []
  let value = given
  while (value >= 128) {
    bytes.push((value % 128) + 128)
    value = Math.floor(value / 128)
  }
  return [...bytes, value]
}
const field = (number: number, bytes: readonly number[]): number[] => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
]
const whole = (number: number, value: number): number[] => [...varint(number * 8), ...varint(value)]
const textOf = (said: string): number[] => [...Buffer.from(said, 'utf8')]
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)

const EXTENT = 4096
type Point = readonly [x: number, y: number]
/** Returns the commands of a geometry: move to the first point, draw lines to all other points, and close a ring. */
const geometry = (points: readonly Point[], closed: boolean): number[] => {
  const commands: number[] = []
  let [x, y] = [0, 0]
  const step = ([toX, toY]: Point) => {
    commands.push(zigzag(toX - x), zigzag(toY - y))
    ;[x, y] = [toX, toY]
  }
  commands.push(1 + 8)
  step(points[0]!)
  commands.push(2 + 8 * (points.length - 1))
  for (const point of points.slice(1)) step(point)
  if (closed) commands.push(7 + 8)
  return commands.flatMap(varint)
}
const layer = (name: string, type: 2 | 3, points: readonly Point[]): number[] =>
  field(3, [
    ...whole(15, 2),
    ...field(1, textOf(name)),
    ...field(2, [...whole(3, type), ...field(4, geometry(points, type === 3))]),
    ...whole(5, EXTENT),
  ])

const everything: readonly Point[] = [
  [0, 0],
  [EXTENT, 0],
  [EXTENT, EXTENT],
  [0, EXTENT],
]

/** Writes the file for zoom 0. A map at a higher zoom uses the same tile. */
export const pmtilesFile = (): Buffer => {
  const tile = Buffer.from([
    ...layer('earth', 3, everything),
    ...layer('water', 3, everything),
    ...layer('roads', 2, [
      [0, 0],
      [EXTENT, EXTENT],
    ]),
  ])
  // The directory has one entry: the tile's id, the number of tiles that it stands for, its length, and its position
  // plus 1.
  const folder = Buffer.from([1, zxyToTileId(0, 0, 0), 1, ...varint(tile.length), 1])
  const about = Buffer.from(
    JSON.stringify({ vector_layers: ['earth', 'water', 'roads'].map((id) => ({ id, fields: {} })) }),
  )
  const head = Buffer.alloc(127)
  head.write('PMTiles', 0, 'latin1')
  head[7] = 3
  const places = [
    127,
    folder.length,
    127 + folder.length,
    about.length,
    0,
    0,
    127 + folder.length + about.length,
    tile.length,
  ]
  for (const [at, value] of [...places, 1, 1, 1].entries()) head.writeBigUInt64LE(BigInt(value), 8 + at * 8)
  // The bytes say: clustered, directory and tiles not compressed, vector tiles, zoom 0 only, the whole world.
  head.set([1, 1, 1, 1, 0, 0], 96)
  for (const [at, degrees] of [-180, -85, 180, 85].entries()) head.writeInt32LE(degrees * 1e7, 102 + at * 4)
  return Buffer.concat([head, folder, about, tile])
}
