import type { Box, TextBox } from '#features/certificates/template/boxes.contract.ts'
import { figures, sans } from '#features/certificates/fonts/families.rules.ts'
import {
  type Poster,
  type PosterDesign,
  type PosterText,
  type PosterTextName,
  type PosterUse,
  posterTexts,
} from './design.contract.ts'

/**
 * Returns the event on a card. An organiser's list may name the event in a separate column (docs/behaviour/results.md,
 * Score list).
 */
export const eventOf = ({ event, meta }: { event: string; meta: Readonly<Record<string, string>> }): string =>
  event || meta['项目'] || meta['比赛项目'] || ''

/** Texts with figures that people read quickly. They use the font of numerals. */
const inFigures: ReadonlySet<PosterTextName> = new Set(['bib', 'time', 'nettime', 'position'])

/**
 * Returns the address in a poster's code. In both forms the query leads to the score page. The form `root` is the root
 * of the host without a protocol, because some mini-programs need this form.
 */
export const scoreLink = (form: 'page' | 'root', origin: string, query: string): string =>
  form === 'root' ? `//${new URL(origin).host}/?${query}` : `${origin}/score?${query}`

const textBox = (
  name: PosterTextName,
  { fontsize, offsetx, offsety, size, color, align, rotate }: PosterText,
): TextBox => ({
  kind: 'text',
  x: offsetx,
  y: offsety,
  width: size,
  text: `%${name}%`,
  font: inFigures.has(name) ? figures : sans,
  size: fontsize,
  weight: 600,
  italic: false,
  colour: color,
  align,
  line: Math.round(fontsize * 1.3),
  spacing: 0,
  fit: 'shrink',
  rotate,
  vertical: false,
  shadow: null,
  opacity: 1,
})

/** The data of a template for the painter of certificates. `needs` tells whether a photo is still missing. */
export type PosterSheet = { width: number; height: number; bg: string | null; boxes: Box[]; needs: boolean }

/**
 * Converts a template to boxes. The photo (or its cover) lies below a picture with a transparent window, and above a
 * picture without a window. `code` is the picture of a mini-program's code. Without this picture the code is drawn from
 * the link.
 */
export const posterSheetOf = (
  design: PosterDesign,
  given: { photo: boolean; code?: { picture: string; round: boolean } | null | undefined },
): PosterSheet => {
  const { background, watermask, cover, text, qrcode, nopic } = design
  const at = {
    x: background.offsetx,
    y: background.offsety,
    width: background.width,
    height: background.height,
    radius: 0,
    rotate: 0,
  }
  const photographed = given.photo && !nopic
  const filling: Box[] = photographed
    ? [{ kind: 'photo', ...at, border: null }]
    : cover === null
      ? []
      : [{ kind: 'image', ...at, picture: cover, fit: 'cover', opacity: 1 }]
  const framed = watermask.url.endsWith('.png')
  const frame: Box = {
    kind: 'image',
    x: 0,
    y: 0,
    width: watermask.width,
    height: watermask.height,
    picture: watermask.url,
    fit: 'fill',
    radius: 0,
    rotate: 0,
    opacity: 1,
  }
  const said = posterTexts.flatMap((name): Box[] => (text[name] ? [textBox(name, text[name])] : []))
  return {
    width: watermask.width,
    height: watermask.height,
    bg: framed ? null : watermask.url,
    boxes: [...filling, ...(framed ? [frame] : []), ...said, ...(qrcode ? [codeBox(qrcode, given.code)] : [])],
    needs: !photographed && !nopic,
  }
}
const codeBox = (
  { width, offsetx, offsety }: NonNullable<PosterDesign['qrcode']>,
  code: { picture: string; round: boolean } | null | undefined,
): Box =>
  code
    ? {
        kind: 'image',
        x: offsetx,
        y: offsety,
        width,
        height: width,
        picture: code.picture,
        fit: 'contain',
        radius: code.round ? width / 2 : 0,
        rotate: 0,
        opacity: 1,
      }
    : { kind: 'qr', x: offsetx, y: offsety, size: width, colour: '#000000', ground: '#ffffff' }

export const designPictures = ({ watermask, cover }: PosterDesign): string[] => [
  watermask.url,
  ...(cover === null ? [] : [cover]),
]

/**
 * Returns a value for every text of a poster. Unknown texts are empty, because the painter would otherwise print their
 * names.
 */
export const posterTextsOf = (
  known: Partial<Record<PosterTextName, string | null | undefined>>,
): Record<string, string> => Object.fromEntries(posterTexts.map((name) => [name, known[name] ?? '']))

/**
 * Lists the templates of a race that a runner of an event may use, in their order. A paid runner gets the posters for
 * paid runners, or, if there are no such posters, the posters for registered runners.
 */
export const postersFor = <Row extends Pick<Poster, 'eventid' | 'use'>>(
  posters: readonly Row[],
  { eventid, use }: { eventid: number | null; use: PosterUse },
): Row[] => {
  const of = (meant: PosterUse) =>
    posters.filter((poster) => poster.use === meant && (poster.eventid === null || poster.eventid === eventid))
  const found = of(use)
  return found.length === 0 && use === 'paid' ? of('reg') : found
}

/**
 * Returns the posters in an event's answers (docs/behaviour/certificates.md, Poster templates): the first template for
 * registered runners and the first template for paid runners.
 */
export const eventPosters = (
  posters: readonly Pick<Poster, 'id' | 'eventid' | 'use'>[],
  eventid: number,
): { poster_reg: number | null; poster_paid: number | null } => {
  const first = (use: PosterUse) =>
    posters.find((poster) => poster.use === use && (poster.eventid === null || poster.eventid === eventid))?.id ?? null
  return { poster_reg: first('reg'), poster_paid: first('paid') }
}
