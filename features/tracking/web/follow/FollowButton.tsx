import { Bell, Star, StarOff } from 'lucide-react'
import { useState } from 'react'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { later } from '#ui/router/later.ts'
import { liveGpsUnsubscribe } from '../../follows/follows.contract.ts'
import { followWords as words } from './follow.words.ts'
import { isOfEvent, useFollows, useFollowsChanged } from './useFollows.ts'

const FollowDialog = later(async () => (await import('./FollowDialog.tsx')).FollowDialog)

/** A runner. Two events of a race may use the same bib. */
type OfRunner = { raceid: number; bib: string; eventid: number | null; name: string }
export const StopButton = ({ raceid, bib, eventid, name }: OfRunner) => {
  const t = useWords()
  const changed = useFollowsChanged()
  const stop = useCall(liveGpsUnsubscribe, { quiet: true })
  return (
    <Button
      look="plain"
      busy={stop.isPending}
      icon={<StarOff className="size-5" aria-hidden />}
      aria-label={t(words.stop_who, { who: name })}
      onClick={() =>
        stop.mutate(
          { raceid, bib, ...(eventid === null ? {} : { eventid }) },
          {
            onSuccess: () => {
              changed()
              toastSuccess(t(words.stopped))
            },
            onError: (refused) => toastError(refused.msg),
          },
        )
      }
    >
      {t(words.stop)}
    </Button>
  )
}

/** Follows a runner, changes the messages, and ends the follow. `over` is true if no more messages can come. */
export const FollowButton = ({ raceid, bib, eventid, name, over = false }: OfRunner & { over?: boolean }) => {
  const t = useWords()
  const { items, asked } = useFollows(raceid)
  const [open, setOpen] = useState(false)
  const follow = items.find((one) => one.bib === bib && isOfEvent(one, eventid))
  return (
    <>
      {follow ? (
        <>
          {over ? null : (
            <Button look="plain" icon={<Bell className="size-5" aria-hidden />} onClick={() => setOpen(true)}>
              {t(words.change)}
            </Button>
          )}
          <StopButton raceid={raceid} bib={bib} eventid={eventid} name={name} />
        </>
      ) : (
        <Button
          look={over ? 'plain' : 'strong'}
          busy={asked.isPending}
          icon={<Star className="size-5" aria-hidden />}
          aria-label={t(words.follow_who, { who: name })}
          onClick={() => setOpen(true)}
        >
          {t(words.follow)}
        </Button>
      )}
      {open ? <FollowDialog {...{ raceid, bib, eventid, name, over, follow }} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
