import { useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toastError } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { settingsWords as words } from './settings.words.ts'

type Area = { x: number; y: number; width: number; height: number }
type CropRequest = { file: File; address: string; ratio: number; answer: (file: File | undefined) => void }
const middle = { x: 0, y: 0 }
const LONGEST = 2560

const cutOut = async ({ file, address }: CropRequest, { x, y, width, height }: Area): Promise<File> => {
  const image = new Image()
  image.src = address
  await image.decode()
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const kind = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, kind, 0.92))
  if (!blob) throw new Error('The picture was not drawn')
  return new File([blob], file.name, { type: kind })
}

/** Asks which part of a picture to send. If the person closes the dialog, nothing is sent. */
export const useCropping = () => {
  const [request, setRequest] = useState<CropRequest>()
  const end = (file: File | undefined) => {
    request?.answer(file)
    setRequest(undefined)
  }
  return {
    ask: (file: File, ratio: number): Promise<File | undefined> =>
      new Promise((answer) => setRequest({ file, address: URL.createObjectURL(file), ratio, answer })),
    dialog: request ? <CropDialog request={request} onEnd={end} /> : null,
  }
}

const CropDialog = ({ request, onEnd }: { request: CropRequest; onEnd: (file: File | undefined) => void }) => {
  const t = useWords()
  const [crop, setCrop] = useState(middle)
  const [zoom, setZoom] = useState(1)
  const [busy, setBusy] = useState(false)
  const area = useRef<Area>(undefined)
  useEffect(() => () => URL.revokeObjectURL(request.address), [request])
  const take = async () => {
    setBusy(true)
    try {
      onEnd(area.current ? await cutOut(request, area.current) : request.file)
    } catch {
      toastError(t(words.crop_failed))
      onEnd(undefined)
    }
  }
  return (
    <Dialog
      open
      wide
      title={t(words.crop)}
      onClose={() => onEnd(undefined)}
      actions={
        <>
          <Button look="plain" onClick={() => onEnd(request.file)}>
            {t(words.crop_whole)}
          </Button>
          <Button busy={busy} onClick={() => void take()}>
            {t(words.crop_use)}
          </Button>
        </>
      }
    >
      <div className="relative h-80 w-full overflow-hidden rounded bg-sunk">
        <Cropper
          image={request.address}
          crop={crop}
          zoom={zoom}
          aspect={request.ratio}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => {
            area.current = pixels
          }}
        />
      </div>
      <label className="mt-3 flex min-h-11 items-center gap-3 pb-2 text-14">
        {t(words.crop_zoom)}
        <input
          type="range"
          className="h-11 flex-1 accent-(--c-strong)"
          min={1}
          max={4}
          step={0.01}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
    </Dialog>
  )
}
