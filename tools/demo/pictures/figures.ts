import type { Chance } from '../chance.ts'

const limb = (points: readonly (readonly [number, number])[], width: number, colour: string) =>
  `<polyline points="${points.map(([x, y]) => `${x},${y}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`

/**
 * Poses of a stride: [rear leg, front leg, rear arm, front arm]. The runner is 100 units high, has the hip at the
 * origin, and runs to the right.
 */
const poses = [
  [
    [
      [0, 0],
      [-7, 22],
      [-30, 26],
      [-37, 21],
    ],
    [
      [0, 0],
      [21, 10],
      [17, 36],
      [25, 38],
    ],
    [
      [7, -34],
      [-7, -22],
      [1, -8],
    ],
    [
      [7, -34],
      [17, -17],
      [30, -26],
    ],
  ],
  [
    [
      [0, 0],
      [-16, 18],
      [-38, 32],
      [-44, 27],
    ],
    [
      [0, 0],
      [16, 16],
      [22, 42],
      [30, 43],
    ],
    [
      [7, -34],
      [-10, -24],
      [-14, -9],
    ],
    [
      [7, -34],
      [18, -20],
      [28, -33],
    ],
  ],
  [
    [
      [0, 0],
      [4, 22],
      [-18, 36],
      [-25, 31],
    ],
    [
      [0, 0],
      [10, 22],
      [4, 46],
      [13, 47],
    ],
    [
      [7, -34],
      [0, -18],
      [13, -11],
    ],
    [
      [7, -34],
      [10, -16],
      [24, -19],
    ],
  ],
] as const

export type RunnerLook = { skin: string; shirt: string; shorts: string; shoes: string; hair: string; bib: string }

/** Draws an abstract runner whose feet are about `height * 0.45` below (x, y). */
export const runnerFigure = (
  x: number,
  y: number,
  height: number,
  look: RunnerLook,
  chance: Chance,
  bib = '',
): string => {
  const [rearLeg, frontLeg, rearArm, frontArm] = chance.pick(poses)
  const scale = height / 100
  const trunk = `<path d="M-6,2 C-9,-12 -4,-30 3,-37 C8,-40 14,-37 14,-31 C13,-19 9,-6 8,3 Z" fill="${look.shirt}"/>`
  const shorts = `<path d="M-8,-2 C-9,6 -8,10 -6,14 L3,12 L10,15 L16,8 L9,-1 Z" fill="${look.shorts}"/>`
  const foot = (leg: readonly (readonly [number, number])[]) => limb(leg.slice(-2), 5.6, look.shoes)
  return `<g transform="translate(${x} ${y}) scale(${scale})">
    ${limb(rearArm, 5, look.skin)}${limb(rearLeg.slice(0, 3), 7.4, look.skin)}${foot(rearLeg)}
    ${limb(frontLeg.slice(0, 3), 7.8, look.skin)}${foot(frontLeg)}${shorts}${trunk}
    ${bib ? `<rect x="-1" y="-26" width="11" height="9" rx="1.4" fill="#fff" transform="rotate(9 4 -22)"/><rect x="1" y="-23.6" width="7" height="3.6" rx="1" fill="${look.bib}" transform="rotate(9 4 -22)"/>` : ''}
    <circle cx="14" cy="-46" r="8.2" fill="${look.skin}"/><path d="M6,-47 C6,-56 20,-58 22,-49 C18,-51 12,-51 6,-47 Z" fill="${look.hair}"/>
    ${limb(frontArm, 5.2, look.skin)}</g>`
}

const skins = ['#f0c7a0', '#e3b088', '#d59f77', '#f4d2b0', '#b97f57']
const hairs = ['#22201f', '#2d2522', '#3a2f2a', '#1c1b20']

export const lookFrom = (chance: Chance, shirts: readonly string[]): RunnerLook => ({
  skin: chance.pick(skins),
  shirt: chance.pick(shirts),
  shorts: chance.pick(['#1e2733', '#2b3440', '#10202c', '#38424d']),
  shoes: chance.pick(['#ff5a3c', '#ffd23f', '#f5f7fa', '#36c6f0', '#ff8fb1']),
  hair: chance.pick(hairs),
  bib: '#25313c',
})

/** Draws a group of runners between `from` and `to`. Runners farther away are smaller and are drawn first. */
export const pack = (
  chance: Chance,
  group: {
    count: number
    from: number
    to: number
    y: number
    height: number
    depth: number
    shirts: readonly string[]
  },
): string =>
  Array.from({ length: group.count }, (_, at) => {
    const near = (at + 1) / group.count
    return { near, x: chance.between(group.from, group.to), y: group.y - group.depth * (1 - near) }
  })
    .map(({ near, x, y }) =>
      runnerFigure(
        x,
        y,
        group.height * (0.62 + 0.38 * near),
        lookFrom(chance, group.shirts),
        chance,
        near > 0.3 ? 'x' : '',
      ),
    )
    .join('')
