import { useEffect, useEffectEvent } from 'react'
import { path } from '#seam/web/paths.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { liveGpsUnsubscribe } from '../../follows/follows.contract.ts'
import { followWords as words } from './follow.words.ts'
import { useFollowsChanged } from './useFollows.ts'

/** Ends the follow that a message names, as soon as somebody opens the link in the message. Nobody needs to log in. */
export const StopCard = ({ raceid, stop }: { raceid: number; stop: string }) => {
  const t = useWords()
  const end = useCall(liveGpsUnsubscribe, { quiet: true })
  const changed = useFollowsChanged()
  const run = useEffectEvent(() => end.mutate({ raceid, stop }, { onSuccess: changed }))
  useEffect(() => run(), [raceid, stop])
  if (end.error)
    return (
      <Card>
        <ErrorState error={end.error} onRetry={() => end.mutate({ raceid, stop }, { onSuccess: changed })} />
      </Card>
    )
  return (
    <Card>
      <div role="status" className="grid gap-2">
        <p className="text-20 font-bold">
          {t(!end.data ? words.stopping : end.data.stopped > 0 ? words.stopped : words.stopped_before)}
        </p>
        {end.data ? <p className="text-soft">{t(words.stopped_text)}</p> : null}
        {end.data ? (
          <ButtonLink look="plain" className="w-fit" href={path.live({ raceid })}>
            {t(words.to_live)}
          </ButtonLink>
        ) : null}
      </div>
    </Card>
  )
}
