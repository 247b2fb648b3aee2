import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../form/Button.tsx'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'
import { Swiper } from '../layout/Swiper.tsx'
import { pictureAt } from './picture.ts'

/**
 * Pictures over the whole window, as slides that begin with the picture that the person pressed. On a wide screen the
 * slides have buttons, and the first button gets the focus, so the arrow keys change the slide at once.
 */
export const LargePictures = ({
  label,
  pictures,
  first,
  alt,
  onClose,
}: {
  label: string
  pictures: readonly string[]
  first: number
  alt: (at: number) => string
  onClose: () => void
}) => {
  const t = useWords()
  const sheet = useRef<HTMLDialogElement>(null)
  useEffect(() => sheet.current?.showModal(), [])
  return (
    <dialog
      ref={sheet}
      aria-label={label}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-black p-0 text-white backdrop:bg-black"
    >
      <Swiper
        still
        first={first}
        label={label}
        slides={pictures.map((path, at) => (
          <img
            key={path + String(at)}
            src={pictureAt(path, 1920)}
            alt={alt(at)}
            className="h-dvh w-screen object-contain"
          />
        ))}
      />
      <IconButton
        label={t(words.close)}
        onClick={() => sheet.current?.close()}
        className="absolute top-3 right-3 z-10 bg-black/60 text-white"
      >
        <X className="size-6" aria-hidden />
      </IconButton>
    </dialog>
  )
}
