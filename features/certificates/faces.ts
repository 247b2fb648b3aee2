import type { Db, Tx } from '#db/db.ts'
import { Boxes } from './boxes.contract.ts'
import { type FontFace, fontsNamed } from './fonts.rules.ts'
import { type FontRow, listFonts } from './fonts.store.ts'
import type { CertificateRow } from './store.ts'

export const pathOf = ({ raceid, hash }: Pick<FontRow, 'raceid' | 'hash'>): string => `/fonts/${raceid}/${hash}`
export const drawnWith = (row: CertificateRow) => ({ html: row.html, boxes: row.boxes === null ? null : Boxes.parse(row.boxes) })

/** The fonts of its race that a definition names. */
export const fontRowsOf = async (db: Db | Tx, row: CertificateRow): Promise<FontRow[]> => {
  const fonts = await listFonts(db, row.raceid)
  return fonts.length === 0 ? [] : fontsNamed(fonts, drawnWith(row))
}
/** The same as those who draw see them. */
export const facesOf = async (db: Db | Tx, row: CertificateRow): Promise<FontFace[]> => (await fontRowsOf(db, row)).map((font) => ({ family: font.family, weight: font.weight, italic: font.italic, path: pathOf(font) }))
