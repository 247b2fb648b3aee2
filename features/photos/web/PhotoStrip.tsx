import { useEffect } from 'react'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { photoSearchBib } from '../contract.ts'
import { words } from '../words.ts'
import { PhotoGrid } from './PhotoGrid.tsx'

/** The number of photos in the strip (docs/behaviour/photos.md, Photo strip). */
const STRIP = 3

/**
 * The first three photos of a runner (docs/behaviour/photos.md, Photo strip). It shows nothing if there are no
 * photos.
 */
export const PhotoStrip = ({ raceid, albumid, bib }: { raceid: number; albumid: number; bib: string }) => {
  const t = useWords()
  const found = useAsk(photoSearchBib, { albumid, bib, limit: STRIP })
  useEffect(() => {
    if (found.error && found.error.code !== 'network') toastError(found.error.msg)
  }, [found.error])
  const total = found.data?.total ?? 0
  if (total === 0) return null
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-20 font-bold">{t(words.title)}</h2>
        <Link
          href={path.photos({ raceid, albumid, bib })}
          className="flex min-h-11 items-center text-14 font-medium text-strong"
        >
          {total <= STRIP ? t(words.see_more) : t(words.see_others, { n: total - STRIP })}
        </Link>
      </div>
      <PhotoGrid
        strip
        photos={found.data!.data.slice(0, STRIP)}
        label={t(words.title)}
        onGone={() => void found.refetch()}
      />
    </Card>
  )
}
