import { useEffect, useState } from 'react'
import { useAsk } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { keptTicket } from '#ui/router/address.ts'
import { path } from '#seam/web/paths.ts'
import { waitingShow } from '../contract.ts'

/**
 * Tells whether the form of a race with a waiting room may be shown: a person without a place in line goes to the line
 * first. `pending` until that is known. Where it cannot be known the form is shown, because the server decides.
 */
export const useWaitingFirst = (raceid: number | undefined): { pending: boolean; waits: boolean } => {
  const go = useGo()
  const room = useAsk(
    waitingShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, quiet: true, staleTime: 30_000 },
  )
  const waits = room.data?.phase === 'gathering' || room.data?.phase === 'open'
  // Only on arrival: nobody is taken away from a form that was begun.
  const [came, setCame] = useState(false)
  const away = waits && !came && raceid !== undefined && keptTicket(raceid) === undefined
  if (room.data && !away && !came) setCame(true)
  useEffect(() => {
    if (away) go(path.waiting(), { replace: true })
  }, [away, go])
  return { pending: raceid !== undefined && (room.isPending || away), waits }
}
