import { useNow } from '#ui/feedback/Countdown.tsx'
import { later } from '#ui/router/later.ts'
import { isLiveTime } from './liveTime.rules.ts'

const LiveLink = later(async () => (await import('./LiveLink.tsx')).LiveLink)

/** A line that leads to the live page around the race day. At other times it draws and loads nothing. */
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
