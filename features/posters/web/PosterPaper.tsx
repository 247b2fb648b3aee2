import { ImageUp } from 'lucide-react'
import { CanvasHolder } from '#ui/media/CanvasHolder.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Choice } from './choices.ts'
import { cropWords as words } from './crop.words.ts'
import type { DrawnPoster } from './usePosterPicture.ts'

const uploadLook = 'group flex size-full min-h-11 min-w-11 items-center justify-center focus-visible:-outline-offset-4'

type Props = {
  choice: Choice
  made: DrawnPoster
  alt: string
  /**
   * The address from which a long press saves the picture, if the picture was sent to the server.
   */
  address: string | undefined
  /** Opens the choice of a photo. Undefined if there is a photo, or if the poster takes no photo. */
  onUpload: (() => void) | undefined
  onEnlarge: () => void
}
const percent = (part: number, of: number): string => `${(part / of) * 100}%`

/** The chosen poster, in one of three states: not yet drawn, drawn without its photo, or finished. */
export const PosterPaper = ({ choice, made, alt, address, onUpload, onEnlarge }: Props) => {
  const t = useWords()
  const canvas = made.state === 'canvas' ? made.canvas : undefined
  const ratio = { aspectRatio: `${choice.width} / ${choice.height}` }
  const sheet = 'rounded-[6px] shadow-[0_1px_2px_rgb(0_0_0/0.12),0_18px_40px_-12px_rgb(0_0_0/0.35)]'
  if (made.state === 'ready')
    return (
      <button
        type="button"
        onClick={onEnlarge}
        aria-label={t(words.enlarge)}
        className={`block w-full cursor-zoom-in ${sheet}`}
        style={ratio}
      >
        <img src={address ?? made.address} alt={alt} className="block h-full w-full rounded-[6px]" />
      </button>
    )
  const { slot } = choice
  return (
    <div className={`relative w-full overflow-hidden bg-surface ${sheet}`} style={ratio}>
      {canvas ? (
        <CanvasHolder canvas={canvas} alt={alt} />
      ) : (
        <div role="status" className="bone flex h-full w-full items-center justify-center text-soft">
          {t(words.making)}
        </div>
      )}
      {canvas && slot && onUpload ? (
        <div
          className="absolute"
          style={{
            left: percent(slot.x, choice.width),
            top: percent(slot.y, choice.height),
            width: percent(slot.width, choice.width),
            height: percent(slot.height, choice.height),
          }}
        >
          <button type="button" onClick={onUpload} className={uploadLook}>
            <span
              className={
                'inline-flex min-h-11 items-center gap-2 rounded-full bg-black/70 px-5 ' +
                'font-medium text-white transition group-hover:bg-black/85'
              }
            >
              <ImageUp className="size-5" aria-hidden />
              {t(words.upload)}
            </span>
          </button>
        </div>
      ) : null}
    </div>
  )
}
