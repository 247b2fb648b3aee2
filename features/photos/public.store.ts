import { readable, readableAs } from '#db/readable.ts'

export const reportRows = readable('photo_reports', ['raceid', 'state'])

/**
 * The prepared photos of each bib, with the point of their camera and the time at which their album becomes public.
 * This time may be null or in the future.
 */
export const shownPhotoRows = readableAs<{
  raceid: number
  bib: string
  photoid: number
  albumid: number
  taken_at: Date | null
  point: string | null
  published_at: Date | null
}>(`(select b.raceid, b.bib, p.id as photoid, p.albumid, p.taken_at, a.point, a.published_at
  from photo_bibs b
  join photos p on p.raceid = b.raceid and p.id = b.photoid and p.state = 'ready'
  join albums a on a.raceid = p.raceid and a.id = p.albumid
  where not b.gone)`)
