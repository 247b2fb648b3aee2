import { sql } from 'kysely'
import sharp from 'sharp'
import { makeAlbum } from '#features/photos/service.ts'
import { takeIn } from '#features/photos/processing.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { chanceFrom } from './chance.ts'
import { lookFrom, runnerFigure } from './pictures/figures.ts'
import { palettes } from './pictures/palettes.ts'
import { type ScenePalette, type Scene, headerSvg } from './pictures/scenes.ts'

const [W, H] = [1080, 720]
const shirts = ['#e4572e', '#2e86ab', '#3bb273', '#f2c14e', '#8a4fff', '#ef476f', '#118ab2', '#f78c6b']

/**
 * Draws a photo from the roadside: a close part of the race's landscape, its course, and runners with their bibs in
 * front.
 */
export const photoSvg = (
  bibs: readonly string[],
  { scene, palette }: { scene: Scene; palette: ScenePalette },
  seed: number,
): string => {
  const chance = chanceFrom(seed)
  const [zoom, left] = [1.15 + chance.next() * 0.5, chance.between(0, 420)]
  const people = bibs.map((bib, nth) => {
    const height = (bibs.length > 1 ? 430 : 500) + chance.between(-20, 30)
    const x = (W / (bibs.length + 1)) * (nth + 1) + chance.between(-70, 30)
    const y = H - 40 - height * 0.45
    const shoulder = { x: x + height * 0.055, y: y - height * 0.2 }
    const [wide, high] = [height * 0.21, height * 0.135]
    return `<ellipse cx="${x}" cy="${H - 36}" rx="${height * 0.3}" ry="14" fill="#000" opacity=".25"/>${runnerFigure(x, y, height, lookFrom(chance, shirts), chance)}
      <g transform="translate(${shoulder.x} ${shoulder.y}) rotate(7)"><rect x="${-wide / 2}" y="${-high / 2}" width="${wide}" height="${high}" rx="5" fill="#fff"/><text y="${high * 0.3}" font-family="Arial, Helvetica, sans-serif" font-weight="700" font-size="${Math.min(high * 0.8, (wide * 1.38) / bib.length)}" text-anchor="middle" fill="#18202a">${bib}</text></g>`
  })
  const landscape = headerSvg(scene, palette, seed).replace(
    /^<svg [^>]*>/,
    `<svg width="${1600 * zoom}" height="${900 * zoom}" x="${-left}" y="${H - 20 - 900 * zoom * 0.92}" viewBox="0 0 1600 900">`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}"><rect width="${W}" height="${H}" fill="${palette.sky[1]}"/>${landscape}${people.join('')}</svg>`
}

const shelves = [
  {
    raceid: 226,
    id: 149,
    name: '终点冲线',
    en: 'Finish line',
    tw: '終點衝線',
    photographer: '林一帆',
    picture: 'haiyu',
    photos: 18,
  },
  {
    raceid: 226,
    id: 150,
    name: '滨海大道',
    en: 'Along the sea',
    tw: '濱海大道',
    photographer: '唐晓',
    picture: 'haiyu',
    photos: 10,
  },
  {
    raceid: 227,
    id: 181,
    name: '夜跑精彩',
    en: 'Night run',
    tw: '夜跑精彩',
    photographer: '',
    picture: 'haiyu',
    photos: 0,
  },
  {
    raceid: 229,
    id: 193,
    name: '云脊赛道',
    en: 'On the ridge',
    tw: '雲脊賽道',
    photographer: '沈岳',
    picture: 'ridge',
    photos: 10,
  },
] as const

/**
 * Writes albums with drawn photos of finishers, first the finishers who can log in. The server prepares the pictures in
 * the background, as after any upload.
 */
export const seedPhotos = async (parts: Parts, now: Date): Promise<void> => {
  const chance = chanceFrom(2026)
  for (const { raceid, id, name, en, tw, photographer, picture, photos } of shelves) {
    await parts.db.transaction().execute((tx) =>
      makeAlbum(
        tx,
        raceid,
        {
          name,
          names: { en, 'zh-tw': tw },
          photographer,
          position: id,
          names_bibs: 'all',
          point: null,
          clock_offset_ms: 0,
          published_at: now,
        },
        now,
        id,
      ),
    )
    const { rows } = await sql<{
      bib: string
    }>`select bib
      from results
      where raceid = ${raceid} and outcome = 'finished'
      order by (registrationid is null), gun_ms
      limit 14`.execute(parts.db)
    for (let at = 0; at < photos && rows.length > 0; at++) {
      const bibs = [
        ...new Set([
          rows[at % rows.length]!.bib,
          ...(chance.next() < 0.45 ? [rows[Math.floor(chance.next() * rows.length)]!.bib] : []),
        ]),
      ]
      const bytes = await sharp(Buffer.from(photoSvg(bibs, palettes[picture], raceid * 100 + at)))
        .jpeg({ quality: 86 })
        .toBuffer()
      await takeIn(
        parts,
        { raceid, albumid: id, filename: `${bibs.join('-')}-${at + 1}x.jpg`, bytes, staffid: null },
        now,
      )
    }
  }
}
