import { useEffect, useState } from 'react'
import { useAsk } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { keptTicket } from '#ui/router/address.ts'
import { path } from '#seam/web/paths.ts'
import { waitingShow } from '../contract.ts'

/**
 * Whether the form of a race with a waiting room may be shown: a person who has no place in line is led there first.
 * `pending` until that is known; where it cannot be told the form is shown, for the server decides.
 */
export const useWaitingFirst = (raceid: number | undefined): { pending: boolean; waits: boolean } => {
  const go = useGo()
  const room = useAsk(
    waitingShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, quiet: true, staleTime: 30_000 },
  )
  const waits = room.data?.phase === 'gathering' || room.data?.phase === 'open'
  // Only on coming: nobody is taken away from a form already begun.
  const [came, setCame] = useState(false)
  const away = waits && !came && raceid !== undefined && keptTicket(raceid) === undefined
  if (room.data && !away && !came) setCame(true)
  useEffect(() => {
    if (away) go(path.waiting(), { replace: true })
  }, [away, go])
  return { pending: raceid !== undefined && (room.isPending || away), waits }
}
