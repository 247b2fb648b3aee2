import { useEffect, useEffectEvent, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { openStream } from '#ui/network/stream.ts'
import { type FeedEntry, liveFeedList } from '../contract.ts'
import {
  type CoursePart,
  type FeedNews,
  applyNews,
  applyPins,
  isWithin,
  joinPages,
  readNews,
} from './feedList.rules.ts'

type Page = OutputOf<typeof liveFeedList>
/**
 * The time between two calls of a page without a stream, and the wait before a page calls once more for a fresh answer.
 * The server may give many pages the same answer for two seconds.
 */
const POLL_MS = 15_000
const AGAIN_MS = 2500

/** Follows the stream of a race's feed. Returns whether the stream is open, and undefined before its first answer. */
const useStream = (raceid: number, onNews: (news: FeedNews) => void, onHere: () => void): boolean | undefined => {
  const [on, setOn] = useState<boolean>()
  const came = useEffectEvent(onNews)
  const here = useEffectEvent(onHere)
  useEffect(() => {
    const feed = (data: string) => {
      const news = readNews(data)
      if (news) came(news)
    }
    const begin = () => {
      setOn(true)
      here()
    }
    return openStream(`/live/feed/stream?raceid=${raceid}`, { feed, here: begin }, (isOpen) => {
      if (!isOpen) setOn(false)
    })
  }, [raceid])
  return on
}

/**
 * Loads the feed of a race and applies its changes. While the reader has scrolled down, new entries wait above the
 * list, so that the page does not move.
 */
export const useFeed = (raceid: number, part: CoursePart | undefined) => {
  const [page, setPage] = useState<Page>()
  const [shown, setShown] = useState(0)
  const [error, setError] = useState<Refused>()
  const [loading, setLoading] = useState(false)
  const { from, until } = part ?? {}
  const place = part === undefined ? {} : { from, until }
  const newest = page?.items[0]?.id ?? 0
  const isAtTop = () => scrollY < 240
  const settle = (next: Page) => {
    setPage(next)
    if (isAtTop()) setShown(next.items[0]?.id ?? 0)
  }
  const read = async (whole: boolean) => {
    try {
      const fresh = await call(liveFeedList, { raceid, ...place }, { quiet: true })
      setError(undefined)
      if (whole || !page) {
        setPage(fresh)
        return setShown(fresh.items[0]?.id ?? 0)
      }
      settle(joinPages(page, fresh))
    } catch (thrown) {
      setError(refusedFrom(thrown))
    }
  }
  const readEvent = useEffectEvent((whole: boolean) => void read(whole))
  useEffect(() => {
    const timer = setTimeout(() => readEvent(true))
    return () => clearTimeout(timer)
  }, [raceid, from, until])
  const on = useStream(
    raceid,
    (news) => {
      // A change without entries is a change of the settings. The shared answer contains it some seconds later. Each
      // page waits a random time, so that not all pages make a call at the same moment.
      if (news.entries.length === 0) setTimeout(() => readEvent(false), AGAIN_MS + Math.random() * AGAIN_MS)
      if (!page) return
      const items = applyNews(page.items, news).filter((entry) => isWithin(entry, part))
      settle({ ...page, version: news.version, items, pinned: applyPins(page.pinned, news) })
    },
    () => {
      void read(false)
      // The shared answer may be older than the stream, so the page makes one more call.
      setTimeout(() => readEvent(false), AGAIN_MS)
    },
  )
  useEffect(() => {
    if (on) return undefined
    const timer = setInterval(() => readEvent(false), POLL_MS)
    return () => clearInterval(timer)
  }, [on])
  const more = async () => {
    if (!page?.after || loading) return
    setLoading(true)
    try {
      const next = await call(liveFeedList, { raceid, ...place, after: page.after }, { quiet: true })
      setPage({ ...page, items: [...page.items, ...next.items], after: next.after })
    } catch (thrown) {
      setError(refusedFrom(thrown))
    }
    setLoading(false)
  }
  const items: readonly FeedEntry[] = page?.items ?? []
  return {
    page,
    error,
    loading,
    more: () => void more(),
    again: () => void read(true),
    items: items.filter(({ id }) => id <= shown),
    /** The number of entries that wait above the list. */
    fresh: items.filter(({ id }) => id > shown).length,
    showFresh: () => {
      setShown(newest)
      scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' })
    },
    lost: on === false,
  }
}
