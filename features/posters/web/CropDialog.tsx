import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { useBackCloses } from '#ui/feedback/useBackCloses.ts'
import { type Area, CROP_RATIO, ENLARGE, cropBox } from '../crop.rules.ts'
import { CropTools } from './CropTools.tsx'
import { cropWords as words } from './crop.words.ts'
import { type PhotoSource, cut, turned } from './photo.ts'

type Props = { source: PhotoSource; onCancel: () => void; onDone: (photo: Blob) => void }
const middle = { x: 0, y: 0 }
const upright = { quarters: 0, tilt: 0 }
const RESTS_MS = 120

/**
 * The dialog that crops a photo. The photo lies under a fixed box (docs/behaviour/certificates.md, Cropper). Finger,
 * mouse or keys move the photo, and pinch, wheel or slider enlarge it.
 */
export const CropDialog = ({ source: given, onCancel, onDone }: Props) => {
  const t = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [source, setSource] = useState(given)
  const [box, setBox] = useState<{ width: number; height: number }>()
  const [crop, setCrop] = useState(middle)
  const [least, setLeast] = useState(1)
  const [zoom, setZoom] = useState(1)
  const [busy, setBusy] = useState(false)
  const area = useRef<Area>(undefined)
  useLayoutEffect(() => {
    // A closed dialog has no size, so the dialog opens before the box is measured.
    dialog.current?.showModal()
    const measure = () => {
      const at = room.current
      if (at && at.clientWidth > 0) setBox(cropBox({ width: at.clientWidth - 32, height: at.clientHeight - 32 }))
    }
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  useEffect(() => () => URL.revokeObjectURL(source.address), [source])
  useBackCloses(onCancel)
  /** Places the photo. At the least zoom the photo just fills the box, and the box never extends beyond the photo. */
  const loaded = (shown: { width: number; height: number }) => {
    if (!box) return
    const smallest = Math.max(box.width / shown.width, box.height / shown.height)
    setLeast(smallest)
    setZoom(smallest)
    setCrop(middle)
  }
  const most = least * ENLARGE
  /**
   * Runs work on the picture. A device with too little memory makes no picture. The dialog then shows a message, and
   * the person can try again.
   */
  const working = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch(() => toastError(t(words.photo_not_loaded)))
    setBusy(false)
  }
  const [turn, setTurn] = useState(upright)
  const turning = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(turning.current), [])
  /** Turns the photo when the person stops moving the slider, because a slider passes many angles. */
  const turnTo = (next: typeof upright) => {
    clearTimeout(turning.current)
    setTurn(next)
    setBusy(true)
    turning.current = setTimeout(
      () => void working(async () => setSource(await turned(given, next.quarters * 90 + next.tilt))),
      next.quarters === turn.quarters ? RESTS_MS : 0,
    )
  }
  const confirm = () =>
    working(async () => {
      if (area.current && box) onDone(await cut(source, area.current, box))
    })
  return (
    <dialog
      ref={dialog}
      aria-label={t(words.crop)}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
      className={
        'fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden ' +
        'bg-black text-white backdrop:bg-black open:animate-fade'
      }
    >
      <div className="grid h-full grid-rows-[auto_1fr_auto]">
        <header className="px-4 py-3 text-center">
          <h2 className="text-20 font-bold">{t(words.crop)}</h2>
          <p className="text-14 text-white/80">{t(words.crop_text)}</p>
        </header>
        <div ref={room} className="relative min-h-0">
          {box ? (
            <Cropper
              image={source.address}
              aspect={CROP_RATIO}
              cropSize={box}
              crop={crop}
              zoom={zoom}
              minZoom={least}
              maxZoom={most}
              objectFit="cover"
              disableAutomaticStylesInjection
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onMediaLoaded={loaded}
              onCropAreaChange={(_share, pixels) => void (area.current = pixels)}
              cropperProps={{ role: 'group', 'aria-label': t(words.crop_area) }}
            />
          ) : null}
        </div>
        <div className="grid gap-3 px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
          <CropTools
            zoom={{ least, most, now: zoom, onChange: setZoom }}
            tilt={{ now: turn.tilt, onChange: (tilt) => turnTo({ ...turn, tilt }) }}
            onQuarter={() => turnTo({ ...turn, quarters: (turn.quarters + 1) % 4 })}
          />
          <div className="mx-auto grid w-full max-w-[26rem] grid-cols-2 gap-3">
            <Button look="plain" className="w-full" onClick={onCancel}>
              {t(words.cancel)}
            </Button>
            <Button className="w-full" busy={busy} onClick={() => void confirm()}>
              {t(words.confirm)}
            </Button>
          </div>
        </div>
      </div>
    </dialog>
  )
}
