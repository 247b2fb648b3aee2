import { hexOfBytes } from '#contract/written.ts'
import { type Chance, chanceFrom } from '../chance.ts'
import { pack } from './figures.ts'

export type ScenePalette = {
  sky: readonly [string, string, string]
  far: string
  mid: string
  near: string
  ground: string
  course: string
  accent: string
  sun: string
  shirts: readonly string[]
}
export type Scene = 'river' | 'coast' | 'night' | 'ridge' | 'fields' | 'wharf'

const W = 1600
const H = 900

const mix = (one: string, other: string, share: number): string => {
  const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const [a, b] = [parts(one), parts(other)]
  return `#${hexOfBytes(a.map((value, at) => Math.round(value + (b[at]! - value) * share)))}`
}

/** Draws a soft line of hills: a sum of waves, closed at the bottom. */
const hills = (chance: Chance, top: number, swing: number, colour: string, waves = 3, bottom = H): string => {
  const parts = Array.from({ length: waves }, (_, at) => ({
    length: W / (at * 1.4 + chance.between(0.7, 1.3)),
    phase: chance.between(0, 6.3),
    height: swing / (at + 1),
  }))
  const points = Array.from({ length: 81 }, (_, at) => {
    const x = (at / 80) * W
    const y =
      top -
      parts.reduce((sum, { length, phase, height }) => sum + Math.sin((x / length) * 2 * Math.PI + phase) * height, 0)
    return `${x.toFixed(0)},${y.toFixed(1)}`
  })
  return `<path d="M0,${bottom} L${points.join(' L')} L${W},${bottom} Z" fill="${colour}"/>`
}

const peaks = (chance: Chance, top: number, height: number, count: number, colour: string, light: string): string => {
  const step = W / count
  let path = ''
  let lights = ''
  for (let at = -1; at <= count; at++) {
    const x = at * step + chance.between(-0.2, 0.2) * step
    const tall = height * chance.between(0.55, 1)
    const left = x - step * chance.between(0.7, 1.05)
    const right = x + step * chance.between(0.7, 1.05)
    const y = top - tall
    path += `M${left},${top + 260} L${left + (x - left) * 0.55},${top - tall * 0.42} L${x - step * 0.08},${y + tall * 0.1} L${x},${y} L${x + step * 0.1},${y + tall * 0.16} L${x + (right - x) * 0.5},${top - tall * 0.4} L${right},${top + 260} Z `
    lights += `M${x},${y} L${x + step * 0.1},${y + tall * 0.16} L${x + (right - x) * 0.5},${top - tall * 0.4} L${x + step * 0.16},${top - tall * 0.3} L${x + step * 0.03},${y + tall * 0.3} Z `
  }
  return `<path d="${path}" fill="${colour}"/><path d="${lights}" fill="${light}" opacity="0.35"/>`
}

const towers = (
  chance: Chance,
  base: number,
  count: number,
  tallest: number,
  colour: string,
  lit: string,
  glow = 0.25,
): string => {
  let made = ''
  const step = W / count
  for (let at = 0; at < count; at++) {
    const x = at * step + chance.between(-6, 6)
    const middle = 1 - Math.abs((x - W * 0.6) / W) * 1.15
    const height = tallest * Math.max(0.16, middle * chance.between(0.45, 1))
    const width = step * chance.between(0.6, 1.02)
    const y = base - height
    const roof = chance.next()
    made += `<rect x="${x}" y="${y}" width="${width}" height="${height + 4}" fill="${colour}" rx="2"/>`
    if (roof < 0.18)
      made += `<path d="M${x},${y} L${x + width / 2},${y - width * 0.55} L${x + width},${y} Z" fill="${colour}"/>`
    else if (roof < 0.34)
      made += `<rect x="${x + width / 2 - 1.6}" y="${y - height * 0.2}" width="3.2" height="${height * 0.2}" fill="${colour}"/>`
    else if (roof < 0.44)
      made += `<path d="M${x},${y + 1} Q${x + width / 2},${y - width * 0.6} ${x + width},${y + 1} Z" fill="${colour}"/>`
    for (let row = 10; row < height - 12; row += 15)
      for (let column = 6; column < width - 9; column += 12)
        if (chance.next() < 0.34)
          made += `<rect x="${x + column}" y="${y + row}" width="5" height="7" fill="${lit}" opacity="${(glow * chance.between(0.5, 1.4)).toFixed(2)}"/>`
  }
  return made
}

const trees = (chance: Chance, base: number, count: number, size: number, colour: string): string =>
  Array.from({ length: count }, (_, at) => {
    const x = (at / count) * W + chance.between(-16, 16)
    const s = size * chance.between(0.7, 1.25)
    return `<ellipse cx="${x}" cy="${base - s * 0.75}" rx="${s * 0.52}" ry="${s * 0.62}" fill="${colour}"/><rect x="${x - s * 0.04}" y="${base - s * 0.4}" width="${s * 0.08}" height="${s * 0.42}" fill="${colour}"/>`
  }).join('')

const pines = (chance: Chance, base: (x: number) => number, count: number, size: number, colour: string): string =>
  Array.from({ length: count }, () => {
    const x = chance.between(0, W)
    const s = size * chance.between(0.6, 1.3)
    const y = base(x)
    return `<path d="M${x},${y - s} L${x + s * 0.2},${y - s * 0.52} L${x + s * 0.11},${y - s * 0.52} L${x + s * 0.27},${y - s * 0.12} L${x - s * 0.27},${y - s * 0.12} L${x - s * 0.11},${y - s * 0.52} L${x - s * 0.2},${y - s * 0.52} Z" fill="${colour}"/>`
  }).join('')

const clouds = (chance: Chance, count: number, low: number, colour: string, opacity: number): string =>
  Array.from({ length: count }, () => {
    const [x, y, w] = [chance.between(-60, W), chance.between(50, low), chance.between(120, 330)]
    return `<g fill="${colour}" opacity="${(opacity * chance.between(0.5, 1)).toFixed(2)}"><rect x="${x}" y="${y}" width="${w}" height="${w * 0.085}" rx="${w * 0.043}"/><rect x="${x + w * 0.2}" y="${y - w * 0.055}" width="${w * 0.48}" height="${w * 0.1}" rx="${w * 0.05}"/></g>`
  }).join('')

const water = (chance: Chance, top: number, palette: ScenePalette): string => {
  let made = `<rect x="0" y="${top}" width="${W}" height="${H - top}" fill="url(#water)"/>`
  for (let at = 0; at < 90; at++) {
    const y = top + (at / 90) ** 1.5 * (H - top)
    const w = chance.between(24, 160) * (0.4 + (y - top) / (H - top))
    made += `<rect x="${chance.between(-40, W)}" y="${y.toFixed(1)}" width="${w.toFixed(0)}" height="${(1.4 + ((y - top) / (H - top)) * 3).toFixed(1)}" rx="2" fill="${palette.sky[2]}" opacity="${chance.between(0.08, 0.32).toFixed(2)}"/>`
  }
  return made
}

const bridge = (y: number, colour: string): string => {
  const masts = [430, 1010]
  const cables = masts
    .flatMap((x) => Array.from({ length: 9 }, (_, at) => [x, at] as const))
    .flatMap(([x, at]) =>
      [-1, 1].map(
        (side) =>
          `<line x1="${x}" y1="${y - 215 + at * 13}" x2="${x + side * (290 - at * 27)}" y2="${y}" stroke="${colour}" stroke-width="2" opacity="0.75"/>`,
      ),
    )
  return `${cables.join('')}${masts.map((x) => `<path d="M${x - 13},${y + 92} L${x - 4},${y - 235} L${x + 4},${y - 235} L${x + 13},${y + 92} Z" fill="${colour}"/>`).join('')}<path d="M0,${y + 3} Q${W / 2},${y - 13} ${W},${y + 3} L${W},${y + 17} Q${W / 2},${y + 1} 0,${y + 17} Z" fill="${colour}"/>`
}

/**
 * Draws the course: a road across the foot of the picture, wide at the right edge and narrow at the left edge. Its
 * upper edge has the race's colour.
 */
const course = (palette: ScenePalette, top = 640): string => {
  const lift = top - 640
  const road = `M-20,${812 + lift} C420,${700 + lift} 900,${720 + lift} 1640,${655 + lift} L1640,${905 + lift + 60} L-20,${985 + lift}  Z`
  return `<path d="${road}" fill="${palette.ground}"/><path d="M-20,${836 + lift} C420,${724 + lift} 900,${744 + lift} 1640,${679 + lift} L1640,960 L-20,960 Z" fill="${palette.course}"/>
    <path d="M-20,${824 + lift} C420,${712 + lift} 900,${732 + lift} 1640,${667 + lift}" fill="none" stroke="${palette.accent}" stroke-width="9"/>
    <path d="M-20,${905 + lift} C460,${800 + lift} 940,${815 + lift} 1640,${760 + lift}" fill="none" stroke="#ffffff" stroke-width="5" stroke-dasharray="46 34" opacity="0.55"/>`
}

const backdrop: Record<Scene, (chance: Chance, palette: ScenePalette) => string> = {
  river: (chance, palette) =>
    `${clouds(chance, 7, 300, '#ffffff', 0.5)}${hills(chance, 500, 46, palette.far)}${towers(chance, 560, 44, 330, mix(palette.mid, palette.sky[2], 0.45), palette.sun, 0.35)}${towers(chance, 585, 34, 250, palette.mid, palette.sun, 0.5)}${trees(chance, 592, 70, 26, palette.near)}${water(chance, 586, palette)}${bridge(560, palette.near)}`,
  coast: (chance, palette) =>
    `${clouds(chance, 8, 260, '#ffffff', 0.65)}${water(chance, 470, palette)}${hills(chance, 480, 40, palette.far, 2, 500)}<path d="M960,500 C1080,420 1180,360 1330,372 C1450,380 1540,430 1640,440 L1640,640 L900,640 Z" fill="${palette.mid}"/>
    <g transform="translate(1345 372)"><path d="M-17,0 L-11,-132 L11,-132 L17,0 Z" fill="#fff"/><path d="M-15.4,-36 L-13.4,-72 L13.4,-72 L15.4,-36 Z M-12.6,-100 L-11,-132 L11,-132 L12.6,-100 Z" fill="${palette.accent}"/><rect x="-14" y="-152" width="28" height="20" rx="3" fill="#26323c"/><path d="M-16,-152 L0,-172 L16,-152 Z" fill="${palette.accent}"/></g>
    ${[
      [260, 560, 1],
      [520, 520, 0.62],
      [700, 600, 1.25],
    ]
      .map(
        ([x, y, s]) =>
          `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0,-92 L0,-8 L-40,-8 Z" fill="#fff"/><path d="M6,-76 L6,-8 L36,-8 Z" fill="${palette.accent}" opacity="0.9"/><path d="M-46,-2 L42,-2 L30,14 L-34,14 Z" fill="${palette.near}"/></g>`,
      )
      .join('')}
    ${hills(chance, 668, 9, mix(palette.mid, palette.near, 0.3), 2)}${trees(chance, 672, 34, 40, palette.near)}`,
  night: (chance, palette) =>
    `${Array.from({ length: 170 }, () => `<circle cx="${chance.between(0, W).toFixed(0)}" cy="${chance.between(0, 430).toFixed(0)}" r="${chance.between(0.6, 2.3).toFixed(1)}" fill="#fff" opacity="${chance.between(0.25, 0.95).toFixed(2)}"/>`).join('')}${hills(chance, 540, 70, palette.far)}${towers(chance, 600, 40, 300, palette.mid, palette.sun, 0.85)}${towers(chance, 640, 30, 200, palette.near, palette.sun, 1)}${trees(chance, 660, 60, 34, mix(palette.near, '#000000', 0.35))}`,
  ridge: (chance, palette) =>
    `${clouds(chance, 6, 240, '#ffffff', 0.55)}${peaks(chance, 470, 330, 5, palette.far, '#ffffff')}<rect x="0" y="400" width="${W}" height="150" fill="url(#haze)"/>${peaks(chance, 580, 240, 6, palette.mid, palette.sun)}<rect x="0" y="520" width="${W}" height="130" fill="url(#haze)"/>${hills(chance, 610, 56, palette.near)}${pines(chance, (x) => 640 + Math.sin(x / 190) * 26, 90, 74, mix(palette.near, '#000000', 0.28))}`,
  fields: (chance, palette) =>
    `${clouds(chance, 9, 280, '#ffffff', 0.7)}${hills(chance, 440, 60, palette.far)}${hills(chance, 500, 44, mix(palette.far, palette.mid, 0.5))}${[0, 1, 2, 3, 4].map((at) => hills(chance, 540 + at * 30, 20, mix(palette.mid, palette.sun, 0.1 + (at % 2) * 0.28), 2)).join('')}${trees(chance, 560, 26, 46, palette.near)}${trees(chance, 668, 34, 58, mix(palette.near, '#000000', 0.15))}`,
  wharf: (chance, palette) =>
    `${clouds(chance, 7, 260, '#ffffff', 0.5)}${hills(chance, 470, 40, palette.far)}${towers(chance, 540, 50, 170, mix(palette.mid, palette.sky[2], 0.4), palette.sun, 0.4)}${water(chance, 540, palette)}
    ${[120, 430, 740, 1050, 1360].map((x, at) => `<g transform="translate(${x} ${650})"><path d="M-130,0 L-130,-118 L0,-178 L130,-118 L130,0 Z" fill="${mix(palette.near, palette.accent, at % 2 ? 0.25 : 0.08)}"/><path d="M-146,-108 L0,-190 L146,-108 L146,-126 L0,-206 L-146,-126 Z" fill="${mix(palette.near, '#000000', 0.35)}"/>${[-90, -30, 30, 90].map((wx) => `<path d="M${wx - 16},-20 L${wx - 16},-70 A16,16 0 0 1 ${wx + 16},-70 L${wx + 16},-20 Z" fill="${palette.sun}" opacity="0.7"/>`).join('')}</g>`).join('')}
    <g stroke="${palette.accent}" stroke-width="9" fill="none"><path d="M1500,660 L1500,330 L1250,380 M1500,330 L1560,380 L1560,660 M1500,430 L1560,470 M1500,530 L1560,570"/></g>`,
}

/**
 * Draws a race's header picture, 1600×900, as SVG: sky, landscape, course and a pack of runners. The picture is the
 * same at every start.
 */
export const headerSvg = (scene: Scene, palette: ScenePalette, seed: number, runners = true): string => {
  const chance = chanceFrom(seed)
  const [sunX, sunY, sunR] = scene === 'night' ? [1240, 170, 58] : [1130, 300, 120]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" width="${W}" height="${H}">
  <defs>
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.sky[0]}"/><stop offset="0.48" stop-color="${palette.sky[1]}"/><stop offset="0.75" stop-color="${palette.sky[2]}"/></linearGradient>
    <linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${mix(palette.sky[2], palette.mid, 0.32)}"/><stop offset="1" stop-color="${mix(palette.sky[0], palette.near, 0.5)}"/></linearGradient>
    <linearGradient id="haze" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.sky[2]}" stop-opacity="0"/><stop offset="0.6" stop-color="${palette.sky[2]}" stop-opacity="0.6"/><stop offset="1" stop-color="${palette.sky[2]}" stop-opacity="0"/></linearGradient>
    <radialGradient id="glow"><stop offset="0" stop-color="${palette.sun}" stop-opacity="0.85"/><stop offset="1" stop-color="${palette.sun}" stop-opacity="0"/></radialGradient>
  </defs>
  <rect width="${W}" height="${H}" fill="url(#sky)"/><circle cx="${sunX}" cy="${sunY}" r="${sunR * 3.1}" fill="url(#glow)"/><circle cx="${sunX}" cy="${sunY}" r="${sunR}" fill="${palette.sun}"/>
  ${backdrop[scene](chance, palette)}
  ${course(palette, scene === 'coast' || scene === 'wharf' ? 650 : 640)}
  ${runners ? `${pack(chance, { count: 9, from: 980, to: 1560, y: 762, height: 96, depth: 44, shirts: palette.shirts })}${pack(chance, { count: 7, from: 150, to: 980, y: 826, height: 168, depth: 40, shirts: palette.shirts })}` : ''}
</svg>`
}
