/** A point of the earth by GPS (WGS-84): latitude and longitude in degrees. */
export type MapPlace = readonly [lat: number, lon: number]

/** The coordinate systems of map tiles. Services in China shift their tiles by some hundred metres. */
export const coordinateSystems = ['wgs84', 'gcj02', 'bd09'] as const
export type CoordinateSystem = (typeof coordinateSystems)[number]

type Credited = { coordinates: CoordinateSystem; credit: string; credit_url: string | null }
/**
 * The ground below a course. `plain` shows nothing but the course and asks no other host. The other kinds come from the
 * platform's settings (features/maps): a MapLibre style, tiles that are pictures, or a PMTiles file of this server.
 */
export type MapGround =
  | { kind: 'plain' }
  | ({ kind: 'style'; style: string } & Credited)
  | ({ kind: 'raster'; tiles: readonly string[]; tile_size: number; max_zoom: number } & Credited)
  | ({ kind: 'file'; file: string } & Credited)

export const plainGround: MapGround = { kind: 'plain' }

/** A line on the map. `width` is in pixels. */
export type MapLine = {
  points: readonly MapPlace[]
  colour: string
  width: number
  opacity?: number
  /** Set for a course: it gets a light edge, arrows, and its own side for each direction of a road. */
  course?: true
  /** Set for a line that belongs to a course: it lies on the side of the road where the course lies. */
  beside?: true
}
