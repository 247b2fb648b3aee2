import { Check } from 'lucide-react'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { POSTERS_POPUP } from '../crop.rules.ts'
import type { Choice } from './choices.ts'
import { cropWords as words } from './crop.words.ts'

/** The height of a picture in the popup in pixels, without the name below the picture. */
const PICTURE = 280

/**
 * The designs to choose from, side by side, in a popup with a fixed height (docs/behaviour/certificates.md, Cropper).
 */
export const PostersPopup = ({
  choices,
  chosen,
  onClose,
  onChoose,
}: {
  choices: readonly Choice[]
  chosen: string | undefined
  onClose: () => void
  onChoose: (id: string) => void
}) => {
  const t = useWords()
  return (
    <Dialog open onClose={onClose} wide title={t(words.choose_poster)}>
      <div className="overflow-x-auto overflow-y-hidden">
        <ul
          aria-label={t(words.choose_poster)}
          className="flex w-max gap-3 px-0.5 py-1"
          style={{ height: POSTERS_POPUP }}
        >
          {choices.map(({ id, title, preview, width, height }) => (
            <li key={id} className="h-full">
              <button
                type="button"
                aria-pressed={id === chosen}
                onClick={() => onChoose(id)}
                className={
                  'flex h-full flex-col gap-2 rounded p-2 text-left focus-visible:-outline-offset-2 ' +
                  (id === chosen ? 'bg-tint' : 'hover:bg-sunk')
                }
              >
                <span
                  className="relative block overflow-hidden rounded-[6px] bg-sunk shadow-card"
                  style={{ height: PICTURE, width: Math.round((PICTURE * width) / height) }}
                >
                  {preview ? (
                    <img
                      src={preview.includes('?') ? preview : `${preview}?x-oss-process=image/resize,w_480`}
                      alt=""
                      className="size-full object-cover"
                    />
                  ) : null}
                  {id === chosen ? (
                    <span
                      className={
                        'absolute top-2 right-2 flex size-7 items-center ' +
                        'justify-center rounded-full bg-strong text-on-strong'
                      }
                    >
                      <Check className="size-4" aria-hidden />
                    </span>
                  ) : null}
                </span>
                <span className="w-0 min-w-full truncate text-14 font-medium">{title ?? t(words.certificate)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
