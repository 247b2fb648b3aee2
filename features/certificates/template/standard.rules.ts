import { hexOfBytes } from '#contract/written.ts'
import type { Box, TextBox } from './boxes.contract.ts'
import { figures, sans, serif } from '../fonts/families.rules.ts'
import { luminance } from './luminance.rules.ts'

/** A certificate that the program draws in a race's colour. */
export type Standard = { svg: string; width: number; height: number; boxes: Box[] }
type Subject = {
  kind: 'reg' | 'timing'
  /** The race's colour, as `#rrggbb`. */
  primary: string
  city: string
  trail?: boolean
}

const WIDTH = 1280
const HEIGHT = 1810

const channels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]
const toHex = (rgb: readonly number[]) =>
  `#${hexOfBytes(rgb.map((part) => Math.round(Math.min(255, Math.max(0, part)))))}`
const mix = (one: string, other: string, share: number) =>
  toHex(channels(one).map((part, at) => part + (channels(other)[at]! - part) * share))
/** Darkens a colour until it is readable on white (4.5:1). */
const readable = (hex: string): string => {
  let shade = hex
  for (let step = 0; step < 40 && 1.05 / (luminance(...channels(shade)) + 0.05) < 4.5; step++)
    shade = mix(shade, '#101418', 0.06)
  return shade
}

/** Draws a skyline or a ridge at the bottom of the sheet. A city gets the same skyline each time. */
const horizon = (seed: string, trail: boolean, base: number, rise: number): string => {
  let state = [...seed].reduce(
    (sum, character) => (Math.imul(sum, 31) + character.codePointAt(0)!) >>> 0,
    2_166_136_261,
  )
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  let path = `M0 ${base}`
  if (trail) {
    for (let x = 0; x < WIDTH;) {
      const step = 70 + next() * 120
      path += ` L${(x + step / 2).toFixed(0)} ${(base - rise * (0.45 + next() * 0.55)).toFixed(0)} L${(x + step).toFixed(0)} ${(base - rise * (0.1 + next() * 0.3)).toFixed(0)}`
      x += step
    }
  } else {
    for (let x = 0; x < WIDTH;) {
      const width = 34 + next() * 58
      const top = base - rise * (0.2 + next() ** 2 * 0.8)
      path += ` L${x.toFixed(0)} ${top.toFixed(0)}`
      if (next() > 0.72) path += ` L${(x + width / 2).toFixed(0)} ${(top - 26 - next() * 50).toFixed(0)}`
      path += ` L${(x + width).toFixed(0)} ${top.toFixed(0)}`
      x += width
    }
  }
  return `${path} L${WIDTH} ${HEIGHT} L0 ${HEIGHT} Z`
}

const sheetSvg = ({ primary: chosen, city, trail = false }: Subject): string => {
  const primary = readable(chosen)
  const deep = mix(primary, '#0b1220', 0.55)
  const wash = mix(primary, '#ffffff', 0.9)
  const lanes = Array.from({ length: 7 }, (_, at) => {
    const lift = at * 26
    return `<path d="M-40 ${360 + lift} C 260 ${200 + lift}, 520 ${470 + lift}, 800 ${300 + lift} S 1240 ${150 + lift}, 1340 ${230 + lift}" fill="none" stroke="#ffffff" stroke-opacity="${(0.34 - at * 0.04).toFixed(2)}" stroke-width="${at === 0 ? 5 : 2.5}"/>`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs>
<linearGradient id="sky" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${mix(primary, '#ffffff', 0.12)}"/><stop offset=".55" stop-color="${primary}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
<linearGradient id="paper" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset=".7" stop-color="#ffffff"/><stop offset="1" stop-color="${wash}"/></linearGradient>
<clipPath id="head"><path d="M0 0H${WIDTH}V470 C 960 560, 420 400, 0 540 Z"/></clipPath>
</defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#paper)"/>
<g clip-path="url(#head)"><rect width="${WIDTH}" height="600" fill="url(#sky)"/>
<circle cx="1070" cy="120" r="250" fill="#ffffff" fill-opacity=".07"/><circle cx="1070" cy="120" r="150" fill="#ffffff" fill-opacity=".08"/>${lanes}</g>
<path d="M0 540 C 420 400, 960 560, ${WIDTH} 470" fill="none" stroke="${mix(primary, '#ffffff', 0.55)}" stroke-width="6"/>
<path d="${horizon(`${city}2`, trail, 1735, 230)}" fill="${mix(primary, '#ffffff', 0.84)}"/>
<path d="${horizon(city, trail, 1768, 170)}" fill="${mix(primary, '#ffffff', 0.74)}"/>
<rect x="36" y="36" width="${WIDTH - 72}" height="${HEIGHT - 72}" rx="18" fill="none" stroke="#ffffff" stroke-opacity=".55" stroke-width="2"/>
</svg>`
}

const say = (box: Partial<TextBox> & Pick<TextBox, 'x' | 'y' | 'width' | 'text' | 'size'>): TextBox => ({
  kind: 'text',
  font: sans,
  weight: 400,
  italic: false,
  colour: '#1b2430',
  align: 'left',
  line: Math.round(box.size * 1.4),
  spacing: 0,
  fit: 'shrink',
  rotate: 0,
  vertical: false,
  shadow: null,
  opacity: 1,
  ...box,
})

/** Makes one figure with its caption above, in column `at` (from 0) of `of` columns. */
const figure = (caption: string, value: string, at: number, of: number, y: number, colour: string): Box[] => {
  const each = (WIDTH - 240) / of
  const x = 120 + at * each
  return [
    say({ x, y, width: each - 20, text: caption, size: 26, colour: '#6a7482', align: 'center', spacing: 2 }),
    say({
      x,
      y: y + 44,
      width: each - 20,
      text: value,
      size: 64,
      weight: 600,
      font: figures,
      colour,
      align: 'center',
      line: 76,
    }),
  ]
}

const rule = (y: number, primary: string): Box => ({
  kind: 'line',
  x1: 120,
  y1: y,
  x2: WIDTH - 120,
  y2: y,
  width: 1.5,
  colour: mix(primary, '#ffffff', 0.72),
  dash: [],
})

const raceBoxes: readonly Box[] = [
  say({ x: 96, y: 118, width: 900, text: '%赛事名称%', size: 58, weight: 700, colour: '#ffffff', line: 80 }),
  say({
    x: 96,
    y: 204,
    width: 900,
    text: '%英文名称%',
    size: 28,
    colour: '#ffffff',
    opacity: 0.86,
    line: 40,
    spacing: 1,
  }),
  say({
    x: 96,
    y: 262,
    width: 900,
    text: '%日期%  %城市%',
    size: 26,
    colour: '#ffffff',
    opacity: 0.86,
    line: 40,
    spacing: 2,
  }),
]

const titleBoxes = (finisher: boolean, context: string, own?: { title: string; title_en: string }): Box[] => [
  say({
    x: 120,
    y: 590,
    width: WIDTH - 240,
    text: own?.title ?? (finisher ? '完 赛 证 书' : '参 赛 证 书'),
    size: 76,
    weight: 600,
    font: serif,
    colour: context,
    align: 'center',
    spacing: 12,
    line: 108,
  }),
  say({
    x: 120,
    y: 700,
    width: WIDTH - 240,
    text: own?.title_en ?? (finisher ? 'CERTIFICATE OF COMPLETION' : 'CERTIFICATE OF ENTRY'),
    size: 24,
    colour: '#8a94a2',
    align: 'center',
    spacing: 8,
    line: 34,
  }),
]

const personBoxes = (finisher: boolean): Box[] => [
  say({
    x: 140,
    y: 786,
    width: WIDTH - 280,
    text: '%姓名%',
    size: 118,
    weight: 700,
    align: 'center',
    line: 160,
    spacing: 6,
  }),
  say({
    x: 140,
    y: 958,
    width: WIDTH - 280,
    text: finisher ? '完成 %项目%' : '已报名 %项目%',
    size: 36,
    colour: '#3b4552',
    align: 'center',
    spacing: 2,
    line: 52,
  }),
  say({
    x: 140,
    y: 1016,
    width: WIDTH - 280,
    text: '参赛号 %参赛号%',
    size: 28,
    colour: '#6a7482',
    align: 'center',
    spacing: 2,
    line: 40,
  }),
]

const resultBoxes = (primary: string, context: string): Box[] => [
  rule(1086, primary),
  ...figure('枪成绩 GUN', '%枪成绩|时间%', 0, 2, 1112, context),
  ...figure('净成绩 NET', '%净成绩|时间%', 1, 2, 1112, context),
  rule(1256, primary),
  ...figure('总名次 OVERALL', '%全部枪排名|数字%', 0, 3, 1280, '#1b2430'),
  ...figure('性别名次 GENDER', '%性别枪排名|数字%', 1, 3, 1280, '#1b2430'),
  ...figure('年龄段 %年龄段%', '%年龄段排名|数字%', 2, 3, 1280, '#1b2430'),
]

/** Makes the boxes that take the place of results, for a registered person. */
const wishBoxes = (primary: string, context: string): Box[] => [
  rule(1100, primary),
  say({
    x: 200,
    y: 1140,
    width: WIDTH - 400,
    text: '祝您享受每一步，跑向终点。',
    size: 40,
    font: serif,
    colour: context,
    align: 'center',
    line: 60,
    spacing: 4,
  }),
  say({
    x: 200,
    y: 1210,
    width: WIDTH - 400,
    text: 'See you at the start line.',
    size: 28,
    colour: '#8a94a2',
    align: 'center',
    line: 40,
  }),
]

const proofBoxes = (context: string): Box[] => [
  {
    kind: 'rect',
    x: 966,
    y: 1462,
    width: 206,
    height: 206,
    colour: '#ffffff',
    border: null,
    radius: 16,
    rotate: 0,
    opacity: 1,
  },
  { kind: 'qr', x: 979, y: 1475, size: 180, colour: mix(context, '#000000', 0.45), ground: null },
  say({ x: 120, y: 1490, width: 800, text: '扫码查验官方成绩', size: 28, weight: 500, colour: '#3b4552', line: 42 }),
  say({
    x: 120,
    y: 1536,
    width: 800,
    text: 'Scan to see the official result',
    size: 22,
    colour: '#55606e',
    line: 34,
  }),
  say({ x: 120, y: 1596, width: 800, text: 'No. %证书编号%', size: 24, colour: '#3b4552', spacing: 2, line: 36 }),
]

export const drawStandard = (subject: Subject): Standard => {
  const { primary } = subject
  const context = readable(primary)
  const finisher = subject.kind === 'timing'
  const boxes = [
    ...raceBoxes,
    ...titleBoxes(finisher, context),
    ...personBoxes(finisher),
    ...(finisher ? resultBoxes(primary, context) : wishBoxes(primary, context)),
    ...proofBoxes(context),
  ]
  return { svg: sheetSvg(subject), width: WIDTH, height: HEIGHT, boxes }
}

/** One figure of an activity: a caption, and the name of its value. */
export type ActivityFigure = { caption: string; value: string }
/**
 * Draws the certificate of an activity beside an event, such as a trail or a challenge. It has no bib and no official
 * ranks. With `scan` it is a picture of an activity under way: it has no number, and its code leads to the activity.
 */
export const drawActivity = (
  subject: Omit<Subject, 'kind'>,
  shown: {
    title: string
    title_en: string
    done: string
    figures: readonly ActivityFigure[]
    scan?: { text: string; text_en: string }
  },
): Standard => {
  const context = readable(subject.primary)
  const person = personBoxes(true).slice(0, 1)
  const [ground, code, , , number] = proofBoxes(context)
  const scan = shown.scan ?? { text: '扫码查验证书', text_en: 'Scan to verify this certificate' }
  return {
    svg: sheetSvg({ ...subject, kind: 'timing' }),
    width: WIDTH,
    height: HEIGHT,
    boxes: [
      ...raceBoxes,
      ...titleBoxes(true, context, shown),
      ...person,
      say({
        x: 140,
        y: 958,
        width: WIDTH - 280,
        text: shown.done,
        size: 36,
        colour: '#3b4552',
        align: 'center',
        spacing: 2,
        line: 52,
      }),
      rule(1086, subject.primary),
      ...shown.figures.flatMap(({ caption, value }, at) =>
        figure(caption, value, at, shown.figures.length, 1140, context),
      ),
      rule(1310, subject.primary),
      ground!,
      code!,
      say({ x: 120, y: 1490, width: 800, text: scan.text, size: 28, weight: 500, colour: '#3b4552', line: 42 }),
      say({ x: 120, y: 1536, width: 800, text: scan.text_en, size: 22, colour: '#55606e', line: 34 }),
      ...(shown.scan ? [] : [number!]),
    ],
  }
}
