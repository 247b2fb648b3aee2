import sharp from 'sharp'
import { pictureAlphabet, pictureLength, streamFrom } from './rules.ts'

/**
 * Our own strokes for letters, on a field of 10 × 14, so that a picture needs no font of the machine. A stroke is a
 * polyline with points as `x,y`.
 */
const strokes: Record<string, string> = {
  '2': '0,3 2,0 8,0 10,3 9,6 0,14 10,14',
  '3': '0,1 5,0 10,3 8,6 4,7 8,7 10,10 7,14 0,13',
  '4': '8,14 8,0 0,10 10,10',
  '5': '9,0 1,0 0,6 6,5 10,9 7,14 0,13',
  '6': '9,0 3,3 0,9 2,14 8,14 10,10 7,7 1,9',
  '7': '0,0 10,0 4,14|2,7 9,7',
  '9': '1,14 7,11 10,5 8,0 2,0 0,4 3,7 9,5',
  A: '0,14 5,0 10,14|2,9 8,9',
  C: '10,2 6,0 2,2 0,7 2,12 6,14 10,12',
  D: '1,0 1,14 6,14 10,10 10,4 6,0 1,0',
  E: '10,0 1,0 1,14 10,14|1,7 8,7',
  F: '10,0 1,0 1,14|1,7 8,7',
  H: '0,0 0,14|10,0 10,14|0,7 10,7',
  J: '4,0 10,0|8,0 8,11 5,14 1,13 0,10',
  K: '1,0 1,14|10,0 1,8 10,14',
  M: '0,14 1,0 5,8 9,0 10,14',
  N: '0,14 0,0 10,14 10,0',
  P: '1,14 1,0 7,0 10,3 7,7 1,7',
  R: '1,14 1,0 7,0 10,3 7,7 1,7|5,7 10,14',
  T: '0,0 10,0|5,0 5,14',
  V: '0,0 5,14 10,0',
  W: '0,0 2,14 5,5 8,14 10,0',
  X: '0,0 10,14|10,0 0,14',
  Y: '0,0 5,7 10,0|5,7 5,14',
}

const width = 160
const height = 56
const inks = ['#1f3a5f', '#5f1f3a', '#1f5f3a', '#4a3a10', '#3a1f5f']

/**
 * Draws the letters as SVG. Letters and scratches have one ink, letters touch, and pieces of other letters lie behind
 * them. A program therefore cannot separate the letters by colour or by gaps.
 */
const drawing = (answer: string, seed: number): string => {
  const next = streamFrom(seed)
  const between = (least: number, most: number) => least + next() * (most - least)
  const ink = inks[Math.floor(next() * inks.length)]!
  const [phase, swing, period] = [between(0, 6), between(3, 4.5), between(0.05, 0.08)]
  const [lean, tilt] = [between(0, 6), between(1.5, 2.5)]
  const bent = (x: number, y: number) =>
    `${(x + Math.sin(y / 8 + lean) * tilt).toFixed(1)},${(y + Math.sin(x * period + phase) * swing).toFixed(1)}`
  const step = (width - 34) / (pictureLength - 1)

  const glyph = (letter: string, place: number): string => {
    const angle = between(-0.38, 0.38)
    const [scaleX, scaleY, shear] = [between(1.9, 2.4), between(2, 2.6), between(-0.3, 0.3)]
    const [middleX, middleY] = [17 + place * step + between(-3, 3), height / 2 + between(-5, 5)]
    const point = (pair: string) => {
      const [gridX, gridY] = pair.split(',').map(Number) as [number, number]
      const x = (gridX - 5) * scaleX + (7 - gridY) * shear * scaleY + between(-0.8, 0.8)
      const y = (gridY - 7) * scaleY + between(-0.8, 0.8)
      return bent(
        middleX + x * Math.cos(angle) - y * Math.sin(angle),
        middleY + x * Math.sin(angle) + y * Math.cos(angle),
      )
    }
    return strokes[letter]!.split('|')
      .map(
        (line) =>
          `<polyline points="${line.split(' ').map(point).join(' ')}" stroke-width="${between(2.6, 3.6).toFixed(1)}"/>`,
      )
      .join('')
  }
  /** Draws a line through the letters, from the left edge to the right edge. */
  const scratch = () => {
    const [from, to, bow] = [between(10, height - 10), between(10, height - 10), between(-16, 16)]
    const points = Array.from({ length: 13 }, (_, at) => {
      const along = at / 12
      return bent(along * width, from + (to - from) * along + Math.sin(along * Math.PI) * bow)
    })
    return `<polyline points="${points.join(' ')}" stroke-width="${between(1.6, 2.4).toFixed(1)}"/>`
  }
  /** Draws a stroke of some letter, small and at a random place. */
  const crumb = () => {
    const all = Object.values(strokes)
    const [x, y, scale] = [between(0, width), between(0, height), between(0.5, 0.9)]
    const points = all[Math.floor(next() * all.length)]!.split('|')[0]!
      .split(' ')
      .map((pair) => {
        const [gridX, gridY] = pair.split(',').map(Number) as [number, number]
        return bent(x + gridX * scale, y + gridY * scale)
      })
    return `<polyline points="${points.join(' ')}" stroke-width="1" opacity="0.55"/>`
  }
  const repeat = (times: number, draw: () => string) => Array.from({ length: times }, draw).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f3f5f7"/>
    <g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${repeat(9, crumb)}${[...answer].map(glyph).join('')}${repeat(2, scratch)}</g></svg>`
}

/**
 * Draws the picture of an answer (letters of `pictureAlphabet`) as PNG. The picture is a bitmap, because the strokes
 * themselves would give the answer away.
 */
export const drawPicture = async (answer: string, seed: number): Promise<Buffer> => {
  if ([...answer].some((letter) => !pictureAlphabet.includes(letter)))
    throw new Error('The picture check has no strokes for this answer')
  return sharp(Buffer.from(drawing(answer, seed)), { density: 144 })
    .png()
    .toBuffer()
}
