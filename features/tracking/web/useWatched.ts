import { useMemo } from 'react'
import type { MapDot } from '#features/courses/web/CourseDrawing.tsx'
import { isOfEvent, useFollows } from './follow/useFollows.ts'
import { metresAfter, metresNow } from './place.rules.ts'
import { useReport } from './useReport.ts'
import { type LiveFilters, type LiveStart, type useLiveRace, useRunners, useServerNow } from './useLiveRace.ts'

export const views = ['list', 'leaders', 'replay'] as const
type ViewName = (typeof views)[number]
/**
 * The largest number of runners whom a replay shows because they are in front, and the largest number of all runners in
 * a replay.
 */
const REPLAY_FIRST = 20
const REPLAY_MOST = 50

/** The clock of a replay. The page keeps the clock while another view is open. */
export type ReplayClock = { at: number; speed: number; plays: boolean }
export const replayBegin: ReplayClock = { at: 0, speed: 30, plays: false }

export type WatchedParams = Readonly<Record<string, string | undefined>>
const filtersOf = (params: WatchedParams, eventid: number, followed: ReadonlySet<string>): LiveFilters => ({
  eventid,
  q: params.q ?? '',
  ...(params.gender === 'M' || params.gender === 'F' ? { gender: params.gender } : {}),
  ...(params.agegroup ? { agegroup: params.agegroup } : {}),
  ...(params.country ? { country: params.country } : {}),
  ...(params.team ? { team: params.team } : {}),
  ...(params.mine === '1' ? { bibs: [...followed].sort().join(',') } : {}),
})

export type Live = ReturnType<typeof useLiveRace>
export type Watched = ReturnType<typeof useWatched>
/** Returns the runners and dots that the address of the page asks for. */
export const useWatched = (data: LiveStart, live: Live, params: WatchedParams, embedded: boolean) => {
  const { raceid } = data
  const now = useServerNow(live.ahead)
  const inAddress = data.events.find(({ eventid }) => String(eventid) === params.eventid)
  const report = useReport(raceid, params.bib || undefined, inAddress?.eventid, live.every)
  // A link to a runner may name no event. The page then shows the course that this runner is on.
  const event = data.events.find(({ eventid }) => eventid === report.data?.eventid) ?? inAddress ?? data.events[0]!
  const view: ViewName = views.find((one) => one === params.view) ?? 'list'
  const { items: follows } = useFollows(raceid, !embedded)
  const followed = useMemo(
    () => new Set(follows.filter((one) => isOfEvent(one, event.eventid)).map(({ bib }) => bib)),
    [follows, event.eventid],
  )
  const filters = filtersOf(params, event.eventid, followed)
  const list = useRunners(raceid, filters, live.every, params.mine !== '1' || followed.size > 0)
  const labelled = useMemo(() => new Set([...followed, ...(params.bib ? [params.bib] : [])]), [followed, params.bib])
  const inFront = list.runners.slice(0, REPLAY_FIRST).map(({ bib }) => bib)
  const replayed = [...new Set([...labelled, ...inFront])].slice(0, REPLAY_MOST).sort()
  // The line of a course on the map may be longer than the timed course.
  const finish = event.points.at(-1)?.metres ?? event.metres
  const moving = list.runners.flatMap((runner): MapDot[] => {
    const metres = metresNow(runner, now)
    const label = labelled.has(runner.bib) ? { label: runner.bib } : {}
    return metres === null ? [] : [{ key: runner.bib, metres, ...label }]
  })
  const inList = list.runners.find(({ bib }) => bib === params.bib)
  const ofReport = params.bib ? (report.data?.here?.metres ?? null) : null
  const here = inList ? metresAfter(inList, now - inList.at) : ofReport
  return {
    now,
    event,
    view,
    followed,
    list,
    report,
    replayed,
    finish,
    moving,
    here: params.bib && view !== 'replay' ? here : null,
    uncertain: report.data?.here?.uncertain ?? 0,
    name: report.data?.name ?? null,
    labelled,
  }
}
