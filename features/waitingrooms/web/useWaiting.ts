import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { keepTicket, keptTicket } from '#ui/router/address.ts'
import { type PlaceInRoom, waitingPoll } from '../contract.ts'

/**
 * Reads the person's place in line as often as the server says. The device keeps the ticket, so that the ticket
 * survives a reload.
 */
export const useWaiting = (raceid: number) => {
  const [standing, setStanding] = useState<PlaceInRoom>()
  const [refused, setRefused] = useState<Refused>()
  const [lost, setLost] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const take = (next: PlaceInRoom) => {
    keepTicket(raceid, next.ticket)
    setStanding(next)
    setRefused(undefined)
    setLost(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void ask(), next.poll_ms)
  }
  const ask = async () => {
    const ticket = keptTicket(raceid)
    if (!ticket) return
    try {
      take(await call(waitingPoll, { raceid, ticket }, { quiet: true }))
    } catch (thrown) {
      const why = refusedFrom(thrown)
      clearTimeout(timer.current)
      if (why.code === 'network' || why.code === '500' || why.code === '429') {
        setLost(why.code !== '429')
        timer.current = setTimeout(() => void ask(), (why.retry_after ?? 5) * 1000)
        return
      }
      // The ticket is not valid any more: the line has begun again or is over.
      keepTicket(raceid, undefined)
      setStanding(undefined)
      setRefused(why)
    }
  }
  const askNow = useEffectEvent(() => void ask())
  useEffect(() => {
    askNow()
    // Asks at once when the page becomes visible. A sleeping phone has missed its time to ask.
    const wake = () => void (!document.hidden && askNow())
    document.addEventListener('visibilitychange', wake)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      clearTimeout(timer.current)
    }
  }, [raceid])
  return { standing, refused, lost, take, ask, holds: keptTicket(raceid) !== undefined }
}
