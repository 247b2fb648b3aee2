import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { useLang } from '#ui/language/lang.tsx'
import { type Refused, askKey, call, nextAsk, useAsk } from '#ui/network/call.ts'
import { openStream } from '#ui/network/stream.ts'
import { liveTimingFetch, liveTimingStations } from '../passings/passings.contract.ts'
import { liveTimingReport } from '../passings/report.contract.ts'
import { type LiveRunner, liveGps, liveRunners } from '../positions/spectators.contract.ts'
import type { RunnerField } from './runnerField.ts'

export type LiveStart = OutputOf<typeof liveGps>
export type LiveFilters = Partial<
  Pick<InputOf<typeof liveRunners>, 'q' | 'gender' | 'agegroup' | 'country' | 'team' | 'bibs' | 'eventid'>
>

/**
 * The time in which the page asks at most once after news, so that many spectators together do not ask all the time.
 */
const LEAST_MS = 8_000
const SPREAD_MS = 1_200
/** The milliseconds between two calls of the page, with an open stream and without one. */
export const ASK_WITH_STREAM = 30_000
export const ASK_ALONE = 5_000
const COURSE_MS = 60_000

/**
 * Calls `onNews` after changes of a race, by the stream that `/live/gps` names. `field` gets the positions of the
 * stream. Returns true while the stream is open.
 */
const useStream = (stream: string | undefined, onNews: () => void, field: RunnerField | undefined): boolean => {
  const [on, setOn] = useState(false)
  const came = useEffectEvent(onNews)
  useEffect(() => {
    if (stream === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = 0
    const refresh = () => {
      timer = undefined
      last = Date.now()
      came()
    }
    const news = () =>
      (timer ??= setTimeout(refresh, Math.max(last + LEAST_MS - Date.now(), 0) + Math.random() * SPREAD_MS))
    // At the first `here` the page has just read everything. A later `here` means that the page has missed messages.
    // The server may send `here` to all pages at once, so each page waits for a random time.
    let begun = false
    let reading: ReturnType<typeof setTimeout> | undefined
    const readAll = () => {
      reading = undefined
      void field?.readAll()
    }
    const here = () => {
      if (begun) news()
      if (begun) reading ??= setTimeout(readAll, Math.random() * SPREAD_MS)
      else readAll()
      begun = true
    }
    const frame = (data: string) => void field?.take(data).catch(() => undefined)
    // The list needs only passings. With `of=list` the server leaves out the positions.
    const address = field ? stream : `${stream}&of=list`
    const end = openStream(address, { results: news, again: news, passings: news, here, frame }, setOn)
    return () => {
      clearTimeout(timer)
      clearTimeout(reading)
      end()
      setOn(false)
    }
  }, [stream, field])
  return on
}

/**
 * Reads the data with which the live page begins, and follows the stream of news. `ahead` is the time by which the
 * clock of the server is ahead of the device. `every` is the time between two calls.
 */
export const useLiveRace = (raceid: number | undefined) => {
  const queries = useQueryClient()
  const gps = useAsk(
    liveGps,
    { raceid: raceid ?? 0 },
    { enabled: raceid !== undefined, quiet: true, keep: true, refetchInterval: COURSE_MS },
  )
  const [field, setField] = useState<RunnerField>()
  const refresh = () => {
    for (const { path } of [liveRunners, liveTimingStations, liveTimingReport, liveTimingFetch])
      void queries.invalidateQueries({ queryKey: [path] })
  }
  const on = useStream(gps.data?.stream, refresh, field)
  const ahead = gps.data ? Date.parse(gps.data.now) - gps.dataUpdatedAt : 0
  return { gps, on, ahead, setField, every: on ? ASK_WITH_STREAM : ASK_ALONE }
}

/** Returns the moment by the clock of the server, once a second while the page is visible. */
export const useServerNow = (ahead: number): number => {
  const [device, setDevice] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      // The list has many lines. React draws them in small parts, so that a gesture on the map does not wait.
      if (!document.hidden) startTransition(() => setDevice(Date.now()))
    }, 1000)
    return () => clearInterval(timer)
  }, [])
  return device + ahead
}

/** Reads the runners by progress, page by page. A runner who moved from one page to the next appears only once. */
export const useRunners = (raceid: number, filters: LiveFilters, every: number, enabled: boolean) => {
  const { lang } = useLang()
  const read = (after: string | null, signal: AbortSignal) =>
    call(
      liveRunners,
      { raceid, ...filters, limit: 50, ...(after === null ? {} : { after }) },
      { signal, lang, quiet: true },
    )
  const query = useInfiniteQuery<Awaited<ReturnType<typeof read>>, Refused>({
    queryKey: askKey(liveRunners.path, raceid, lang, filters),
    queryFn: ({ pageParam, signal }) => read(pageParam as string | null, signal),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => nextAsk(every, state),
    staleTime: 2_000,
    enabled,
  })
  const pages = query.data?.pages
  const runners = useMemo(() => {
    const all = new Map<string, LiveRunner & { at: number }>()
    for (const { at, items } of pages ?? [])
      for (const one of items)
        if (!all.has(`${one.eventid}/${one.bib}`)) all.set(`${one.eventid}/${one.bib}`, { ...one, at: Date.parse(at) })
    return [...all.values()]
  }, [pages])
  return { query, runners, first: pages?.[0] }
}
export type ShownRunner = ReturnType<typeof useRunners>['runners'][number]
