import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { readKept } from '#features/files/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type Box, type ImageBox, JPEG_QUALITY, PAPER_SCALE } from '../template/boxes.contract.ts'
import { withPhotoBeneath } from '../template/composed.rules.ts'
import { LAY_PHOTO, type PageFont, fillPage, picturesNamed } from '../template/fillHtml.rules.ts'
import { MissingPicture, picturesInBoxes } from './paint.rules.ts'
import type { RenderRequest, DrawSetting, RenderReply } from './canvasRenderer.worker.ts'
import { fontFile, subsetFont } from '../fonts/fontSubset.service.ts'

/** The data of a certificate. It does not change while an export draws. */
export type Frozen = {
  form: 'boxes' | 'html'
  html: string
  boxes: Box[] | null
  bg: string | null
  width: number
  height: number
  map: Record<string, string>
  marks?: ImageBox[]
  /** The place of a runner's photo, if the definition has such a place. */
  photo?: 'slot' | 'beneath'
  fonts?: { family: string; weight: number; italic: boolean; raceid: number; hash: string }[]
}

export type Printer = {
  print: (values: Readonly<Record<string, string>>, link: string, photo: Buffer | null) => Promise<Buffer>
  close: () => Promise<void>
}

/** An error for an HTML definition if no browser is configured, because only a browser can lay out HTML. */
export class NoBrowser extends Error {}

type Given = Pick<Parts, 'integrations'>

const picturesFor = async (given: Given, addresses: readonly string[]): Promise<Map<string, Buffer>> => {
  const found = new Map<string, Buffer>()
  for (const address of addresses) {
    if (address.startsWith('data:')) continue
    const bytes = await readKept(given, address)
    if (!bytes) throw new MissingPicture(address)
    found.set(address, bytes)
  }
  return found
}

const fontsFor = async ({ integrations }: Given, { fonts = [] }: Frozen) =>
  Promise.all(
    fonts.map(async (font) => {
      const bytes = await integrations.files.read(fontFile(font))
      if (!bytes) throw new MissingPicture(font.family)
      return { ...font, bytes }
    }),
  )

/**
 * Paints boxes in a separate thread. A picture takes a tenth of a second, and the server could answer nobody in that
 * time.
 */
const paintBoxes = async (given: Given, definition: Frozen): Promise<Printer> => {
  const { width, height, marks = [] } = definition
  const beneath = definition.photo === 'beneath'
  const bg = beneath ? null : definition.bg
  const boxes = [...(beneath ? withPhotoBeneath(definition) : (definition.boxes ?? [])), ...marks]
  const fonts = await fontsFor(given, definition)
  const pictures = await picturesFor(given, [...(bg === null ? [] : [bg]), ...picturesInBoxes(boxes)])
  const worker = new Worker(new URL('./canvasRenderer.worker.ts', import.meta.url), {
    workerData: { width, height, bg, boxes, pictures, fonts } satisfies DrawSetting,
  })
  const waiting = new Map<number, { resolve: (jpeg: Buffer) => void; reject: (error: Error) => void }>()
  let fallen: Error | undefined
  const fall = (error: Error) => {
    fallen ??= error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (reply: RenderReply) => {
    const request = waiting.get(reply.n)
    waiting.delete(reply.n)
    if ('failed' in reply) request?.reject(new Error(reply.failed))
    else request?.resolve(Buffer.from(reply.jpeg.buffer))
  })
  worker.on('error', fall)
  worker.on('exit', () => fall(new Error('The press ended')))
  let n = 0
  return {
    print: (values, link, photo) =>
      new Promise((resolve, reject) => {
        if (fallen) return reject(fallen)
        n++
        waiting.set(n, { resolve, reject })
        return worker.postMessage({ n, values, link, photo } satisfies RenderRequest)
      }),
    close: async () => void (await worker.terminate()),
  }
}

/** Returns each font with only the characters of one certificate. */
const inlinedFonts = (fonts: Awaited<ReturnType<typeof fontsFor>>, text: string): Promise<PageFont[]> =>
  Promise.all(
    fonts.map(async ({ family, weight, italic, bytes }) => {
      const part = await subsetFont(
        bytes,
        [...new Set(text)].map((character) => [character.codePointAt(0)!, character.codePointAt(0)!] as const),
      )
      if (!part) throw new MissingPicture(family)
      return { family, weight, italic, data: part.toString('base64') }
    }),
  )

const layOutHtml = async (given: Given, definition: Frozen): Promise<Printer> => {
  const { html, bg, width, height, marks = [] } = definition
  const { browser } = given.integrations
  if (!browser) throw new NoBrowser('No browser is configured')
  const pictures = await picturesFor(given, [
    ...(html.includes('%bg%') && bg !== null ? [bg] : []),
    ...picturesNamed(html),
    ...picturesInBoxes(marks),
  ])
  const fonts = await fontsFor(given, definition)
  const page = await browser.open()
  return {
    print: async (values, link, photo) =>
      page.shoot(
        fillPage(
          { html, bg, width, height, marks, photo, beneath: definition.photo === 'beneath' },
          values,
          link,
          pictures,
          await inlinedFonts(fonts, html + Object.values(values).join('')),
        ),
        { width, height, scale: PAPER_SCALE, quality: JPEG_QUALITY, prepare: LAY_PHOTO },
      ),
    close: page.close,
  }
}

/** The largest side of a photo on the paper, in pixels. */
const PHOTO_SIDE = 2000
/**
 * Reads a photo of the race in the size for drawing, no larger than the paper needs. Returns null if its bytes are
 * missing.
 */
export const photoAt = async (given: Given, path: string): Promise<Buffer | null> => {
  const bytes = await readKept(given, path)
  if (!bytes) return null
  const inside = { width: PHOTO_SIDE, height: PHOTO_SIDE, fit: 'inside', withoutEnlargement: true } as const
  return sharp(bytes).rotate().resize(inside).jpeg({ quality: 90 }).toBuffer()
}

/** Prepares a definition for drawing. Rejects with `MissingPicture` or `NoBrowser`. */
export const openPrinter = (given: Given, definition: Frozen): Promise<Printer> =>
  definition.form === 'boxes' ? paintBoxes(given, definition) : layOutHtml(given, definition)
