import sharp from 'sharp'
import { keepFile } from '#features/files/service.ts'
import { readRace, saveRace } from '#features/races/service.ts'
import type { Watermask } from '#features/races/contract.ts'
import { settingsOf } from '#features/races/rules.ts'
import type { Parts } from '#seam/server/handle.ts'

/**
 * A race's watermarks as its organiser would hand them over: the watermark of the race, and a watermark for finishers.
 */
const marks = [
  {
    name: '赛事标',
    names: { 'zh-tw': '賽事標', en: 'The race' },
    at: 'top-right',
    width: 230,
    height: 84,
    svg: '<rect width="460" height="168" rx="28" fill="#0a2f44" fill-opacity=".62"/><path d="M36 116c34-56 60-56 92-22s58 30 92-30" fill="none" stroke="#5fd0e6" stroke-width="14" stroke-linecap="round"/><text x="246" y="78" font-family="Arial, Helvetica, sans-serif" font-weight="700" font-size="50" textLength="170" lengthAdjust="spacingAndGlyphs" fill="#fff">HAIYU</text><text x="246" y="128" font-family="Arial, Helvetica, sans-serif" font-size="30" textLength="170" lengthAdjust="spacingAndGlyphs" fill="#fff">MARATHON</text>',
  },
  {
    name: '完赛者',
    names: { 'zh-tw': '完賽者', en: 'Finisher' },
    at: 'top-left',
    width: 200,
    height: 84,
    svg: '<rect width="400" height="168" rx="84" fill="#f2c14e"/><text x="200" y="106" text-anchor="middle" font-family="Arial, Helvetica, sans-serif" font-weight="700" font-size="58" textLength="310" lengthAdjust="spacingAndGlyphs" fill="#3a2a00">FINISHER</text>',
  },
] as const

/** Draws the watermarks of race 226 by a program. On the crop page a runner may lay one of them over the picture. */
export const seedWatermasks = async (parts: Parts, now: Date): Promise<void> => {
  const race = await readRace(parts.db, 226, now)
  if (!race) return
  const watermasks: Watermask[] = []
  for (const { svg, name, names, at, width, height } of marks) {
    const kept = await keepFile(parts, {
      raceid: 226,
      name: `${name}.png`,
      bytes: await sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width * 2} ${height * 2}">${svg}</svg>`,
        ),
      )
        .png()
        .toBuffer(),
    })
    if (typeof kept === 'string') throw new Error(`The watermark ${name} was not kept: ${kept}`)
    watermasks.push({ name, names, url: kept.path, width, height, at })
  }
  await parts.db
    .transaction()
    .execute((tx) => saveRace(tx, { ...race, settings: { ...settingsOf(race), watermasks } }, now))
}
