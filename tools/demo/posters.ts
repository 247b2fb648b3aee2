import sharp from 'sharp'
import { longDayIn } from '#contract/days.ts'
import { drawPreview, savePoster } from '#features/posters/service.ts'
import type { PosterDesign, PosterText, PosterUse } from '#features/posters/design.contract.ts'
import { keepFile } from '#features/files/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { palettes } from './pictures/palettes.ts'
import { photoSvg } from './photos.ts'
import { demoRaces } from './races.ts'
import { type ScenePalette, type Scene, headerSvg } from './pictures/scenes.ts'

const [W, H] = [1080, 1440]
type Painted = { scene: Scene; palette: ScenePalette; seed: number }

const say = (
  fontsize: number,
  offsetx: number,
  offsety: number,
  size: number,
  align: PosterText['align'] = 'left',
  color = '#ffffff',
): PosterText => ({ fontsize, offsetx, offsety, size, color, align, rotate: 0 })
/** Returns the part of the race's landscape picture that fits on a poster in portrait format. */
const landscape = ({ scene, palette, seed }: Painted, left: number, runners = false) =>
  headerSvg(scene, palette, seed, runners).replace(
    /^<svg [^>]*>/,
    `<svg x="${-left}" y="0" width="2560" height="1440" viewBox="0 0 1600 900">`,
  )
const dusk = (palette: ScenePalette, from: number) =>
  `<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="${from}" stop-color="${palette.near}" stop-opacity="0"/><stop offset="${from + 0.2}" stop-color="${palette.near}" stop-opacity=".82"/><stop offset="1" stop-color="#0b1220" stop-opacity=".94"/></linearGradient>`
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${inside}</svg>`
const card = (x: number, y: number, side: number) =>
  `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="18" fill="#ffffff"/>`

type Drawn = { svg: string; transparent: boolean; design: Omit<PosterDesign, 'watermask' | 'cover'> }

/**
 * Draws a square window over a band in the race's colour. The name is below the window, on a finisher's poster with the
 * time.
 */
const band = ({ palette }: Painted, primary: string, finished: boolean): Drawn => ({
  transparent: true,
  svg: svg(`<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${primary}"/><stop offset="1" stop-color="#0b1220"/></linearGradient><mask id="w"><rect width="${W}" height="${H}" fill="#fff"/><rect x="48" y="48" width="984" height="984" rx="36" fill="#000"/></mask></defs>
    <g mask="url(#w)"><rect width="${W}" height="${H}" fill="url(#g)"/>${Array.from({ length: 7 }, (_, lane) => `<path d="M-40 ${1130 + lane * 46} C 280 ${1010 + lane * 46}, 620 ${1290 + lane * 46}, 1130 ${1080 + lane * 46}" fill="none" stroke="#fff" stroke-opacity="${(0.16 - lane * 0.016).toFixed(3)}" stroke-width="${lane === 0 ? 6 : 3}"/>`).join('')}</g>
    <rect x="48" y="48" width="984" height="984" rx="36" fill="none" stroke="${palette.sun}" stroke-opacity=".65" stroke-width="4"/>${card(820, 1172, 212)}`),
  design: {
    background: { width: 984, height: 984, offsetx: 48, offsety: 48 },
    nopic: false,
    text: finished
      ? {
          name: say(72, 56, 1056, 640),
          event: say(34, 58, 1158, 640, 'left', '#ffffffd9'),
          time: say(176, 52, 1196, 740),
          race: say(32, 620, 1066, 412, 'right'),
          date: say(26, 620, 1112, 412, 'right', '#ffffffd9'),
        }
      : {
          name: say(92, 56, 1062, 720),
          event: say(44, 58, 1196, 720),
          race: say(40, 58, 1288, 720),
          date: say(30, 58, 1350, 720, 'left', '#ffffffd9'),
        },
    qrcode: { width: 188, offsetx: 832, offsety: 1184 },
  },
})

/** Draws a round window in the race's landscape, like a medal. */
const medal = (painted: Painted, primary: string, finished: boolean): Drawn => ({
  transparent: true,
  svg: svg(`<defs>${dusk(painted.palette, 0.42)}<mask id="w"><rect width="${W}" height="${H}" fill="#fff"/><circle cx="540" cy="486" r="398" fill="#000"/></mask></defs>
    <g mask="url(#w)">${landscape(painted, 780)}<rect width="${W}" height="${H}" fill="url(#dusk)"/></g>
    <circle cx="540" cy="486" r="414" fill="none" stroke="#fff" stroke-width="18"/><circle cx="540" cy="486" r="434" fill="none" stroke="${primary}" stroke-width="12" stroke-dasharray="46 14"/>${card(846, 1212, 180)}`),
  design: {
    background: { width: 800, height: 800, offsetx: 140, offsety: 86 },
    nopic: false,
    text: {
      name: say(88, 90, 934, 900, 'center'),
      event: say(36, 90, 1056, 900, 'center', '#ffffffd9'),
      ...(finished ? { time: say(140, 90, 1094, 900, 'center') } : {}),
      race: say(34, 58, 1300, 700),
      date: say(26, 58, 1350, 700, 'left', '#ffffffd9'),
    },
    qrcode: { width: 156, offsetx: 858, offsety: 1224 },
  },
})

/** Draws a poster that shows the landscape, for people who want no photo. */
const view = (painted: Painted, primary: string): Drawn => ({
  transparent: false,
  svg: svg(
    `<defs>${dusk(painted.palette, 0.52)}<linearGradient id="top" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#0b1220" stop-opacity=".86"/><stop offset=".16" stop-color="#0b1220" stop-opacity=".7"/><stop offset=".38" stop-color="#0b1220" stop-opacity="0"/></linearGradient></defs>${landscape(painted, 620, true)}<rect width="${W}" height="${H}" fill="url(#top)"/><rect width="${W}" height="${H}" fill="url(#dusk)"/><rect x="58" y="44" width="120" height="10" rx="5" fill="${primary}"/>${card(820, 1172, 212)}`,
  ),
  design: {
    background: { width: W, height: H, offsetx: 0, offsety: 0 },
    nopic: true,
    text: {
      race: say(64, 56, 70, 960),
      date: say(30, 58, 156, 960, 'left', '#ffffffe6'),
      name: say(72, 56, 1030, 720),
      event: say(34, 58, 1132, 720, 'left', '#ffffffd9'),
      time: say(190, 52, 1164, 740),
    },
    qrcode: { width: 188, offsetx: 832, offsety: 1184 },
  },
})

const shelf: readonly {
  raceid: number
  id?: number
  picture: keyof typeof palettes
  name: string
  names: Record<string, string>
  use: PosterUse
  draw: (painted: Painted, primary: string) => Drawn
}[] = [
  {
    raceid: 226,
    id: 226,
    picture: 'haiyu',
    name: '冲线时刻',
    names: { 'zh-tw': '衝線時刻', en: 'At the line' },
    use: 'result',
    draw: (painted, primary) => band(painted, primary, true),
  },
  {
    raceid: 226,
    picture: 'haiyu',
    name: '海岸奖牌',
    names: { 'zh-tw': '海岸獎牌', en: 'Medal by the sea' },
    use: 'result',
    draw: (painted, primary) => medal(painted, primary, true),
  },
  {
    raceid: 226,
    picture: 'haiyu',
    name: '海屿风景',
    names: { 'zh-tw': '海嶼風景', en: 'Haiyu views' },
    use: 'result',
    draw: view,
  },
  {
    raceid: 229,
    id: 229,
    picture: 'ridge',
    name: '云脊之上',
    names: { 'zh-tw': '雲脊之上', en: 'Above the clouds' },
    use: 'result',
    draw: (painted, primary) => medal(painted, primary, true),
  },
  {
    raceid: 227,
    id: 227,
    picture: 'starfield',
    name: '星野见',
    names: { 'zh-tw': '星野見', en: 'See you at Starfield' },
    use: 'reg',
    draw: (painted, primary) => medal(painted, primary, false),
  },
  {
    raceid: 2026,
    picture: 'lanjiang',
    name: '我要跑澜马',
    names: { 'zh-tw': '我要跑瀾馬', en: "I'm running Lanjiang" },
    use: 'reg',
    draw: (painted, primary) => band(painted, primary, false),
  },
]

/** Adds poster templates, drawn by a program: for finishers, and for registered runners. */
export const seedPosters = async (parts: Parts, now: Date): Promise<void> => {
  for (const { raceid, id, picture, name, names, use, draw } of shelf) {
    const painted: Painted = palettes[picture]
    const race = demoRaces.find((one) => one.id === raceid)!
    const keep = async (as: string, bytes: Buffer): Promise<string> => {
      const kept = await keepFile(parts, { raceid, name: as, bytes })
      if (typeof kept === 'string') throw new Error(`The poster of race ${raceid} was not kept: ${kept}`)
      return kept.path
    }
    const { svg: frame, transparent, design } = draw(painted, race.primary)
    const picked = sharp(Buffer.from(frame))
    const url = await keep(
      'poster.png',
      await (transparent ? picked.png({ compressionLevel: 6 }) : picked.jpeg({ quality: 90 })).toBuffer(),
    )
    const cover = design.nopic
      ? null
      : await keep(
          'cover.jpg',
          await sharp(Buffer.from(photoSvg(['1'], painted, raceid + 7)))
            .extract({ left: 180, top: 0, width: 720, height: 720 })
            .jpeg({ quality: 86 })
            .toBuffer(),
        )
    const whole: PosterDesign = { ...design, watermask: { url, width: W, height: H }, cover }
    const preview = await drawPreview(parts, raceid, whole, {
      race: race.name,
      date: longDayIn('zh-cn', 'Asia/Shanghai', now),
      link: `${parts.origin}/home?raceid=${raceid}`,
    })
    await parts.db
      .transaction()
      .execute((tx) =>
        savePoster(
          tx,
          raceid,
          { eventid: null, use, name, names, design: whole, preview, published_at: now },
          now,
          undefined,
          id,
        ),
      )
  }
}
