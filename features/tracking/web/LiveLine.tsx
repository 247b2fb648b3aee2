import { useNow } from '#ui/feedback/Countdown.tsx'
import { later } from '#ui/router/later.ts'
import { isLiveTime } from './liveTime.rules.ts'

const LiveLink = later(async () => (await import('./LiveLink.tsx')).LiveLink)

/** A link to the live page. Around the race day the link shows. At other times nothing shows or loads. */
export const LiveLine = ({
  raceid,
  start,
  bib,
  eventid,
}: {
  raceid: number
  start: string
  /** The runner whose page opens. */
  bib?: string | null | undefined
  eventid?: number | undefined
}) => {
  const now = useNow(60_000)
  return isLiveTime(Date.parse(start), now) ? <LiveLink raceid={raceid} bib={bib} eventid={eventid} /> : null
}
