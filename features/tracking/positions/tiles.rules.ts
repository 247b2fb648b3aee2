/** Map tiles of the usual kind (`zoom/x/y`, Web Mercator). */
export type TileBounds = { west: number; east: number; south: number; north: number }

const latOf = (y: number, tiles: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / tiles))) * 180) / Math.PI
/** Returns the bounds of a tile in degrees. */
export const tileBoundsOf = (tile: string): TileBounds | undefined => {
  const [zoom = 0, x = 0, y = 0] = tile.split('/').map(Number)
  const tiles = 2 ** zoom
  if (x >= tiles || y >= tiles) return undefined
  return {
    west: (x / tiles) * 360 - 180,
    east: ((x + 1) / tiles) * 360 - 180,
    north: latOf(y, tiles),
    south: latOf(y + 1, tiles),
  }
}
export const isInside = (
  { west, east, south, north }: TileBounds,
  { lat, lon }: { lat: number; lon: number },
): boolean => lon >= west && lon < east && lat <= north && lat > south
