/** The part of the map that needs MapLibre and a graphics card. `GroundMap` loads this part after the page itself. */
import { type GeoJSONSource, Map as GlMap, type StyleSpecification, addProtocol, setWorkerUrl } from 'maplibre-gl'
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import './map.css'
import type { DotField } from './dotField.ts'
import { goesBothWays } from './bothWays.ts'
import { SIDE, dotLayer, mapSizeOf } from './dotLayer.ts'
import { type CoordinateSystem, type MapGround, type MapLine, type MapPlace, plainGround } from './ground.ts'
import { makeOverlay } from './overlay.ts'
import { savePanning } from './panning.ts'
import { mapPlaceOf, shiftedPlace } from './shift.ts'
import {
  type MapBox,
  type TileFile,
  arrowLayer,
  arrowPicture,
  coloursOfPage,
  featuresOf,
  lineLayers,
  styleOf,
} from './style.ts'

setWorkerUrl(workerAddress)

const MOST_ZOOM = 19
const DOT_PIXELS = 14
/**
 * The largest speed of a runner in metres a second. The map is drawn again when a runner may have moved by half a
 * pixel.
 */
const FASTEST = 6
/** The largest distance in pixels between a tap and the dot that it chooses. */
const NEAR_PIXELS = 22
/** The largest number of dots with names, and the time between two searches for them. */
const MOST_NAMED = 40
const NEAR_MS = 1500
const EARTH_METRES = 40_075_017
/**
 * The deepest zoom of the tiles of lines. A tile at this zoom is 5 km wide, and its places are exact to 0.6 m. A
 * gesture over a course therefore needs no new tiles.
 */
const LINES_ZOOM = 13

export type EngineLook = {
  lines: readonly MapLine[]
  bands: readonly MapLine[]
  densityBand: { lines: readonly MapLine[]; steps: number } | undefined
  /** True while the dots are not shown. */
  hidden: boolean
}
export type EnginePin = { element: HTMLElement; place: MapPlace | { dot: string }; gathered: boolean }
export type EngineSettings = {
  host: HTMLElement
  sheet: HTMLElement
  ground: MapGround
  /** The share of the window by which the host is larger than the window at each edge. */
  margin: number
  around: readonly MapPlace[]
  look: EngineLook
  dots: DotField | undefined
  label: string
  help: { windows: string; mac: string; mobile: string }
  onShown: () => void
  onDot: (key: string) => void
  onNear: (keys: readonly string[]) => void
}
const none: readonly MapLine[] = []

const boxAround = (places: readonly (readonly [number, number])[]): MapBox => {
  const lons = places.map(([lon]) => lon)
  const lats = places.map(([, lat]) => lat)
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b))
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b))
  return { west: least(lons), east: most(lons), south: least(lats), north: most(lats) }
}

let asked: Promise<void> | undefined
/** Reads the header of a PMTiles file, and teaches MapLibre to read such files. */
const openFile = async (path: string): Promise<TileFile> => {
  const { PMTiles, Protocol, TileType } = await import('pmtiles')
  const address = new URL(path, location.href).href
  asked ??= Promise.resolve().then(() => addProtocol('pmtiles', new Protocol().tile))
  await asked
  const file = new PMTiles(address)
  const { tileType } = await file.getHeader()
  const vector = tileType === TileType.Mvt
  const about = vector ? ((await file.getMetadata()) as { vector_layers?: { id: string }[] }) : {}
  return { address, vector, layers: (about.vector_layers ?? []).map(({ id }) => id) }
}

/**
 * The edges of a map that stay free, in pixels. The buttons lie at the lower edge, and the sign of a place is larger
 * than the place.
 */
const PADDING = { top: 36, left: 36, right: 36, bottom: 84 }
/**
 * Returns the padding and the deepest zoom with which the window shows a box. The margin around the window stays free.
 */
const fitting = (host: HTMLElement, margin: number) => {
  const part = margin / (1 + 2 * margin)
  const [x, y] = [host.clientWidth * part, host.clientHeight * part]
  const { top, left, right, bottom } = PADDING
  return { padding: { top: top + y, left: left + x, right: right + x, bottom: bottom + y }, maxZoom: 16 }
}
const boundsOf = ({ west, south, east, north }: MapBox): [number, number, number, number] => [west, south, east, north]
const glMapOf = (
  { host, margin, label, help }: EngineSettings,
  box: MapBox,
  style: StyleSpecification | string,
): GlMap => {
  const map = new GlMap({
    container: host,
    style,
    bounds: boundsOf(box),
    fitBoundsOptions: fitting(host, margin),
    maxZoom: MOST_ZOOM,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    attributionControl: false,
    cooperativeGestures: true,
    // Without this time MapLibre computes the places of all symbols in each frame, even if there are none.
    fadeDuration: 300,
    locale: {
      'Map.Title': label,
      'CooperativeGesturesHandler.WindowsHelpText': help.windows,
      'CooperativeGesturesHandler.MacHelpText': help.mac,
      'CooperativeGesturesHandler.MobileHelpText': help.mobile,
    },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  return map
}

/**
 * Returns the distance in pixels between the courses and the middle of the road. If no course uses a road in both
 * directions, all courses lie in the middle, because a line beside the road loses its sharp bends.
 */
const sideOf = (lines: readonly MapLine[]): number =>
  lines.some(({ course, points }) => course && goesBothWays(points)) ? SIDE : 0

/** Opens a map in `host`. At first the map shows all of `around`. */
export const openMap = async (settings: EngineSettings): Promise<MapEngine> => {
  const { ground } = settings
  const file = ground.kind === 'file' ? await openFile(ground.file).catch(() => undefined) : undefined
  return new MapEngine(ground.kind === 'file' && !file ? { ...settings, ground: plainGround } : settings, file)
}

export class MapEngine {
  readonly #settings: EngineSettings
  readonly #system: CoordinateSystem
  readonly #file: TileFile | undefined
  readonly #box: MapBox
  readonly #map: GlMap
  readonly #overlay: ReturnType<typeof makeOverlay>
  readonly #still = matchMedia('(prefers-reduced-motion: reduce)').matches
  readonly #scheme = matchMedia('(prefers-color-scheme: dark)')
  /** The zoom at which everything is visible. */
  readonly #whole: number
  #ground: MapGround
  #look: EngineLook
  #side: number
  #colours = coloursOfPage()
  #isShown = false
  #isLost = false
  #nearAt = 0
  #saidNear = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(settings: EngineSettings, file: TileFile | undefined) {
    this.#settings = settings
    this.#ground = settings.ground
    this.#look = settings.look
    this.#side = sideOf(settings.look.lines)
    this.#file = file
    this.#system = settings.ground.kind === 'plain' ? 'wgs84' : settings.ground.coordinates
    this.#box = boxAround(settings.around.map(this.#toMap))
    this.#map = glMapOf(settings, this.#box, this.#style())
    this.#whole = this.#map.getZoom()
    if (settings.margin > 0) savePanning(this.#map, settings.margin)
    this.#overlay = makeOverlay(this.#map, settings.sheet)
    this.#listen()
    this.#tick()
  }
  #toMap = (place: MapPlace): [number, number] => shiftedPlace(place, this.#system)
  #style(): StyleSpecification | string {
    const ground = this.#ground
    return ground.kind === 'style' ? ground.style : styleOf(ground, this.#box, this.#colours, this.#file)
  }
  #listen(): void {
    const [map, { dots }] = [this.#map, this.#settings]
    map.on('style.load', () => this.#dress())
    // A phone may take the graphics card away from a page in the background. Until the card comes back, the map has no
    // style.
    map.on('webglcontextlost', () => {
      this.#isLost = true
      this.#tellLayers()
    })
    map.on('sourcedata', ({ sourceId }) => {
      if (sourceId === 'lines' && map.isSourceLoaded('lines')) map.once('render', () => this.#show())
    })
    // If the style does not load, the map shows the course on a plain ground.
    map.on('error', () => {
      if (this.#isShown || this.#ground.kind !== 'style' || map.getSource('lines')) return
      this.#ground = plainGround
      map.setStyle(this.#style(), { diff: false })
    })
    map.on('moveend', () => this.#tellPlace())
    map.on('click', ({ lngLat: { lng, lat } }) => {
      if (!dots || !this.#showsDots()) return
      const key = dots.nearest(mapPlaceOf([lng, lat], this.#system), NEAR_PIXELS * this.#metresAPixel())
      if (key !== undefined) this.#settings.onDot(key)
    })
    map.getCanvas().addEventListener('keydown', (event) => {
      if (event.key !== '0' && event.key !== 'Home') return
      event.preventDefault()
      this.showAll()
    })
    this.#scheme.addEventListener('change', this.#dressAnew)
  }
  /** Draws the map in the page's new colours. It waits for a moment, because the page must have these colours first. */
  #dressAnew = (): void =>
    void setTimeout(() => {
      this.#colours = coloursOfPage()
      if (!this.#isLost) this.#map.setStyle(this.#style(), { diff: false })
    })
  #sources(look: EngineLook): [string, readonly MapLine[]][] {
    return [
      ['bands', look.bands],
      ['densityBand', look.densityBand?.lines ?? none],
      ['lines', look.lines],
    ]
  }
  #bandUntil(): number {
    return this.#whole + (this.#look.densityBand?.steps ?? 0)
  }
  /**
   * Adds the course and the runners above the ground. A new style does not contain them. A style after a lost graphics
   * context contains the lines, but not the dots.
   */
  #dress(): void {
    const map = this.#map
    this.#isLost = false
    if (!map.hasImage('arrow')) map.addImage('arrow', arrowPicture(), { pixelRatio: 2 })
    for (const [name, lines] of this.#sources(this.#look)) {
      const data = featuresOf(lines, this.#side, this.#toMap)
      const known = map.getSource<GeoJSONSource>(name)
      if (known) known.setData(data)
      else map.addSource(name, { type: 'geojson', data, tolerance: 0.2, maxzoom: LINES_ZOOM })
      for (const layer of [...lineLayers(name, this.#colours), ...(name === 'lines' ? [arrowLayer(name)] : [])])
        if (!map.getLayer(layer.id)) map.addLayer(layer)
      this.#showLayers(name, lines)
    }
    map.setLayerZoomRange('densityBand', 0, this.#bandUntil())
    this.#dressDots()
    this.#tellLayers()
  }
  #dressDots(): void {
    const [map, { dots }] = [this.#map, this.#settings]
    if (!dots || map.getLayer('dots')) return
    map.addLayer(
      dotLayer('dots', {
        field: dots,
        toMap: this.#toMap,
        size: DOT_PIXELS,
        side: () => this.#side,
        shows: () => this.#showsDots(),
      }),
    )
  }
  /** Hides the layers of a source without lines, because each visible layer costs time in each frame. */
  #showLayers(name: string, lines: readonly MapLine[]): void {
    const visibility = lines.length > 0 ? 'visible' : 'none'
    for (const layer of [`${name}-edge`, name])
      if (this.#map.getLayer(layer)) this.#map.setLayoutProperty(layer, 'visibility', visibility)
  }
  #show(): void {
    if (this.#isShown) return
    this.#isShown = true
    this.#settings.onShown()
    this.#tellPlace()
  }
  /**
   * Writes the centre, the zoom, and the content of the map (dots, density or nothing) into attributes of the map's
   * element, for tests and for people who look for an error.
   */
  #tellPlace(): void {
    const { lng, lat } = this.#map.getCenter()
    const zoom = this.#map.getZoom().toFixed(2)
    const shows = this.#showsDots() ? 'dots' : this.#look.hidden ? 'nothing' : 'density'
    Object.assign(this.#settings.host.dataset, { centre: `${lng.toFixed(6)},${lat.toFixed(6)}`, zoom, shows })
  }
  /** Writes whether the map has the layer of dots, for tests and for people who look for an error. */
  #tellLayers(): void {
    this.#settings.host.dataset.layers = !this.#isLost && this.#map.getLayer('dots') ? 'dots' : 'none'
  }
  #showsDots(): boolean {
    return !this.#look.hidden && (this.#look.densityBand === undefined || this.#map.getZoom() >= this.#bandUntil())
  }
  /**
   * Finds the visible dots every second or two, and reports a change. Reports no dots if too many dots are visible to
   * show their names.
   */
  #tellNear(): void {
    const { dots, onNear } = this.#settings
    if (!dots || !this.#isShown || this.#map.isMoving() || performance.now() - this.#nearAt < NEAR_MS) return
    this.#nearAt = performance.now()
    const [width, height] = mapSizeOf(this.#map)
    const far = (Math.hypot(width, height) / 2 / (1 + 2 * this.#settings.margin)) * this.#metresAPixel()
    const { lng, lat } = this.#map.getCenter()
    const keys = this.#showsDots() ? (dots.keysNear(mapPlaceOf([lng, lat], this.#system), far, MOST_NAMED) ?? []) : []
    const said = keys.join(' ')
    if (said !== this.#saidNear) onNear(keys)
    this.#saidNear = said
  }
  #metresAPixel(): number {
    const { lat } = this.#map.getCenter()
    return (EARTH_METRES * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** this.#map.getZoom())
  }
  /** Draws moving dots again when they may have moved by half a pixel, but at intervals of 50 ms to 1 s. */
  #tick = (): void => {
    const { dots } = this.#settings
    if (!document.hidden) {
      this.#overlay.tick()
      if (dots && dots.size > 0 && this.#showsDots()) this.#map.triggerRepaint()
      this.#tellNear()
    }
    const pause = this.#still ? 1000 : Math.min(1000, Math.max(50, (this.#metresAPixel() / FASTEST) * 500))
    this.#timer = setTimeout(this.#tick, pause)
  }

  setLook(look: EngineLook): void {
    const before = new Map(this.#sources(this.#look))
    this.#look = look
    const side = before.get('lines') === look.lines ? this.#side : sideOf(look.lines)
    const isMoved = side !== this.#side
    this.#side = side
    if (this.#isLost) return
    for (const [name, lines] of this.#sources(look)) {
      const source = this.#map.getSource<GeoJSONSource>(name)
      if (!source || (before.get(name) === lines && !isMoved)) continue
      source.setData(featuresOf(lines, side, this.#toMap))
      this.#showLayers(name, lines)
    }
    if (this.#map.getLayer('densityBand')) this.#map.setLayerZoomRange('densityBand', 0, this.#bandUntil())
    this.#map.triggerRepaint()
    this.#tellPlace()
  }
  setPins(pins: readonly EnginePin[]): void {
    const { dots } = this.#settings
    this.#overlay.setPins(
      pins.map(({ element, place, gathered }) => ({
        element,
        gathered,
        moves: 'dot' in place,
        at: () => {
          const at = 'dot' in place ? dots?.placeOf(place.dot) : place
          return at && this.#toMap(at)
        },
      })),
    )
  }
  #ease(ms: number): { duration: number } {
    return { duration: this.#still ? 0 : ms }
  }
  zoom(by: number): void {
    this.#map.zoomTo(this.#map.getZoom() + by, this.#ease(250))
  }
  showAll(): void {
    const { host, margin } = this.#settings
    this.#map.fitBounds(boundsOf(this.#box), { ...fitting(host, margin), ...this.#ease(250) })
  }
  goTo(place: MapPlace): void {
    this.#map.easeTo({ center: this.#toMap(place), ...this.#ease(500) })
  }
  close(): void {
    clearTimeout(this.#timer)
    this.#scheme.removeEventListener('change', this.#dressAnew)
    this.#map.remove()
  }
}
