import type { Db, Tx } from '#db/db.ts'
import { readRace } from '#features/races/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { Boxes, type ImageBox } from '../template/boxes.contract.ts'
import { type FontFace, fontsNamed } from './fonts.rules.ts'
import { type FontRow, listFonts } from './fonts.store.ts'
import { isWatermarked, marksOf } from '../template/marks.rules.ts'
import type { CertificateRow } from '../store.ts'

export const fontPath = ({ raceid, hash }: Pick<FontRow, 'raceid' | 'hash'>): string => `/fonts/${raceid}/${hash}`
export const drawnWith = (row: CertificateRow) => ({
  html: row.html,
  boxes: row.boxes === null ? null : Boxes.parse(row.boxes),
})

/** Finds the fonts of the race that a definition names. */
export const fontRowsOf = async (db: Db | Tx, row: CertificateRow): Promise<FontRow[]> => {
  const fonts = await listFonts(db, row.raceid)
  return fonts.length === 0 ? [] : fontsNamed(fonts, drawnWith(row))
}
/** Returns the race's fonts that a definition names, in the form for devices and for the server's renderer. */
export const facesOf = async (db: Db | Tx, row: CertificateRow): Promise<FontFace[]> =>
  (await fontRowsOf(db, row)).map((font) => ({
    family: font.family,
    weight: font.weight,
    italic: font.italic,
    path: fontPath(font),
  }))

/** Returns the layer over a definition: the race's watermark, if the definition has the mark 水印. */
export const marksFor = async (db: Db, row: CertificateRow, now: Date): Promise<ImageBox[]> => {
  const drawn = { fields: row.fields as string[], width: row.width, height: row.height }
  const race = isWatermarked(drawn.fields) ? await readRace(db, row.raceid, now) : undefined
  return race ? marksOf(drawn, settingsOf(race).watermasks) : []
}
