import { Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Lang, langs } from '#contract/words.ts'
import { Dialog } from '../feedback/Dialog.tsx'
import { Button } from '../form/Button.tsx'
import { Segmented } from '../form/Segmented.tsx'
import { langNames } from '../language/lang.tsx'
import { type PreviewMessage, previewReady } from '../network/preview.ts'

const PHONE = { width: 390, height: 760 }
const SCALE = 0.8

type FrameProps = {
  /** The labels of the language switch and of the frame. */
  labels: { language: string; frame: string }
  lang: Lang
  onLang: (lang: Lang) => void
  src: string
  /** The message to the page in the frame; undefined while it is not known yet. */
  message: PreviewMessage | undefined
}
/** A runner's page on a phone with the typed, unsaved values. */
export const PhoneFrame = ({ labels, lang, onLang, src, message }: FrameProps) => {
  const [ready, setReady] = useState(0)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if ((data as typeof previewReady | null)?.startline === previewReady.startline) setReady((times) => times + 1)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (message && ready > 0) frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [message, ready])
  return (
    <div className="grid gap-3">
      <Segmented
        label={labels.language}
        value={lang}
        options={langs.map((one) => ({ value: one, label: langNames[one] }))}
        onChange={(chosen) => onLang(langs.find((one) => one === chosen) ?? lang)}
      />
      <div
        className="mx-auto overflow-hidden rounded-[28px] border-8 border-ink bg-surface"
        style={{ width: PHONE.width * SCALE + 16, height: PHONE.height * SCALE + 16 }}
      >
        <iframe
          key={src}
          ref={frame}
          title={labels.frame}
          src={src}
          className="origin-top-left border-0"
          style={{ ...PHONE, transform: `scale(${SCALE})` }}
        />
      </div>
    </div>
  )
}

/** Content that is beside a form if there is space, otherwise behind a button. */
export const BesideForm = ({ title, open: said, children }: { title: string; open: string; children: ReactNode }) => {
  const [wide, setWide] = useState(() => matchMedia('(min-width: 76rem)').matches)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const query = matchMedia('(min-width: 76rem)')
    const follow = () => setWide(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  if (wide)
    return (
      <aside aria-label={title} className="sticky top-28 h-fit w-[21.5rem] shrink-0">
        {children}
      </aside>
    )
  return (
    <div>
      <Button look="plain" icon={<Smartphone className="size-5" aria-hidden />} onClick={() => setOpen(true)}>
        {said}
      </Button>
      <Dialog open={open} title={title} onClose={() => setOpen(false)}>
        <div className="pb-3">{open ? children : null}</div>
      </Dialog>
    </div>
  )
}
