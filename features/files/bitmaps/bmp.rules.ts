import { bmpSize } from '#contract/pictures.ts'

/** A picture's pixels: red, green, blue, row by row from the top. */
export type Pixels = { data: Uint8Array<ArrayBuffer>; width: number; height: number }

const [PLAIN, RLE8, RLE4, MASKS, ALPHA_MASKS] = [0, 1, 2, 3, 6]
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

type Given = {
  bytes: Uint8Array
  view: DataView
  width: number
  height: number
  topDown: boolean
  bits: number
  start: number
}
/** Returns the position in `Pixels` at which row `y` of the file begins. Most files begin with the lowest row. */
const rowAt = ({ width, height, topDown }: Given, y: number) => (topDown ? y : height - 1 - y) * width * 3

/** Reads red, green and blue of each colour. Colours that a short palette lacks are black. */
const paletteOf = ({ bytes, view, bits }: Given): Uint8Array => {
  const header = view.getUint32(14, true)
  const [entry, claimed] = header === 12 ? [3, 0] : [4, view.getUint32(46, true)]
  const colours = Math.min(claimed || 1 << bits, 1 << bits)
  const palette = new Uint8Array(3 << bits)
  for (let n = 0, at = 14 + header; n < colours && at + 2 < bytes.length; n++, at += entry)
    palette.set([bytes[at + 2]!, bytes[at + 1]!, bytes[at]!], n * 3)
  return palette
}

const readIndexed = (given: Given, data: Uint8Array): void => {
  const { bytes, width, height, bits, start } = given
  const palette = paletteOf(given)
  const stride = Math.ceil((width * bits) / 32) * 4
  for (let y = 0; y < height; y++) {
    const from = start + y * stride
    for (let x = 0, to = rowAt(given, y); x < width; x++) {
      const colour = ((bytes[from + ((x * bits) >> 3)]! >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1)) * 3
      data[to++] = palette[colour]!
      data[to++] = palette[colour + 1]!
      data[to++] = palette[colour + 2]!
    }
  }
}

/**
 * Reads runs: pieces of one colour (with four bits two colours that alternate), literal pieces, jumps, and ends of
 * rows. Pixels that a jump skips have the first colour of the palette. A run that is too long for its row ends with the
 * row. The length of the file and the number of pixels limit the work.
 */
const readRuns = (given: Given, data: Uint8Array): void => {
  const { bytes, width, height, bits, start } = given
  const palette = paletteOf(given)
  if (palette[0] === palette[1] && palette[1] === palette[2]) data.fill(palette[0]!)
  else for (let at = 0; at < data.length; at++) data[at] = palette[at % 3]!
  const eight = bits === 8
  let [x, y, at] = [0, 0, start]
  const run = (length: number, colourAt: (n: number) => number) => {
    for (let n = 0, to = rowAt(given, y) + x * 3; n < Math.min(length, width - x); n++) {
      const colour = colourAt(n) * 3
      data[to++] = palette[colour]!
      data[to++] = palette[colour + 1]!
      data[to++] = palette[colour + 2]!
    }
    x = Math.min(width, x + length)
  }
  const half = (byte: number, n: number) => (n & 1 ? byte & 15 : byte >> 4)
  while (y < height && at + 1 < bytes.length) {
    const [length, value] = [bytes[at]!, bytes[at + 1]!]
    at += 2
    if (length > 0) run(length, (n) => (eight ? value : half(value, n)))
    else if (value === 0) [x, y] = [0, y + 1]
    else if (value === 1) return
    else if (value === 2) {
      x = Math.min(width, x + (bytes[at] ?? 0))
      y += bytes[at + 1] ?? 0
      at += 2
    } else {
      const from = at
      run(value, (n) => (eight ? (bytes[from + n] ?? 0) : half(bytes[from + (n >> 1)] ?? 0, n)))
      at += (Math.ceil(eight ? value : value / 2) + 1) & ~1
    }
  }
}

/** Returns the function that reads the channel of a mask from a pixel, as 0–255. */
const channel = (mask: number) => {
  const low = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  const most = mask >>> low
  return (pixel: number): number => (most === 0 ? 0 : Math.round((((pixel & mask) >>> low) * 255) / most))
}

const readMasked = (given: Given, data: Uint8Array, masks: readonly number[]): void => {
  const { view, width, height, bits, start } = given
  const [red, green, blue] = masks.map(channel) as [
    ReturnType<typeof channel>,
    ReturnType<typeof channel>,
    ReturnType<typeof channel>,
  ]
  const stride = Math.ceil((width * bits) / 32) * 4
  for (let y = 0; y < height; y++)
    for (let x = 0, to = rowAt(given, y), from = start + y * stride; x < width; x++, from += bits >> 3) {
      const pixel = bits === 16 ? view.getUint16(from, true) : view.getUint32(from, true)
      data[to++] = red(pixel)
      data[to++] = green(pixel)
      data[to++] = blue(pixel)
    }
}

const readTrue = (given: Given, data: Uint8Array): void => {
  const { bytes, width, height, start } = given
  const stride = Math.ceil((width * 24) / 32) * 4
  for (let y = 0; y < height; y++)
    for (let x = 0, to = rowAt(given, y), from = start + y * stride; x < width; x++, from += 3) {
      data[to++] = bytes[from + 2]!
      data[to++] = bytes[from + 1]!
      data[to++] = bytes[from]!
    }
}

/**
 * Reads a BMP of any Windows version. The file may have 1, 2, 4 or 8 bits with a palette, 16 or 32 bits with masks, or
 * 24 bits. Pixels may be plain or in runs. The function ignores transparency, because programs write no dependable
 * value there. It throws if the file is cut off or is of another kind.
 */
export const readBmp = (bytes: Uint8Array): Pixels => {
  const size = bmpSize(bytes)
  const view = viewOf(bytes)
  const header = view.getUint32(14, true)
  if (!size || (header !== 12 && (header < 40 || header > 124)))
    throw new RangeError('A BMP without a header that is known')
  const { width, height } = size
  const bits = view.getUint16(header === 12 ? 24 : 28, true)
  const compression = header === 12 ? PLAIN : view.getUint32(30, true)
  const given: Given = {
    bytes,
    view,
    width,
    height,
    topDown: header !== 12 && view.getInt32(22, true) < 0,
    bits,
    start: view.getUint32(10, true),
  }
  const data = new Uint8Array(width * height * 3)
  if ((compression === RLE8 && bits === 8) || (compression === RLE4 && bits === 4)) {
    if (given.start + 2 > bytes.length) throw new RangeError('A BMP without pixels')
    readRuns(given, data)
    return { data, width, height }
  }
  const masked = compression === MASKS || compression === ALPHA_MASKS
  const known = masked ? bits === 16 || bits === 32 : compression === PLAIN && [1, 2, 4, 8, 16, 24, 32].includes(bits)
  if (!known) throw new RangeError('A BMP of a kind that is not known')
  const stride = Math.ceil((width * bits) / 32) * 4
  if (given.start + stride * (height - 1) + Math.ceil((width * bits) / 8) > bytes.length)
    throw new RangeError('A BMP that breaks off')
  if (bits <= 8) readIndexed(given, data)
  else if (bits === 24) readTrue(given, data)
  else
    readMasked(
      given,
      data,
      masked
        ? [54, 58, 62].map((at) => view.getUint32(at, true))
        : bits === 16
          ? [0x7c00, 0x03e0, 0x001f]
          : [0xff0000, 0xff00, 0xff],
    )
  return { data, width, height }
}
