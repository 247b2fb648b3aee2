import { useState } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { LargePictures } from '#ui/media/LargePictures.tsx'
import { pictureAt, pictureSet } from '#ui/media/picture.ts'
import type { FeedEntry } from '../contract.ts'
import { feedWords as words } from './feed.words.ts'

/** Returns the columns for a number of pictures. Four pictures make a square. */
const columns = (count: number): string =>
  count === 1 ? 'grid-cols-1' : count === 2 || count === 4 ? 'grid-cols-2' : 'grid-cols-3'
/**
 * The pictures of an entry: one picture in its own shape, two pictures beside each other, more pictures as squares. A
 * press enlarges the pressed picture, and the others follow it as slides.
 */
export const Mosaic = ({ pictures, author }: Pick<FeedEntry, 'pictures' | 'author'>) => {
  const t = useWords()
  /** The picture that the person pressed, while the large pictures are open. */
  const [open, setOpen] = useState<number>()
  if (pictures.length === 0) return null
  const [only] = pictures
  const single = pictures.length === 1
  const alt = (at: number) => t(words.picture, { author, n: at + 1 })
  return (
    <>
      <div className={`mt-3 grid gap-1 ${columns(pictures.length)}`}>
        {pictures.map(({ path }, at) => (
          <button
            key={path + String(at)}
            type="button"
            onClick={() => setOpen(at)}
            className="block overflow-hidden"
            style={{
              aspectRatio: single ? `${Math.max(0.8, only!.width / only!.height)}` : '1',
            }}
          >
            <img
              src={pictureAt(path, 750)}
              srcSet={pictureSet(path)}
              sizes={single ? '(min-width: 64rem) 40rem, 100vw' : '(min-width: 64rem) 20rem, 50vw'}
              loading="lazy"
              alt={alt(at)}
              className="size-full object-cover transition duration-300 motion-safe:hover:scale-[1.02]"
            />
          </button>
        ))}
      </div>
      {open === undefined ? null : (
        <LargePictures
          label={author}
          pictures={pictures.map(({ path }) => path)}
          first={open}
          alt={alt}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
