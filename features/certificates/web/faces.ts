import { type FontFace as Font, nameOfSlice, slicesFor } from '../fonts/fonts.rules.ts'
import { MissingPicture } from '../render/paint.rules.ts'

const addressOf = ({ path }: Font, slice: { from: number }) => `${path}/${nameOfSlice(slice)}.ttf`
const descriptorsOf = ({ weight, italic }: Font, { from, to }: { from: number; to: number }): FontFaceDescriptors => ({
  weight: String(weight),
  style: italic ? 'italic' : 'normal',
  unicodeRange: `U+${from.toString(16)}-${to.toString(16)}`,
})

const known = new Map<string, Promise<void>>()
/**
 * Loads the slices of an organiser's fonts that a text needs. A slice that cannot be loaded is an error, because
 * another font would change the certificate.
 */
export const facesReady = async (fonts: readonly Font[], text: string): Promise<void> => {
  const load = (font: Font, slice: { from: number; to: number }): Promise<void> => {
    const address = addressOf(font, slice)
    const face = new FontFace(font.family, `url(${address})`, descriptorsOf(font, slice))
    document.fonts.add(face)
    return face.load().then(
      () => undefined,
      () => {
        document.fonts.delete(face)
        known.delete(address)
        throw new MissingPicture(address)
      },
    )
  }
  await Promise.all(
    fonts.flatMap((font) =>
      slicesFor(text).map((slice) => {
        const address = addressOf(font, slice)
        const loading = known.get(address) ?? load(font, slice)
        known.set(address, loading)
        return loading
      }),
    ),
  )
}

const nameIn = ({ family }: Font, slice: { from: number }): string => `${family} ${nameOfSlice(slice)}`
/**
 * Replaces each uploaded font in a style's font lists by the list of its slices. The rasteriser keeps one font file of
 * a family, so each slice becomes a family with its own characters.
 */
export const withSlices = (css: string, fonts: readonly Font[], text: string): string =>
  fonts.reduce((said, font) => {
    const list = slicesFor(text)
      .map((slice) => `'${nameIn(font, slice)}'`)
      .join(',')
    const family = font.family.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return said.replace(new RegExp(`(["'])${family}\\1|(?<=[\\s,:]|^)${family}(?=\\s*(?:[,;}!]|$))`, 'gi'), list)
  }, css)

/** Loads into a frame the slices that a text needs, and returns them as data for a picture of the frame. */
export const facesInside = async (
  frame: Document,
  fonts: readonly Font[],
  text: string,
): Promise<{ family: string; src: string; weight: string; style: string }[]> => {
  const inside = frame.defaultView as (Window & typeof globalThis) | null
  if (!inside) return []
  return Promise.all(
    fonts.flatMap((font) =>
      slicesFor(text).map(async (slice) => {
        const address = addressOf(font, slice)
        const answer = await fetch(address).catch(() => undefined)
        if (!answer?.ok) throw new MissingPicture(address)
        const bytes = await answer.arrayBuffer()
        const { weight, style } = descriptorsOf(font, slice)
        const face = new inside.FontFace(`'${nameIn(font, slice)}'`, bytes, { weight, style })
        frame.fonts.add(face)
        await face.load()
        let letters = ''
        for (const byte of new Uint8Array(bytes)) letters += String.fromCharCode(byte)
        return {
          family: nameIn(font, slice),
          src: `data:font/ttf;base64,${btoa(letters)}`,
          weight: weight!,
          style: style!,
        }
      }),
    ),
  )
}
