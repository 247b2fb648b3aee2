import { Suspense, useEffect, useState } from 'react'
import { onDemand } from '#ui/router/onDemand.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Photo } from '../contract.ts'
import { words } from '../words.ts'

const PhotoViewer = onDemand(
  async () => (await import('./PhotoViewer.tsx')).PhotoViewer,
  ({ onClose }) => ({ onClose }),
)

/** The number of photos that a phone loads at first. */
const IN_SIGHT = 12
/**
 * Tells whether to load the files of all photos of the grid. A wide screen loads them all from the beginning. A narrow
 * screen loads the first photos, and all photos after the first scroll.
 */
const useAll = (): boolean => {
  const [all, setAll] = useState(() => matchMedia('(min-width: 48rem)').matches)
  useEffect(() => {
    const want = () => setAll(true)
    addEventListener('scroll', want, { once: true, passive: true })
    return () => removeEventListener('scroll', want)
  }, [])
  return all
}

/** A few photos in one row (`strip`), or many photos in a grid. A press on a photo shows it on the whole screen. */
export const PhotoGrid = ({
  photos,
  label,
  strip = false,
  onGone,
}: {
  photos: readonly Photo[]
  label: string
  strip?: boolean
  onGone: () => void
}) => {
  const t = useWords()
  const [at, setAt] = useState<number>()
  const all = useAll()
  return (
    <>
      <ul aria-label={label} className={`grid grid-cols-3 gap-1 md:gap-2 ${strip ? '' : 'md:grid-cols-5'}`}>
        {photos.map((photo, nth) => (
          <li key={photo.id}>
            <button
              type="button"
              onClick={() => setAt(nth)}
              className={
                'block aspect-square w-full overflow-hidden rounded-[6px] bg-sunk ' +
                'focus-visible:outline-2 focus-visible:outline-offset-2 ' +
                'focus-visible:outline-strong'
              }
            >
              <img
                {...(all || nth < IN_SIGHT ? { src: photo.thumb } : {})}
                {...(nth < 3 ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
                alt={t(words.viewer, { n: nth + 1, of: photos.length })}
                decoding="async"
                className="size-full object-cover transition-transform duration-300 hover:scale-105"
              />
            </button>
          </li>
        ))}
      </ul>
      {at !== undefined && photos[at] ? (
        <Suspense>
          <PhotoViewer
            photos={photos}
            at={at}
            onAt={setAt}
            onClose={() => setAt(undefined)}
            onGone={() => {
              setAt(undefined)
              onGone()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
