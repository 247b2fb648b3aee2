import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Time, Typed } from '#contract/scalars.ts'
import { MOST_HOSTS, MOST_TILES, isHost, isStyleAddress, isTileAddress, isWebAddress } from './addresses.rules.ts'

/** The coordinate systems of map tiles. Services in China shift their tiles by some hundred metres. */
export const tileSystems = ['wgs84', 'gcj02', 'bd09'] as const

const credited = {
  coordinates: z.enum(tileSystems),
  /** The sentence in which the map names its maker. */
  credit: Typed(200),
  credit_url: z.nullable(z.string().check(z.trim(), z.maxLength(300), z.refine(isWebAddress))),
}
const style = z.string().check(z.trim(), z.maxLength(1000), z.refine(isStyleAddress))
const tiles = z
  .array(z.string().check(z.trim(), z.maxLength(1000), z.refine(isTileAddress)))
  .check(z.minLength(1), z.maxLength(MOST_TILES))
const tile_size = z.union([z.literal(256), z.literal(512)])
const max_zoom = z.number().check(z.int(), z.minimum(1), z.maximum(22))

/**
 * The ground of every map of the platform, as the console keeps it. The ground is the picture below the lines and
 * points of a map.
 */
export const GroundSettings = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plain') }),
  z.object({
    kind: z.literal('style'),
    style,
    /** Further hosts from which the style reads tiles, letters and pictures. */
    hosts: z.array(z.string().check(z.trim(), z.maxLength(260), z.refine(isHost))).check(z.maxLength(MOST_HOSTS)),
    ...credited,
  }),
  z.object({ kind: z.literal('raster'), tiles, tile_size, max_zoom, ...credited }),
  z.object({
    kind: z.literal('file'),
    /** The name of a PMTiles file in the folder `maps` of the data folder. */
    file: z.string().check(z.trim(), z.regex(/^[\w][\w.-]{0,100}\.pmtiles$/)),
    ...credited,
  }),
])
export type GroundSettings = z.output<typeof GroundSettings>

/** The ground as pages get it. `file` is an address of this server. */
export const GroundShown = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plain') }),
  z.object({ kind: z.literal('style'), style: z.string(), ...credited }),
  z.object({ kind: z.literal('raster'), tiles: z.array(z.string()), tile_size, max_zoom, ...credited }),
  z.object({ kind: z.literal('file'), file: z.string(), ...credited }),
])
export type GroundShown = z.output<typeof GroundShown>

const MapFile = z.object({ name: z.string(), bytes: z.number() })
export type MapFile = z.output<typeof MapFile>
const MapSettings = z.object({
  settings: GroundSettings,
  ground: GroundShown,
  /** The PMTiles files in the data folder. */
  files: z.array(MapFile),
  updated_at: z.nullable(Time),
})
export type MapSettings = z.output<typeof MapSettings>

export const consoleMapsShow = post('/console/maps/show', {
  access: { right: 'maps.edit', scope: 'platform' },
  input: z.object({}),
  output: MapSettings,
  description: 'Shows the ground of the maps of the platform, and the PMTiles files that it could use.',
})
export const consoleMapsSave = post('/console/maps/save', {
  access: { right: 'maps.edit', scope: 'platform' },
  input: z.object({ settings: GroundSettings }),
  output: MapSettings,
  refusals: ['map_file_missing'],
  description:
    'Sets the ground of the maps of the platform: drawn from the course, a MapLibre style, tiles that are pictures, or ' +
    'a PMTiles file. The content policy of the pages then allows the hosts of the ground, and no others.',
})
