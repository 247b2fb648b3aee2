import { RotateCw, RotateCwSquare, ZoomIn, ZoomOut } from 'lucide-react'
import { IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { MOST_TILT } from '../crop.rules.ts'
import { cropWords as words } from './crop.words.ts'

type Props = {
  zoom: { least: number; most: number; now: number; onChange: (zoom: number) => void }
  tilt: { now: number; onChange: (degrees: number) => void }
  onQuarter: () => void
}
const row = 'mx-auto flex w-full max-w-[26rem] items-center gap-3'
const slider = 'h-11 min-w-0 flex-1 accent-white'

/** The tools of the cropper: the zoom of the photo, a turn by 90 degrees, and a tilt by a small angle. */
export const CropTools = ({ zoom, tilt, onQuarter }: Props) => {
  const t = useWords()
  return (
    <>
      <div className={row}>
        <ZoomOut className="size-5 shrink-0" aria-hidden />
        <input
          type="range"
          aria-label={t(words.zoom)}
          min={zoom.least}
          max={zoom.most}
          step={(zoom.most - zoom.least) / 100}
          value={zoom.now}
          onChange={(event) => zoom.onChange(Number(event.target.value))}
          className={slider}
        />
        <ZoomIn className="size-5 shrink-0" aria-hidden />
        <IconButton label={t(words.turn)} onClick={onQuarter} className="bg-white/15 text-white hover:bg-white/30">
          <RotateCwSquare className="size-5" aria-hidden />
        </IconButton>
      </div>
      <div className={row}>
        <RotateCw className="size-5 shrink-0" aria-hidden />
        <input
          type="range"
          aria-label={t(words.tilt)}
          aria-valuetext={t(words.degrees, { n: tilt.now })}
          min={-MOST_TILT}
          max={MOST_TILT}
          step={1}
          value={tilt.now}
          onChange={(event) => tilt.onChange(Number(event.target.value))}
          className={slider}
        />
        <span className="figures w-11 shrink-0 text-right text-14" aria-hidden>
          {t(words.degrees, { n: tilt.now })}
        </span>
      </div>
    </>
  )
}
