import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapGround, MapLine } from './ground.ts'

export type MapData = GeoJSONSourceSpecification['data']
/** The colours of the page, by the names of its tokens. */
export type MapColours = Record<'sunk' | 'line' | 'surface' | 'edge' | 'soft' | 'ink', string> & { dark: boolean }
export const coloursOfPage = (): MapColours => {
  const page = getComputedStyle(document.documentElement)
  const token = (name: string, usual: string) => page.getPropertyValue(`--c-${name}`).trim() || usual
  return {
    sunk: token('sunk', '#f2f2f2'),
    line: token('line', '#dddddd'),
    surface: token('surface', '#ffffff'),
    edge: token('edge', '#888888'),
    soft: token('soft', '#666666'),
    ink: token('ink', '#111111'),
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
  }
}

/** The bounds of a map, in the degrees of its tiles. */
export type MapBox = { west: number; south: number; east: number; north: number }
/** Returns lines in both directions, so that people see the movement of a map without land. */
const gridOf = ({ west, south, east, north }: MapBox): MapData => {
  const step = Math.max(east - west, (north - south) * 1.2, 0.002) / 8
  const lines: number[][][] = []
  for (let n = -24; n <= 32; n++) {
    lines.push([
      [west + n * step, south - 24 * step],
      [west + n * step, south + 32 * step],
    ])
    lines.push([
      [west - 24 * step, south + n * step],
      [west + 32 * step, south + n * step],
    ])
  }
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates: lines } }
}

/** Mixes two colours of the page, for land and water of a PMTiles file. */
const mixed = (one: string, other: string, share: number): string => {
  const bytes = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) || 0)
  const [a, b] = [bytes(one), bytes(other)]
  return `rgb(${a.map((value, at) => Math.round(value * (1 - share) + b[at]! * share)).join(',')})`
}

/** Returns the layers for the vector tiles of a PMTiles file, by the names of Protomaps and of OpenMapTiles. */
const vectorLayers = (colours: MapColours, held: readonly string[]): LayerSpecification[] => {
  const water = colours.dark ? '#2b4a66' : '#9cc3e6'
  const green = colours.dark ? '#31503a' : '#bfdcb8'
  const fill = (layer: string, colour: string): LayerSpecification => ({
    id: `ground-${layer}`,
    type: 'fill',
    source: 'ground',
    'source-layer': layer,
    paint: { 'fill-color': colour },
  })
  const line = (layer: string, colour: string, wide: number, minzoom: number): LayerSpecification => ({
    id: `ground-${layer}`,
    type: 'line',
    source: 'ground',
    'source-layer': layer,
    minzoom,
    paint: { 'line-color': colour, 'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 8, 0.4, 18, wide] },
  })
  const names = (layer: string): LayerSpecification => ({
    id: `ground-${layer}`,
    type: 'symbol',
    source: 'ground',
    'source-layer': layer,
    layout: { 'text-field': ['coalesce', ['get', 'name:zh'], ['get', 'name']], 'text-size': 12 },
    paint: { 'text-color': colours.soft, 'text-halo-color': colours.sunk, 'text-halo-width': 1.5 },
  })
  return [
    fill('earth', colours.sunk),
    fill('landcover', mixed(colours.sunk, green, 0.6)),
    fill('landuse', mixed(colours.sunk, green, 0.35)),
    fill('park', mixed(colours.sunk, green, 0.6)),
    fill('water', water),
    line('waterway', water, 6, 8),
    fill('buildings', mixed(colours.sunk, colours.edge, 0.25)),
    fill('building', mixed(colours.sunk, colours.edge, 0.25)),
    line('roads', colours.surface, 12, 8),
    line('transportation', colours.surface, 12, 8),
    names('places'),
    names('place'),
  ].filter((layer) => held.includes((layer as { 'source-layer': string })['source-layer']))
}

/** Facts of a PMTiles file that its style needs. */
export type TileFile = { address: string; vector: boolean; layers: readonly string[] }
/** Returns a style for the ground: tiles, or a grid for the plain ground. The kind `style` has a style of its own. */
export const styleOf = (ground: MapGround, box: MapBox, colours: MapColours, file?: TileFile): StyleSpecification => {
  const raster = {
    // The tiles have the colours of a light page, so a dark page shows them darker.
    'raster-brightness-max': colours.dark ? 0.62 : 1,
    'raster-saturation': colours.dark ? -0.35 : -0.1,
    'raster-fade-duration': 0,
  }
  const back: LayerSpecification = { id: 'back', type: 'background', paint: { 'background-color': colours.sunk } }
  if (ground.kind === 'raster')
    return {
      version: 8,
      sources: {
        ground: {
          type: 'raster',
          tiles: [...ground.tiles],
          tileSize: ground.tile_size,
          maxzoom: ground.max_zoom,
        },
      },
      layers: [back, { id: 'ground', type: 'raster', source: 'ground', paint: raster }],
    }
  if (ground.kind === 'file' && file)
    return {
      version: 8,
      sources: {
        ground: file.vector
          ? { type: 'vector', url: `pmtiles://${file.address}` }
          : { type: 'raster', url: `pmtiles://${file.address}`, tileSize: 256 },
      },
      layers: [
        back,
        ...(file.vector
          ? vectorLayers(colours, file.layers)
          : [{ id: 'ground', type: 'raster', source: 'ground', paint: raster } as const]),
      ],
    }
  return {
    version: 8,
    sources: { grid: { type: 'geojson', data: gridOf(box), maxzoom: 10 } },
    // The page behind the map has the colour of the ground. A map layer of this colour would cost time in each frame.
    layers: [{ id: 'grid', type: 'line', source: 'grid', paint: { 'line-color': colours.line } }],
  }
}

/** Returns the lines as data of the map. `side` is the distance in pixels from a course to the middle of the road. */
export const featuresOf = (
  lines: readonly MapLine[],
  side: number,
  toMap: (place: readonly [number, number]) => [number, number],
): MapData => ({
  type: 'FeatureCollection',
  features: lines
    .filter(({ points }) => points.length > 1)
    .map(({ points, colour, width, opacity = 1, course = false, beside = course }) => ({
      type: 'Feature',
      properties: { colour, width, opacity, course, side: beside ? side : 0 },
      geometry: { type: 'LineString', coordinates: points.map((place) => toMap([place[0], place[1]])) },
    })),
})

const round = { 'line-join': 'round', 'line-cap': 'round' } as const
const side: ['get', string] = ['get', 'side']
export const lineLayers = (source: string, colours: MapColours): LayerSpecification[] => [
  {
    id: `${source}-edge`,
    type: 'line',
    source,
    filter: ['get', 'course'],
    layout: round,
    paint: {
      'line-color': colours.surface,
      'line-width': ['+', ['get', 'width'], 4],
      'line-offset': side,
      'line-opacity': ['get', 'opacity'],
    },
  },
  {
    id: source,
    type: 'line',
    source,
    layout: round,
    paint: {
      'line-color': ['get', 'colour'],
      'line-width': ['get', 'width'],
      'line-offset': side,
      'line-opacity': ['get', 'opacity'],
    },
  },
]
/**
 * Returns a layer of arrows in the direction of a course, so that people can follow loops and ways back. The arrows are
 * a pattern along the line. A layer of symbols would place each arrow again during a gesture.
 */
export const arrowLayer = (source: string): LayerSpecification => ({
  id: `${source}-arrows`,
  type: 'line',
  source,
  filter: ['get', 'course'],
  paint: { 'line-pattern': 'arrow', 'line-width': ARROW_PIXELS, 'line-offset': side },
})
const ARROW_PIXELS = 8
/**
 * The width of the picture of an arrow, with the empty part after the arrow. Two units of the picture are one pixel of
 * the page.
 */
const ARROW_APART = 256
const ARROW_SIDE = 16
/** Draws the picture of an arrow that points to the right, with the empty part up to the next arrow. */
export const arrowPicture = (): ImageData => {
  const canvas = document.createElement('canvas')
  canvas.width = ARROW_APART
  canvas.height = ARROW_SIDE
  const pen = canvas.getContext('2d')!
  pen.lineWidth = 2.5
  pen.lineCap = pen.lineJoin = 'round'
  pen.strokeStyle = '#fff'
  pen.beginPath()
  pen.moveTo(6, 4.5)
  pen.lineTo(10, 8)
  pen.lineTo(6, 11.5)
  pen.stroke()
  return pen.getImageData(0, 0, ARROW_APART, ARROW_SIDE)
}
