import { useEffect, useEffectEvent, useState } from 'react'
import { openStream } from '#ui/network/stream.ts'

/** A message of the stream: the events whose results changed, and the runners. */
export type ResultNews = {
  eventids: number[]
  /** The bibs that changed. Without bibs the message may concern any runner. */ bibs: string[]
  /** True if the stream missed so much that everything may have changed. */ all?: boolean
}

/**
 * The time that the page waits for further changes before it asks again, in milliseconds. Changes come many at a time,
 * and thousands of pages would ask at once.
 */
const settleMs = 400
const spreadMs = 600

type LiveNews = { events?: { eventid: number; changed?: number; runners?: { bib: string }[] }[] }
const read = (data: string): ResultNews | undefined => {
  try {
    const { events = [] } = JSON.parse(data) as LiveNews
    // If many runners have changed, a message names only some of them. The message may then concern any runner.
    const some = events.some(({ changed = 0, runners = [] }) => changed > runners.length)
    return {
      eventids: events.map(({ eventid }) => eventid),
      bibs: some ? [] : events.flatMap(({ runners = [] }) => runners.map(({ bib }) => bib)),
    }
  } catch {
    return undefined
  }
}

/**
 * Follows a race's results while they change (`GET /timing/live`). Returns true while the stream is open.
 */
export const useLive = (raceid: number | undefined, enabled: boolean, onNews: (news: ResultNews) => void): boolean => {
  const [on, setOn] = useState(false)
  const came = useEffectEvent(onNews)
  useEffect(() => {
    if (raceid === undefined || !enabled) return undefined
    let gathered: ResultNews | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const notify = () => {
      timer = undefined
      const news = gathered
      gathered = undefined
      if (news) came(news)
    }
    const take = (news: ResultNews | undefined) => {
      if (!news) return
      const anybody = news.bibs.length === 0 || gathered?.bibs.length === 0
      gathered = {
        all: Boolean(gathered?.all || news.all),
        eventids: [...new Set([...(gathered?.eventids ?? []), ...news.eventids])],
        bibs: anybody ? [] : [...new Set([...(gathered?.bibs ?? []), ...news.bibs])],
      }
      timer ??= setTimeout(notify, settleMs + Math.random() * spreadMs)
    }
    const again = () => take({ eventids: [], bibs: [], all: true })
    const end = openStream(`/timing/live?raceid=${raceid}`, { results: (data) => take(read(data)), again }, setOn)
    return () => {
      clearTimeout(timer)
      end()
      setOn(false)
    }
  }, [raceid, enabled])
  return on
}
