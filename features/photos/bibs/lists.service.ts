import { bibOrOtherTitles, bibTitles } from '#features/imports/titles.rules.ts'
import { text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type ImportRow, type ImportWork, type RowPlan, importKind } from '#seam/server/imports.ts'
import { bibsTyped } from '../rules.ts'
import { printedBibs } from './runnersSeen.service.ts'
import { idsByName, listAlbums } from '../store.ts'
import { addTags, listTags } from './tags.store.ts'
import { words } from '../words.ts'

const labels = {
  label: text('照片中的参赛号', '照片中的參賽號', 'Bibs in photos'),
  description: text(
    '相册里每张照片上有谁：一行一张照片，参赛号可以有多个。',
    '相簿裡每張照片上有誰：一列一張照片，參賽號可以有多個。',
    'Who is in each photo of an album: a row a photo, with one or several bibs.',
  ),
  album: text('相册', '相簿', 'Album'),
  photo: text('文件名', '檔名', 'File name'),
  bibs: text('参赛号', '參賽號', 'Bibs'),
} as const

type Tagged = { photoid: number; bibs: string[] }
type Known = {
  ids: ReadonlyMap<string, number>
  printed: ReadonlyMap<string, string>
  there: ReadonlyMap<number, ReadonlySet<string>>
}
const nameIn = ({ cells }: ImportRow): string => (cells['photo'] ?? '').toLowerCase()
const bibsIn = ({ cells }: ImportRow): string[] => bibsTyped(cells['bibs'] ?? '')

const known = async (on: Db | Tx, { raceid, of }: ImportWork, rows: readonly ImportRow[]): Promise<Known> => {
  const ids = new Map((await idsByName(on as Db, raceid, Number(of))).map(({ id, name }) => [name, id]))
  const meant = rows.flatMap((row) => ids.get(nameIn(row)) ?? [])
  const tags = meant.length === 0 ? [] : await listTags(on, raceid, meant)
  return {
    ids,
    printed: await printedBibs(on, raceid, [...new Set(rows.flatMap(bibsIn))]),
    there: new Map(
      [...Map.groupBy(tags, ({ photoid }) => photoid)].map(([id, all]) => [id, new Set(all.map(({ bib }) => bib))]),
    ),
  }
}
const plan = (rows: readonly ImportRow[], { ids, printed, there }: Known): RowPlan<Tagged>[] =>
  rows.map((row): RowPlan<Tagged> => {
    const { line } = row
    const photoid = ids.get(nameIn(row))
    if (photoid === undefined)
      return {
        line,
        state: 'refused',
        why: words.line_no_photo,
        values: { name: (row.cells['photo'] ?? '').slice(0, 80) },
      }
    const bibs = bibsIn(row).map((bib) => printed.get(bib) ?? bib)
    if (bibs.length === 0) return { line, state: 'refused', why: words.line_no_bib }
    const has = there.get(photoid)
    const fresh = bibs.filter((bib) => !has?.has(bib))
    return fresh.length === 0 ? { line, state: 'same' } : { line, state: 'added', item: { photoid, bibs: fresh } }
  })

export const photoListImport = importKind<Known, Tagged>({
  name: 'photos',
  label: labels.label,
  description: labels.description,
  right: 'photos.edit',
  logged: 'photo list read',
  into: {
    label: labels.album,
    choices: async ({ db, raceid }) =>
      (await listAlbums(db, raceid)).map(({ id, name }) => ({ value: String(id), label: name })),
  },
  columns: [
    {
      name: 'photo',
      label: labels.photo,
      titles: /^(file|filename|file name|name|photo|照片|文件|文件名|檔名|檔案)$/i,
      needed: true,
      example: text('IMG_0001.jpg', 'IMG_0001.jpg', 'IMG_0001.jpg'),
    },
    {
      name: 'bibs',
      label: labels.bibs,
      titles: bibTitles,
      lesser: bibOrOtherTitles,
      needed: true,
      example: text('A0001 A0002', 'A0001 A0002', 'A0001 A0002'),
    },
  ],
  known,
  plan,
  apply: async (tx, { raceid, now }, items) => {
    await addTags(
      tx,
      raceid,
      items.flatMap(({ photoid, bibs }) => bibs.map((bib) => ({ photoid, bib }))),
      'list',
      now,
    )
  },
})
