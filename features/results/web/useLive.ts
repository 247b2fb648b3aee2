import { useEffect, useRef, useState } from 'react'

/** What the stream tells: which events' results moved, and of whom. */
export type News = { eventids: number[]; bibs: string[] }

/** News come in bursts: a page that asks again for each of them would ask all day, and thousands of pages at the same moment. */
const settleMs = 400
const spreadMs = 600

const read = (data: string): News | undefined => {
  try {
    const { eventid, eventids, bibs } = JSON.parse(data) as { eventid?: number; eventids?: number[]; bibs?: string[] }
    return { eventids: eventids ?? (eventid === undefined ? [] : [eventid]), bibs: bibs ?? [] }
  } catch {
    return undefined
  }
}

/** Follows a race's results while they change (`GET /timing/live`); true while the stream is open. A lost line is taken up again by the browser itself. */
export const useLive = (raceid: number | undefined, enabled: boolean, onNews: (news: News) => void): boolean => {
  const [on, setOn] = useState(false)
  const told = useRef(onNews)
  told.current = onNews
  useEffect(() => {
    if (raceid === undefined || !enabled || typeof EventSource === 'undefined') return undefined
    const source = new EventSource(`/timing/live?raceid=${raceid}`)
    let gathered: News | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      const news = gathered
      gathered = undefined
      if (news) told.current(news)
    }
    const hear = (event: MessageEvent<string>) => {
      const news = read(event.data)
      if (!news) return
      gathered = { eventids: [...new Set([...(gathered?.eventids ?? []), ...news.eventids])], bibs: [...new Set([...(gathered?.bibs ?? []), ...news.bibs])] }
      timer ??= setTimeout(tell, settleMs + Math.random() * spreadMs)
    }
    source.addEventListener('message', hear)
    source.addEventListener('open', () => setOn(true))
    source.addEventListener('error', () => setOn(false))
    return () => {
      clearTimeout(timer)
      source.close()
      setOn(false)
    }
  }, [raceid, enabled])
  return on
}
