import { useEffect, useRef, useState } from 'react'
import type { CanvasContext } from '../../render/canvasContext.rules.ts'
import { type Painting, type DrawablePicture, paint, picturesInBoxes } from '../../render/paint.rules.ts'
import { fontsReady } from '../../web/draw.ts'
import { loadPicture } from '../../web/pictures.ts'
import type { CertificateSheet } from '../../web/sheet.ts'

/** The pictures that are loaded and decoded. Every move paints them again, so the cache keeps them. */
const known = new Map<string, Promise<DrawablePicture>>()
const pictureAt = (address: string): Promise<DrawablePicture> => {
  const before = known.get(address)
  if (before) return before
  const loading = loadPicture(address)
  known.set(address, loading)
  loading.catch(() => known.delete(address))
  return loading
}

type Boxed = Omit<CertificateSheet, 'html' | 'photo'> & { boxes: NonNullable<CertificateSheet['boxes']> }
export const paintingOf = async ({ width, height, bg, boxes, values, fonts, link }: Boxed): Promise<Painting> => {
  const [background, pictures] = await Promise.all([
    bg === null ? null : pictureAt(bg),
    Promise.all(picturesInBoxes(boxes).map(async (address) => [address, await pictureAt(address)] as const)),
    fontsReady(boxes, values, fonts),
  ])
  return { width, height, background, boxes, values, pictures: new Map(pictures), photo: null, link }
}

export const contextOf = (
  canvas: HTMLCanvasElement,
  options: CanvasRenderingContext2DSettings = {},
): { context: CanvasContext; pixels: (x: number, y: number, width: number, height: number) => Uint8ClampedArray } => {
  canvas.lang = 'zh-CN'
  const context = canvas.getContext('2d', { alpha: false, ...options })
  if (!context) throw new Error('This browser has no canvas')
  return {
    context: context as unknown as CanvasContext,
    pixels: (x, y, width, height) => context.getImageData(x, y, width, height).data,
  }
}
let measures: CanvasContext | undefined
/** Returns a canvas context that only measures texts. */
export const measuring = (): CanvasContext => (measures ??= contextOf(document.createElement('canvas')).context)

/** Paints the certificate again after a change, but only one painting runs at a time. `turn` counts the paintings. */
export const usePainted = (sheet: Boxed): { canvas?: HTMLCanvasElement; error?: unknown; turn: number } => {
  const [state, setState] = useState<{ canvas?: HTMLCanvasElement; error?: unknown; turn: number }>({ turn: 0 })
  const canvas = useRef<HTMLCanvasElement>(undefined)
  const latest = useRef(sheet)
  const busy = useRef(false)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => void (alive.current = false)
  }, [])
  useEffect(() => {
    latest.current = sheet
    if (busy.current) return
    busy.current = true
    const run = async () => {
      let of: Boxed
      do {
        of = latest.current
        try {
          const painting = await paintingOf(of)
          const paper = (canvas.current ??= document.createElement('canvas'))
          if (paper.width !== of.width || paper.height !== of.height)
            Object.assign(paper, { width: of.width, height: of.height })
          paint(contextOf(paper).context, painting, 1)
          if (alive.current) setState(({ turn }) => ({ canvas: paper, turn: turn + 1 }))
        } catch (error) {
          if (alive.current) setState(({ turn }) => ({ error, turn }))
        }
      } while (latest.current !== of && alive.current)
      busy.current = false
    }
    void run()
  }, [sheet])
  return state
}
