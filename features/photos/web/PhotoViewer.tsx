import { ChevronLeft, ChevronRight, Download, Flag, Star, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/form/Button.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { refusedFrom } from '#ui/network/call.ts'
import { useBackCloses } from '#ui/feedback/useBackCloses.ts'
import { type Photo, photoDetail, photoFavourite } from '../contract.ts'
import { savedName } from '../rules.ts'
import { words } from '../words.ts'
import { ReportDialog } from './ReportDialog.tsx'
import { usePinch } from './usePinch.ts'

/**
 * A single photo on the whole screen. A swipe or an arrow key shows the next or the previous photo. Two fingers or a
 * double tap enlarge the photo, and a button saves the original.
 */
export const PhotoViewer = ({
  photos,
  at,
  onAt,
  onClose,
  onGone,
}: {
  photos: readonly Photo[]
  at: number
  onAt: (at: number) => void
  onClose: () => void
  onGone: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const ref = useRef<HTMLDialogElement>(null)
  const photo = photos[at]!
  const to = (by: -1 | 1) => {
    const next = at + by
    if (next < 0 || next >= photos.length) return false
    onAt(next)
    return true
  }
  const { zoom, drag, touch, step } = usePinch(to)
  useBackCloses(onClose)
  const detail = useAsk(photoDetail, { raceid: photo.raceid, id: photo.id }, { quiet: true })
  const favourite = useCall(photoFavourite)
  const [reporting, setReporting] = useState(false)
  useEffect(() => ref.current?.showModal(), [])
  useEffect(() => {
    // The pictures before and after this picture are loaded early.
    for (const near of [photos[at + 1], photos[at - 1]]) if (near) new Image().src = near.url
  }, [at, photos])
  const keep = async () => {
    try {
      await favourite.mutateAsync({ raceid: photo.raceid, id: photo.id, on: !detail.data?.favourite })
      await detail.refetch()
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  const label = detail.data?.bibs.length
    ? t(words.bibs_in, { bibs: detail.data.bibs.join(lang === 'en' ? ', ' : '、') })
    : detail.data
      ? t(words.photo_of, { album: detail.data.album })
      : t(words.title)
  const on = 'bg-black/60 text-white hover:bg-black/80'
  return (
    <dialog
      ref={ref}
      aria-label={t(words.viewer, { n: at + 1, of: photos.length })}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') step(1)
        if (event.key === 'ArrowLeft') step(-1)
      }}
      className={
        'fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden ' +
        'bg-black text-white backdrop:bg-black open:animate-fade'
      }
    >
      <div className="grid h-full grid-rows-[auto_1fr_auto]">
        <header className="z-10 flex items-center gap-1 p-1 pl-4">
          <p className="figures min-w-0 flex-1 truncate text-14" aria-live="polite">
            {t(words.viewer, { n: at + 1, of: photos.length })}
          </p>
          <IconButton
            label={t(detail.data?.favourite ? words.favourited : words.favourite)}
            aria-pressed={detail.data?.favourite ?? false}
            onClick={() => void keep()}
            className={on}
          >
            <Star className={`size-6 ${detail.data?.favourite ? 'fill-current' : ''}`} aria-hidden />
          </IconButton>
          <a
            href={photo.original}
            download={savedName({ id: photo.id, bibs: detail.data?.bibs ?? [] }, photo.original)}
            aria-label={t(words.download)}
            className={`flex size-11 items-center justify-center rounded-full ${on}`}
          >
            <Download className="size-6" aria-hidden />
          </a>
          <IconButton label={t(words.report)} onClick={() => setReporting(true)} className={on}>
            <Flag className="size-6" aria-hidden />
          </IconButton>
          <IconButton label={t(words.close)} onClick={onClose} className={on}>
            <X className="size-6" aria-hidden />
          </IconButton>
        </header>
        <div {...touch} className="relative flex min-h-0 touch-none items-center justify-center overflow-hidden">
          {/* The small copy is loaded already, so the page shows it until the large copy is loaded. */}
          <img
            key={photo.id}
            src={photo.url}
            alt={label}
            className="size-full bg-contain bg-center bg-no-repeat object-contain select-none"
            style={{
              backgroundImage: `url("${photo.thumb}")`,
              transform: `translate(${zoom.x + drag}px, ${zoom.y}px) scale(${zoom.scale})`,
              transition: drag === 0 && zoom.scale === 1 ? 'transform 200ms ease-out' : 'none',
            }}
          />
          {at > 0 ? (
            <IconButton
              label={t(words.previous)}
              onClick={() => step(-1)}
              className={`absolute top-1/2 left-2 -translate-y-1/2 ${on}`}
            >
              <ChevronLeft className="size-6" aria-hidden />
            </IconButton>
          ) : null}
          {at < photos.length - 1 ? (
            <IconButton
              label={t(words.next)}
              onClick={() => step(1)}
              className={`absolute top-1/2 right-2 -translate-y-1/2 ${on}`}
            >
              <ChevronRight className="size-6" aria-hidden />
            </IconButton>
          ) : null}
        </div>
        <div className="grid gap-0.5 px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-center text-14">
          <p className="figures truncate">
            {label}
            {detail.data?.photographer ? ` · ${t(words.photo_by, { name: detail.data.photographer })}` : ''}
          </p>
          <p className="md:hidden">{t(words.hold)}</p>
        </div>
      </div>
      <ReportDialog
        photo={photo}
        open={reporting}
        onClose={() => setReporting(false)}
        onSent={(hidden) => {
          setReporting(false)
          toastSuccess(t(hidden ? words.taken_down : words.reported))
          if (hidden) onGone()
        }}
      />
    </dialog>
  )
}
