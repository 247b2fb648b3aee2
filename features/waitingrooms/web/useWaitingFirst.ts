import { useEffect, useState } from 'react'
import { useAsk } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { keptTicket } from '#ui/router/address.ts'
import { path } from '#seam/web/paths.ts'
import { waitingShow } from '../contract.ts'

/**
 * Shows the page of a race's waiting room to a person who has no ticket yet. `pending` is true until the page may show
 * the sign-up form. If the call fails, the form is shown, because the server decides in the end.
 */
export const useWaitingFirst = (raceid: number | undefined): { pending: boolean; waits: boolean } => {
  const go = useGo()
  const room = useAsk(
    waitingShow,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, quiet: true, staleTime: 30_000 },
  )
  const waits = room.data?.phase === 'gathering' || room.data?.phase === 'open'
  // Sends people to the line only when they open the page, so that nobody loses a form that they have begun.
  const [came, setCame] = useState(false)
  const away = waits && !came && raceid !== undefined && keptTicket(raceid) === undefined
  if (room.data && !away && !came) setCame(true)
  useEffect(() => {
    if (away) go(path.waiting(), { replace: true })
  }, [away, go])
  return { pending: raceid !== undefined && (room.isPending || away), waits }
}
