import type { Db } from '#db/db.ts'
import { photosOfBibs } from '#features/photos/service.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { type CertificateHolder, type Issued, type Issuer, issue, rowOfHolder } from '../issue/issue.service.ts'
import type { Frozen } from '../render/renderer.service.ts'
import { digestOf } from '../rules.ts'
import type { CertificateExportRow } from './exports.store.ts'

export type CertificateToDraw = Issued & {
  holderid: number
  name: string
  digest: string
  /** The photo of the race that the picture shows; undefined if it shows none. */
  photo: string | undefined
  /** Digests of pictures that are also valid: with another photo of the same runner, or without a photo. */
  true: readonly string[]
}

const unusable = /[\\/:*?"<>|\p{Cc}]/gu
const nameOf = (holding: CertificateHolder, { values }: Issued): string => {
  const { id } = rowOfHolder(holding)
  const bib = values['参赛号'] ?? ''
  return `${bib === '' || bib.search(unusable) >= 0 ? `${bib.replace(unusable, '_')}_${id}` : bib} ${values['姓名'] ?? ''}`
    .replace(unusable, '_')
    .slice(0, 80)
    .trim()
}

/**
 * Lists the pictures for these holders. If the definition has a place for a photo, each picture gets the race's photo
 * of its holder, if there is one. The function leaves out holders whose name is hidden or was erased.
 */
export const picturesFor = async (
  db: Db,
  issuer: Issuer,
  holdings: readonly CertificateHolder[],
  row: Pick<CertificateExportRow, 'raceid' | 'version' | 'definition'>,
  now: Date,
): Promise<CertificateToDraw[]> => {
  const { photo: place, map, marks = [] } = row.definition as Frozen
  const shown = holdings
    .filter((holding) => !rowOfHolder(holding).hide_name)
    .map((holding) => {
      const issued = issue(issuer, holding, map)
      return { holding, issued, bib: writtenBib(issued.values['参赛号'] ?? '') }
    })
  const bibs = place ? shown.flatMap(({ bib }) => (bib === '' ? [] : [bib])) : []
  const found = await photosOfBibs(db, row.raceid, bibs, now)
  return shown.map(({ holding, issued, bib }) => {
    const photos = found.get(bib) ?? []
    const drawnFrom = [row.version, issued.values, issued.link, ...marks]
    const without = digestOf(drawnFrom)
    const digests = photos.map((photo) => digestOf([...drawnFrom, photo]))
    return {
      ...issued,
      holderid: rowOfHolder(holding).id,
      name: nameOf(holding, issued),
      digest: digests[0] ?? without,
      photo: photos[0],
      true: [without, ...digests],
    }
  })
}
