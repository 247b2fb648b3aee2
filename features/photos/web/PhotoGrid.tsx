import { Suspense, lazy, useState } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import type { Photo } from '../contract.ts'
import { words } from '../words.ts'

const PhotoViewer = lazy(async () => ({ default: (await import('./PhotoViewer.tsx')).PhotoViewer }))

/** Photos side by side, a few in one row (`strip`) or a wall of them; a press opens them one at a time. */
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
                src={photo.thumb}
                alt={t(words.viewer, { n: nth + 1, of: photos.length })}
                loading="lazy"
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
