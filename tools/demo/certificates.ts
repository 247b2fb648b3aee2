import sharp from 'sharp'
import { withForm } from '#features/certificates/rules.ts'
import { saveCertificate } from '#features/certificates/service.ts'
import { type Box, Boxes } from '#features/certificates/template/boxes.contract.ts'
import { brush, figures, sans } from '#features/certificates/fonts/families.rules.ts'
import { keepFile } from '#features/files/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { palettes } from './pictures/palettes.ts'
import { headerSvg } from './pictures/scenes.ts'

const [W, H] = [1280, 905]
const [sea, ink, soft] = ['#0a6c8c', '#14242e', '#4f6470']

/** Draws the background of the certificate: the race's landscape, and a white area for the texts. */
const background = (): string => {
  const { scene, palette, seed } = palettes.haiyu
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${headerSvg(scene, palette, seed, true).replace(/^<svg [^>]*>/, `<svg x="-300" y="0" width="1609" height="${H}" viewBox="0 0 1600 900">`)}
    <rect x="850" y="0" width="430" height="${H}" fill="#08324a" fill-opacity=".42"/><rect x="48" y="48" width="800" height="${H - 96}" rx="20" fill="#ffffff" fill-opacity=".96"/><rect x="48" y="48" width="10" height="${H - 96}" fill="${sea}"/></svg>`
}

const say = (text: string, x: number, y: number, width: number, size: number, more: object = {}) => ({
  kind: 'text',
  text,
  x,
  y,
  width,
  size,
  font: sans,
  weight: 400,
  colour: ink,
  align: 'left',
  line: Math.round(size * 1.4),
  fit: 'shrink',
  ...more,
})
const figure = (caption: string, field: string, x: number, y: number, width: number, size: number) => [
  say(caption, x, y, width, 20, { colour: soft }),
  say(`%${withForm(field)}%`, x, y + 30, width, size, {
    font: figures,
    weight: 600,
    colour: sea,
    line: Math.round(size * 1.15),
  }),
]

/** Returns the boxes of a landscape certificate, as the editor saves them. */
const boxes = (): Box[] =>
  Boxes.parse([
    {
      kind: 'watermark',
      text: 'HAIYU HALF',
      font: figures,
      size: 46,
      colour: sea,
      rotate: -24,
      gap: 150,
      opacity: 0.05,
    },
    say('%赛事名称% · %项目%', 100, 92, 700, 34, { weight: 600 }),
    say('%英文名称%  %日期%', 100, 144, 700, 20, { colour: soft, spacing: 1 }),
    { kind: 'line', x1: 100, y1: 198, x2: 800, y2: 198, width: 2, colour: '#b9d3dc', dash: [12, 8] },
    say('%姓名%', 100, 226, 700, 96, { weight: 700, line: 128 }),
    say('参赛号 %参赛号%   %性别%   %年龄段%', 100, 362, 700, 24, { colour: soft }),
    ...figure('净成绩 NET', '净成绩', 100, 430, 340, 84),
    ...figure('枪成绩 GUN', '枪成绩', 460, 430, 340, 84),
    ...figure('总名次 OVERALL', '全部枪排名', 100, 584, 200, 48),
    ...figure('性别名次 GENDER', '性别枪排名', 320, 584, 200, 48),
    ...figure('配速 PACE /km', '配速', 540, 584, 200, 48),
    say('扫码查验官方成绩 · Scan to verify', 100, 764, 480, 20, { colour: soft }),
    say('No. %证书编号%', 100, 796, 480, 20, { spacing: 1 }),
    { kind: 'qr', x: 652, y: 692, size: 150, colour: '#0b3a4c', ground: null },
    say('完赛证书', 1020, 120, 130, 120, {
      width: null,
      fit: 'none',
      font: brush,
      weight: 700,
      colour: '#ffffff',
      vertical: true,
      line: 150,
      spacing: 24,
      shadow: { x: 0, y: 4, blur: 14, colour: '#06283acc' },
    }),
    {
      kind: 'rect',
      x: 1052,
      y: 748,
      width: 92,
      height: 92,
      colour: '#c43a2f',
      border: null,
      radius: 10,
      rotate: -6,
      opacity: 1,
    },
    say('海屿\n半马', 1052, 758, 92, 34, {
      font: brush,
      weight: 700,
      colour: '#ffffff',
      align: 'center',
      line: 36,
      rotate: -6,
    }),
  ])

/**
 * Gives the half marathon of race 226 a certificate of its own, made in the editor, beside the race's common
 * certificate.
 */
export const seedCertificates = async (parts: Parts, now: Date): Promise<void> => {
  const kept = await keepFile(parts, {
    raceid: 226,
    name: 'half-certificate.png',
    bytes: await sharp(Buffer.from(background())).jpeg({ quality: 90 }).toBuffer(),
  })
  if (typeof kept === 'string') throw new Error(`The background of the half's certificate was not kept: ${kept}`)
  await parts.db.transaction().execute((tx) =>
    saveCertificate(
      tx,
      226,
      {
        eventid: 2,
        kind: 'timing',
        name: '半程完赛证书（横版）',
        boxes: boxes(),
        width: W,
        height: H,
        bg: kept.path,
        published_at: now,
      },
      now,
    ),
  )
}
