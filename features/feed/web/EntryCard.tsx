import { Heart, MapPin, MessageCircle, Pin, Share2, ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { later } from '#ui/router/later.ts'
import { path } from '#seam/web/paths.ts'
import { kmText } from '#contract/written.ts'
import { type FeedEntry, liveFeedCheer, liveFeedDel } from '../contract.ts'
import type { EntryLook } from './entryLook.ts'
import { EntryText } from './EntryText.tsx'
import { Mosaic } from './Mosaic.tsx'
import { feedWords as words } from './feed.words.ts'
import { entryAnchor } from './useSharedEntry.ts'

const CommentsDialog = later(async () => (await import('./CommentsDialog.tsx')).CommentsDialog)

const action = 'inline-flex min-h-11 min-w-11 items-center gap-2 rounded-full px-3 hover:bg-sunk'

export const EntryCard = ({ entry, look, pinned = false }: { entry: FeedEntry; look: EntryLook; pinned?: boolean }) => {
  const t = useWords()
  const { lang } = useLang()
  const { id, author, official, body, km, pictures, film, at } = entry
  const minutes = Math.floor((useNow(30_000) - Date.parse(at)) / 60_000)
  const short = [...body].length <= 60 && pictures.length === 0 && !film
  return (
    <article
      id={entryAnchor(id)}
      className={`overflow-hidden rounded bg-surface shadow-card ${pinned ? 'ring-2 ring-strong' : ''}`}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-4 md:px-5">
        <span
          aria-hidden
          className={
            'flex size-10 shrink-0 items-center justify-center rounded-full font-bold ' +
            (official ? 'bg-fill text-on-fill' : 'bg-tint text-strong')
          }
        >
          {official ? <ShieldCheck className="size-5" /> : [...author][0]}
        </span>
        <div className="min-w-0 flex-[1_1_7rem]">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="truncate font-bold">{author}</span>
            {pinned ? (
              <span className="inline-flex items-center gap-1 text-14 font-medium text-strong">
                <Pin className="size-4" aria-hidden />
                {t(words.pinned)}
              </span>
            ) : null}
          </p>
          <time dateTime={at} className="figures text-14 text-soft">
            {minutes < 1
              ? t(words.now)
              : minutes < 60
                ? t(words.minutes, { n: minutes })
                : dateText(at, lang, 'deadline', look.zone)}
          </time>
        </div>
        {km === null ? null : (
          <span className="figures inline-flex shrink-0 items-center gap-1 rounded-full bg-tint px-3 py-1 font-bold text-strong">
            <MapPin className="size-4" aria-hidden />
            {t(words.km, { km: kmText(km) })}
          </span>
        )}
      </header>
      {body ? <EntryText body={body} short={short} /> : null}
      <Mosaic pictures={pictures} author={author} />
      {film ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a short film of the course has no script
        <video
          src={film}
          controls
          playsInline
          preload="metadata"
          aria-label={t(words.film, { author })}
          className="mt-3 max-h-[32rem] w-full bg-black"
        />
      ) : null}
      <Actions entry={entry} look={look} />
    </article>
  )
}

const Actions = ({ entry, look }: { entry: FeedEntry; look: EntryLook }) => {
  const t = useWords()
  const { id, comments } = entry
  const { raceid } = look
  const [open, setOpen] = useState(false)
  const [removing, setRemoving] = useState(false)
  const remove = useCall(liveFeedDel, { quiet: true })
  const address = () => `${location.origin}${path.feed({ raceid })}#${entryAnchor(id)}`
  const share = async () => {
    try {
      if (navigator.share) return await navigator.share({ title: entry.body.slice(0, 80), url: address() })
      await navigator.clipboard?.writeText(address())
      toastSuccess(t(words.copied))
    } catch {
      // The person closed the dialog for sharing, so the page has nothing to report.
    }
  }
  return (
    <footer className="flex items-center gap-1 px-2 py-1 md:px-3">
      {look.cheers ? <CheerButton entry={entry} raceid={raceid} /> : null}
      {look.comments ? (
        <button type="button" className={action} onClick={() => setOpen(true)}>
          <MessageCircle className="size-5" aria-hidden />
          <span className="figures" aria-hidden>
            {countText(comments)}
          </span>
          <span className="sr-only">{t(words.comments, { n: comments })}</span>
        </button>
      ) : null}
      <span className="flex-1" />
      {look.own.includes(id) ? (
        <button type="button" aria-label={t(words.remove)} className={action} onClick={() => setRemoving(true)}>
          <Trash2 className="size-5" aria-hidden />
        </button>
      ) : null}
      <button type="button" aria-label={t(words.share)} className={action} onClick={() => void share()}>
        <Share2 className="size-5" aria-hidden />
      </button>
      {open ? <CommentsDialog entry={entry} look={look} onClose={() => setOpen(false)} /> : null}
      <AskDialog
        open={removing}
        look="danger"
        title={t(words.remove)}
        action={t(words.remove)}
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onDo={() =>
          remove.mutate(
            { raceid, id },
            {
              onSuccess: () => {
                setRemoving(false)
                toastSuccess(t(words.removed))
                look.onGone()
              },
            },
          )
        }
      >
        <p>{t(words.remove_sure)}</p>
      </AskDialog>
    </footer>
  )
}

/**
 * The button for a cheer. It shows the cheer at once. The server counts each person once, and the next message brings
 * the server's number.
 */
const CheerButton = ({ entry, raceid }: { entry: FeedEntry; raceid: number }) => {
  const t = useWords()
  const cheer = useCall(liveFeedCheer, { quiet: true })
  const [given, setGiven] = useState<number>()
  const shown = Math.max(entry.cheers, given ?? 0)
  const press = () => {
    if (given !== undefined) return
    setGiven(entry.cheers + 1)
    cheer.mutate(
      { raceid, id: entry.id },
      {
        onSuccess: ({ cheers }) => setGiven(cheers),
        onError: (thrown) => {
          setGiven(undefined)
          toastError(refusedFrom(thrown).msg)
        },
      },
    )
  }
  return (
    <button type="button" aria-pressed={given !== undefined} className={action} onClick={press}>
      <Heart
        aria-hidden
        className={`size-6 ${given === undefined ? '' : 'fill-danger-ink text-danger-ink motion-safe:animate-rise'}`}
      />
      <span className="figures font-medium" aria-hidden>
        {countText(shown)}
      </span>
      <span className="sr-only">{t(words.cheer)}</span>
    </button>
  )
}
