import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useBackCloses } from '#ui/feedback/useBackCloses.ts'
import { words } from '../words.ts'

const dialogLook =
  'fixed inset-0 m-0 size-full max-h-none max-w-none bg-black text-white backdrop:bg-black open:animate-fade'

/** One picture on the whole screen. A long press saves the picture. */
export const Previewer = ({
  address,
  alt,
  onClose,
  hint,
}: {
  address: string
  alt: string
  onClose: () => void
  /** The text in place of the hint for saving, until the picture can be saved. */ hint?: string | undefined
}) => {
  const t = useWords()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  useBackCloses(onClose)
  return (
    <dialog
      ref={ref}
      aria-label={alt}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className={dialogLook}
    >
      <div className="flex min-h-full flex-col">
        <div className="sticky top-0 z-10 flex justify-end p-1">
          <IconButton label={t(words.close)} onClick={onClose} className="bg-black/60 text-white hover:bg-black/80">
            <X className="size-6" aria-hidden />
          </IconButton>
        </div>
        <div className="-mt-13 flex flex-1 items-center justify-center">
          <img src={address} alt={alt} className="max-h-dvh w-full object-contain md:w-auto" />
        </div>
        <p
          role="status"
          className={
            'sticky bottom-0 bg-black/60 px-4 pt-2 ' +
            'pb-[max(0.75rem,env(safe-area-inset-bottom))] text-center ' +
            'text-14'
          }
        >
          {hint ?? <span className="md:hidden">{t(words.long_press_photo)}</span>}
        </p>
      </div>
    </dialog>
  )
}
