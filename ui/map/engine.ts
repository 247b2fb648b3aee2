/** The part of the map that needs MapLibre and a graphics card. `GroundMap` loads it when the page has drawn. */
import { Map as GlMap, type StyleSpecification, addProtocol, setWorkerUrl } from 'maplibre-gl'
import workerAddress from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import './map.css'
import type { DotField } from './dotField.ts'
import { dotLayer } from './dotLayer.ts'
import type { MapGround, MapLine, MapPlace } from './ground.ts'
import { makeOverlay } from './overlay.ts'
import { placeOf, shifted } from './shift.ts'
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
const DOT_PIXELS = 11
/** A runner moves at most this fast, in metres a second. The map is drawn anew when a runner may be half a pixel on. */
const FASTEST = 6
/** A tap may be this many pixels beside a dot. */
const NEAR_PIXELS = 22
const EARTH_METRES = 40_075_017

export type EngineLook = {
  lines: readonly MapLine[]
  bands: readonly MapLine[]
  crowd: { lines: readonly MapLine[]; steps: number } | undefined
}
export type EnginePin = { element: HTMLElement; place: MapPlace | { dot: string } }
export type EngineSettings = {
  host: HTMLElement
  sheet: HTMLElement
  ground: MapGround
  around: readonly MapPlace[]
  look: EngineLook
  dots: DotField | undefined
  label: string
  help: { windows: string; mac: string; mobile: string }
  onShown: () => void
  onDot: (key: string) => void
  onCrowd: (isCrowd: boolean) => void
}
export type MapEngine = Awaited<ReturnType<typeof openMap>>

const boxAround = (places: readonly (readonly [number, number])[]): MapBox => {
  const lons = places.map(([lon]) => lon)
  const lats = places.map(([, lat]) => lat)
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b))
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b))
  return { west: least(lons), east: most(lons), south: least(lats), north: most(lats) }
}

let asked: Promise<void> | undefined
/** Reads the head of a PMTiles file, and teaches MapLibre to read such files. */
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

const edgeOf = (hex: string): number[] => [1, 3, 5].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) || 0) / 255)

/** Opens a map in `host`. It shows `around` as a whole. */
export const openMap = async (settings: EngineSettings) => {
  const { host, sheet, around, dots, label, help, onShown, onDot, onCrowd } = settings
  const system = settings.ground.kind === 'plain' ? 'wgs84' : settings.ground.coordinates
  const toMap = (place: MapPlace) => shifted(place, system)
  const box = boxAround(around.map(toMap))
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  let { ground, look } = settings
  const file = ground.kind === 'file' ? await openFile(ground.file).catch(() => undefined) : undefined
  if (ground.kind === 'file' && !file) ground = { kind: 'plain' }
  let colours = coloursOfPage()
  const styleNow = (): StyleSpecification | string =>
    ground.kind === 'style' ? ground.style : styleOf(ground, box, colours, file)

  const map = new GlMap({
    container: host,
    style: styleNow(),
    bounds: [box.west, box.south, box.east, box.north],
    fitBoundsOptions: { padding: { top: 36, left: 36, right: 36, bottom: 64 }, maxZoom: 16 },
    maxZoom: MOST_ZOOM,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    attributionControl: false,
    cooperativeGestures: true,
    fadeDuration: 0,
    trackResize: true,
    locale: {
      'Map.Title': label,
      'CooperativeGesturesHandler.WindowsHelpText': help.windows,
      'CooperativeGesturesHandler.MacHelpText': help.mac,
      'CooperativeGesturesHandler.MobileHelpText': help.mobile,
    },
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  const whole = map.getZoom()
  const overlay = makeOverlay(map, sheet)

  const isCrowd = (): boolean => look.crowd !== undefined && map.getZoom() < whole + look.crowd.steps
  let wasCrowd: boolean | undefined
  const tellCrowd = (): void => {
    if (isCrowd() === wasCrowd) return
    wasCrowd = isCrowd()
    onCrowd(wasCrowd)
  }
  const sources = () =>
    ({ bands: look.bands, crowd: look.crowd?.lines ?? [], lines: look.lines }) satisfies Record<
      string,
      readonly MapLine[]
    >
  /** Adds the course and the runners above the ground. A new style has lost them. */
  const dress = (): void => {
    if (!map.hasImage('arrow')) map.addImage('arrow', arrowPicture(), { pixelRatio: 2 })
    for (const [name, lines] of Object.entries(sources())) {
      map.addSource(name, { type: 'geojson', data: featuresOf(lines, toMap), tolerance: 0.2 })
      for (const layer of lineLayers(name, colours)) map.addLayer(layer)
      if (name === 'crowd') map.setLayerZoomRange(name, 0, whole + (look.crowd?.steps ?? 0))
    }
    map.addLayer(arrowLayer('lines'))
    if (dots)
      map.addLayer(
        dotLayer('dots', {
          field: dots,
          toMap,
          size: DOT_PIXELS,
          edge: edgeOf(colours.surface),
          shows: () => !isCrowd(),
        }),
      )
  }
  let isShown = false
  const show = (): void => {
    if (isShown) return
    isShown = true
    onShown()
    tell()
  }
  map.on('style.load', dress)
  map.on('sourcedata', ({ sourceId }) => {
    if (sourceId === 'lines' && map.isSourceLoaded('lines')) map.once('render', show)
  })
  // A style that does not come leaves the course on its own ground.
  map.on('error', () => {
    if (isShown || ground.kind !== 'style' || map.isStyleLoaded()) return
    ground = { kind: 'plain' }
    map.setStyle(styleNow() as StyleSpecification, { diff: false })
  })
  /** The place and zoom stand in the page, for tests and for people who look for a mistake. */
  const tell = (): void => {
    const { lng, lat } = map.getCenter()
    Object.assign(host.dataset, { centre: `${lng.toFixed(6)},${lat.toFixed(6)}`, zoom: map.getZoom().toFixed(2) })
  }
  map.on('moveend', tell)
  map.on('zoom', tellCrowd)
  tellCrowd()

  const metresAPixel = (): number =>
    (EARTH_METRES * Math.cos((map.getCenter().lat * Math.PI) / 180)) / (512 * 2 ** map.getZoom())
  map.on('click', ({ lngLat: { lng, lat } }) => {
    if (!dots || isCrowd()) return
    const key = dots.nearest(placeOf([lng, lat], system), NEAR_PIXELS * metresAPixel())
    if (key !== undefined) onDot(key)
  })
  const ease = { duration: still ? 0 : 250 }
  const showAll = (): void => {
    map.fitBounds([box.west, box.south, box.east, box.north], {
      padding: { top: 36, left: 36, right: 36, bottom: 64 },
      maxZoom: 16,
      ...ease,
    })
  }
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.key !== '0' && event.key !== 'Home') return
    event.preventDefault()
    showAll()
  })

  let timer: ReturnType<typeof setTimeout>
  const tick = (): void => {
    if (!document.hidden) {
      overlay.tick()
      if (dots && dots.size > 0 && !isCrowd()) map.triggerRepaint()
    }
    timer = setTimeout(tick, still ? 1000 : Math.min(1000, Math.max(50, (metresAPixel() / FASTEST) * 500)))
  }
  tick()

  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const dressAnew = (): void => {
    // The page takes its new colours first.
    setTimeout(() => {
      colours = coloursOfPage()
      map.setStyle(styleNow(), { diff: false })
    })
  }
  scheme.addEventListener('change', dressAnew)

  return {
    setLook: (to: EngineLook): void => {
      const before = look
      look = to
      tellCrowd()
      for (const [name, lines] of Object.entries(sources())) {
        const same = { bands: before.bands, crowd: before.crowd?.lines, lines: before.lines }[name]
        if (same !== lines)
          (map.getSource(name) as { setData?: (data: unknown) => void } | undefined)?.setData?.(
            featuresOf(lines, toMap),
          )
      }
      if (map.getLayer('crowd')) map.setLayerZoomRange('crowd', 0, whole + (look.crowd?.steps ?? 0))
      map.triggerRepaint()
    },
    setPins: (pins: readonly EnginePin[]): void =>
      overlay.setPins(
        pins.map(({ element, place }) => ({
          element,
          moves: 'dot' in place,
          at: () => {
            const at = 'dot' in place ? dots?.placeOf(place.dot) : place
            return at && toMap(at)
          },
        })),
      ),
    /** Draws the dots anew after their field has changed. */
    refresh: (): void => void map.triggerRepaint(),
    zoom: (by: number): void => void map.zoomTo(map.getZoom() + by, ease),
    showAll,
    /** Moves the map to a place, at least at this zoom. */
    goTo: (place: MapPlace, zoom?: number): void => {
      const to = { center: toMap(place), zoom: Math.max(map.getZoom(), zoom ?? 0) }
      if (still) map.jumpTo(to)
      else map.easeTo({ ...to, duration: 500 })
    },
    close: (): void => {
      clearTimeout(timer)
      scheme.removeEventListener('change', dressAnew)
      map.remove()
    },
  }
}
