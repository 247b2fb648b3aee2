import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { pictureAt, pictureSet } from '#ui/media/picture.ts'
import { Swiper } from '#ui/layout/Swiper.tsx'
import type { FeedEntry } from '../contract.ts'
import { feedWords as words } from './feed.words.ts'

const grids = ['', 'grid-cols-1', 'grid-cols-2', 'grid-cols-3'] as const
/**
 * The pictures of an entry: one picture in its own shape, two pictures beside each other, more pictures as squares. A
 * press enlarges them.
 */
export const Mosaic = ({ pictures, author }: Pick<FeedEntry, 'pictures' | 'author'>) => {
  const t = useWords()
  const sheet = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  if (pictures.length === 0) return null
  const [only] = pictures
  const single = pictures.length === 1
  const alt = (at: number) => t(words.picture, { author, n: at + 1 })
  const show = () => {
    setOpen(true)
    sheet.current?.showModal()
  }
  return (
    <>
      <div className={`mt-3 grid gap-1 ${grids[Math.min(3, pictures.length)]}`}>
        {pictures.map(({ path }, at) => (
          <button
            key={path + String(at)}
            type="button"
            onClick={show}
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
      <dialog
        ref={sheet}
        aria-label={alt(0)}
        onClose={() => setOpen(false)}
        className="m-0 h-dvh max-h-none w-screen max-w-none bg-black p-0 text-white backdrop:bg-black"
      >
        {open ? (
          <>
            <IconButton
              label={t(kit.close)}
              onClick={() => sheet.current?.close()}
              className="absolute top-3 right-3 z-10 bg-black/60 text-white"
            >
              <X className="size-6" aria-hidden />
            </IconButton>
            <Swiper
              label={author}
              slides={pictures.map(({ path }, at) => (
                <img
                  key={path + String(at)}
                  src={pictureAt(path, 1920)}
                  alt={alt(at)}
                  className="h-[88dvh] w-screen object-contain"
                />
              ))}
            />
          </>
        ) : null}
      </dialog>
    </>
  )
}
