import { chanceFrom } from '../chance.ts'

/** The colours of one hotel. */
export type HotelPalette = {
  sky: readonly [string, string]
  house: string
  shade: string
  light: string
  linen: string
}

const W = 1200
const H = 800
const frame = (content: string, sky: readonly [string, string]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">` +
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/>` +
  `<stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>` +
  `<rect width="${W}" height="${H}" fill="url(#sky)"/>${content}</svg>`
const box = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`

export const houseSvg = ({ sky, house, shade, light }: HotelPalette, seed: number): string => {
  const chance = chanceFrom(seed)
  const floors = 6 + (seed % 4)
  const top = H - 130 - floors * 78
  let windows = ''
  for (let floor = 0; floor < floors; floor++)
    for (let at = 0; at < 7; at++) {
      const lit = chance.between(0, 1) > 0.45
      windows += box(352 + at * 74, top + 34 + floor * 78, 44, 48, lit ? light : shade, 'rx="4"')
    }
  const trees = [90, 200, 985, 1105].map(
    (x, n) =>
      `<circle cx="${x}" cy="${H - 165 - (n % 2) * 34}" r="${62 + (n % 2) * 18}" fill="#2f6b4f"/>` +
      box(x - 7, H - 150, 14, 70, '#5b4636'),
  )
  return frame(
    box(150, H - 360, 170, 260, shade) +
      box(880, H - 420, 190, 320, shade) +
      box(320, top, 560, H - 110 - top, house) +
      box(320, top, 560, 16, shade) +
      windows +
      box(530, H - 220, 140, 110, light, 'rx="8"') +
      box(500, H - 236, 200, 18, shade, 'rx="6"') +
      trees.join('') +
      box(0, H - 110, W, 110, '#56606b') +
      box(0, H - 60, W, 8, '#d7dde2', 'opacity="0.5"'),
    sky,
  )
}

export const roomSvg = ({ sky, house, shade, light, linen }: HotelPalette, beds: 1 | 2): string => {
  const bed = (x: number, width: number) =>
    box(x, 420, width, 150, shade, 'rx="18"') +
    box(x, 520, width, 170, '#f7f5f0', 'rx="14"') +
    box(x, 585, width, 105, linen, 'rx="10"') +
    box(x + 24, 490, width / 2 - 36, 62, '#ffffff', 'rx="18"') +
    box(x + width / 2 + 12, 490, width / 2 - 36, 62, '#ffffff', 'rx="18"')
  const lamp = (x: number) =>
    `<path d="M${x - 40},400 L${x + 40},400 L${x + 26},340 L${x - 26},340 Z" fill="${light}"/>` +
    box(x - 4, 400, 8, 90, shade) +
    box(x - 55, 490, 110, 150, shade, 'rx="8"')
  return frame(
    box(0, 0, W, H, house) +
      box(0, 690, W, 110, '#b89a7a') +
      box(700, 90, 400, 300, 'url(#sky)', 'rx="6"') +
      box(896, 90, 8, 300, '#ffffff') +
      box(670, 70, 46, 360, linen, 'opacity="0.85"') +
      box(1084, 70, 46, 360, linen, 'opacity="0.85"') +
      box(140, 130, 260, 170, '#ffffff', 'rx="6"') +
      `<path d="M160,280 L240,190 L290,240 L330,205 L380,280 Z" fill="${linen}"/>` +
      (beds === 1 ? lamp(110) + bed(200, 560) + lamp(850) : bed(90, 400) + lamp(580) + bed(670, 400)),
    sky,
  )
}
