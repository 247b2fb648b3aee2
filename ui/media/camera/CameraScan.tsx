import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { cameraWords as words } from './camera.words.ts'
import { openDecoder } from './decoder.ts'
import { countsOnce } from './repeats.ts'

const BETWEEN_MS = 120
type Fault = 'denied' | 'missing' | 'broken'
const faultOf = (thrown: unknown): Fault => {
  const name = thrown instanceof DOMException ? thrown.name : ''
  if (name === 'NotAllowedError') return 'denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'broken'
}

export type CameraProps = {
  onRead: (text: string) => void
  onClose: () => void
  /** True if the camera stays on after a code, for one person after another. */
  goesOn?: boolean
}
/**
 * Shows the camera and passes on the first code that it reads. With `goesOn` it passes on one code after another, and
 * no code twice while it stays in the picture. The picture does not leave this page.
 */
export const CameraScan = ({ onRead, onClose, goesOn = false }: CameraProps) => {
  const t = useWords()
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<Fault>()
  const read = useEffectEvent(onRead)
  useEffect(() => {
    const stop = new AbortController()
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const watch = async () => {
      const opening = navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
      const [opened, decode] = await Promise.all([opening, openDecoder()])
      stream = opened
      const shown = video.current
      if (stop.signal.aborted || !shown) return opened.getTracks().forEach((track) => track.stop())
      shown.srcObject = opened
      await shown.play()
      const counts = countsOnce()
      let seen = 0
      const look = async () => {
        const text = await decode(shown).catch(() => undefined)
        if (stop.signal.aborted) return
        // The number of pictures with a code is for tests, and for people who look for an error.
        if (text) shown.dataset.seen = String((seen += 1))
        if (counts(text, performance.now()) && text) read(text)
        if (!text || goesOn) timer = setTimeout(() => void look(), BETWEEN_MS)
      }
      return look()
    }
    void watch().catch((thrown: unknown) => {
      if (!stop.signal.aborted) setFault(faultOf(thrown))
    })
    return () => {
      stop.abort()
      clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [goesOn])
  return (
    <section className="mt-3 grid gap-3" aria-label={t(words.title)}>
      {fault ? (
        <p role="alert" className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
          {t(words[fault])}
        </p>
      ) : (
        <>
          <video ref={video} muted playsInline className="aspect-4/3 w-full rounded bg-ink object-cover" />
          <p className="text-14 text-soft">{t(words.how)}</p>
        </>
      )}
      <Button look="plain" className="justify-self-start" onClick={onClose}>
        {t(words.close)}
      </Button>
    </section>
  )
}
