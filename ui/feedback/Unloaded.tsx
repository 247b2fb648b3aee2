import { useEffect, useRef, useState } from 'react'
import { looks, shape } from '../form/buttonLook.ts'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'
import { useOnline } from './Offline.tsx'

type Props = {
  /** Requests the file again, and rejects if it is still lost. */
  load: () => Promise<void>
  /** Closes the dialog whose file is lost. Absent if the file belongs to the page itself. */
  onClose?: (() => void) | undefined
}

/**
 * Stands in for a part of a page whose file could not be fetched. A press requests the file again. If it is still lost,
 * the reason is mostly a new version of the app, so the page itself loads again. Without a network the page stays,
 * because the device may not be able to open it again.
 */
const Reloading = ({ load, onClose }: Props) => {
  const t = useWords()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const again = () => {
    setBusy(true)
    load().catch(() => (navigator.onLine ? location.reload() : setBusy(false)))
  }
  return (
    <div role="alert" className="flex flex-col items-center gap-3 p-4 text-center">
      <p className="font-bold">{t(words.failed_title)}</p>
      <p className="max-w-[40ch] text-pretty text-14 text-soft">{t(online ? words.unloaded_how : words.no_network)}</p>
      {/* These are plain buttons, because the shared Button imports the router, and the router imports this component. */}
      <div className="flex flex-wrap justify-center gap-2">
        <button type="button" className={`${shape} ${looks.plain}`} aria-busy={busy || undefined} onClick={again}>
          {t(words.reload)}
        </button>
        {onClose ? (
          <button type="button" className={`${shape} ${looks.quiet}`} onClick={onClose}>
            {t(words.close)}
          </button>
        ) : null}
      </div>
    </div>
  )
}

const Sheet = ({ load, onClose }: { load: Props['load']; onClose: () => void }) => {
  const t = useWords()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.showModal(), [])
  return (
    <dialog
      ref={ref}
      aria-label={t(words.failed_title)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto w-full max-w-[28rem] rounded bg-surface shadow-card backdrop:bg-black/50"
    >
      <Reloading load={load} onClose={onClose} />
    </dialog>
  )
}

/** Stands in for a part of a page whose file is lost. If the part is a dialog, the message is in a dialog too. */
export const Unloaded = ({ load, onClose }: Props) =>
  onClose ? <Sheet load={load} onClose={onClose} /> : <Reloading load={load} />
