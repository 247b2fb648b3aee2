import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { MapDot } from '#features/courses/web/CourseDrawing.tsx'
import { NoRace } from '#features/results/web/list/NoRace.tsx'
import { path } from '#seam/web/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { usePlace } from '#ui/router/Router.tsx'
import { link } from '#ui/router/address.ts'
import { onDemand } from '#ui/router/onDemand.tsx'
import { coursesIn } from './coursesIn.ts'
import { LiveHead } from './LiveHead.tsx'
import { liveWords as words } from './live.words.ts'
import { PacersCard } from './PacersCard.tsx'
import { type ListParams, RunnerList } from './RunnerList.tsx'
import { FlagsCard } from '#features/safety/web/FlagsCard.tsx'
import { useLap } from './useLap.ts'
import { type LiveStart, useLiveRace } from './useLiveRace.ts'
import { type Live, type WatchedParams, replayBegin, useWatched, views } from './useWatched.ts'

/** The page draws the course after the list. The file of the course and the file of the map load together. */
const LiveCourse = onDemand(async () => {
  void import('#features/courses/web/CourseMap.tsx').catch(() => undefined)
  return (await import('./LiveCourse.tsx')).LiveCourse
})
const Replay = onDemand(async () => (await import('./replay/Replay.tsx')).Replay)
const Leaders = onDemand(async () => (await import('./Leaders.tsx')).Leaders)
const RunnerPanel = onDemand(async () => (await import('./RunnerPanel.tsx')).RunnerPanel)

/** The live page of a race: where everybody is, and when they come (docs/behaviour/live.md, The page). */
export const LivePage = () => {
  const t = useWords()
  const { raceid } = link()
  const { embed } = usePageParams()
  const live = useLiveRace(raceid)
  const { data, error } = live.gps
  const bar = embed !== '1'
  if (raceid === undefined || (error && !data))
    return (
      <Page title={t(words.title)} bar={bar} backTo={path.home()}>
        {error ? <ErrorState page={!bar} error={error} onRetry={() => void live.gps.refetch()} /> : <NoRace />}
      </Page>
    )
  if (!data)
    return (
      <Page title={t(words.title)} bar={bar} backTo={path.home()}>
        <SkeletonCards count={1} className="h-24" />
        <SkeletonCards count={4} className="h-40" />
      </Page>
    )
  if (data.events.length === 0)
    return (
      <Page title={t(words.title)} bar={bar} backTo={path.home()}>
        <Empty page={!bar} title={t(words.none)} description={t(words.none_text)} />
      </Page>
    )
  return <Watching key={coursesIn(data)} data={data} live={live} embedded={!bar} />
}

const kept = ['eventid', 'q', 'gender', 'agegroup', 'country', 'team', 'mine', 'view', 'embed'] as const
/**
 * Returns the parameters that the links of the page keep. A link from the page of a runner stays in the runner's event.
 */
const keptOf = (params: WatchedParams, eventid: number | undefined): WatchedParams => ({
  ...Object.fromEntries(kept.map((name) => [name, params[name]])),
  ...(eventid === undefined ? {} : { eventid: String(eventid) }),
})

const Watching = ({ data, live, embedded }: { data: LiveStart; live: Live; embedded: boolean }) => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const watched = useWatched(data, live, params, embedded)
  const { now, event, view, followed, list, report } = watched
  const [clock, setClock] = useState(replayBegin)
  const [replayDots, setReplayDots] = useState<readonly MapDot[]>([])
  const [controls, setControls] = useState<HTMLElement | null>(null)
  const map = useRef<HTMLDivElement>(null)
  // When a replay begins, the map and the controls of the replay may be partly outside the window of a phone.
  const showMap = useCallback(() => map.current?.scrollIntoView({ block: 'nearest' }), [])
  const { lapOf } = useLap(event)
  // Equal parameters stay one object, so that React does not draw the rows of the list again.
  const named = JSON.stringify(keptOf(params, report.data?.eventid))
  const own = useMemo(() => JSON.parse(named) as WatchedParams, [named])
  const { bib } = params
  const panel = useRef<HTMLDivElement>(null)
  const { index } = usePlace()
  const seen = useRef(index)
  useEffect(() => {
    // A link of a list opens the runner's view above the list. A tap on the map replaces the address and scrolls nowhere.
    const top = panel.current?.getBoundingClientRect().top ?? 0
    if (index > seen.current && (top < 0 || top > innerHeight)) panel.current?.scrollIntoView()
    seen.current = index
  }, [bib, index])
  const shown = (
    <>
      <Segmented
        label={t(words.views)}
        value={view}
        onChange={(to) => {
          go(path.live({ ...own, bib, view: to }), { replace: true })
          if (to === 'replay') showMap()
        }}
        options={views.map((value) => ({ value, label: t(words[value]) }))}
      />
      {view === 'list' ? (
        <RunnerList
          list={list}
          given={params as ListParams}
          params={own}
          now={now}
          zone={data.zone}
          event={event}
          followed={followed}
          follows={!embedded}
        />
      ) : view === 'leaders' ? (
        <Suspense fallback={<SkeletonCards count={3} className="h-24" />}>
          <Leaders
            raceid={data.raceid}
            eventid={event.eventid}
            every={live.every}
            params={own}
            byDevices={!event.timed}
          />
        </Suspense>
      ) : (
        <Suspense fallback={<SkeletonCards count={2} className="h-24" />}>
          <Replay
            raceid={data.raceid}
            eventid={event.eventid}
            bibs={watched.replayed}
            finish={watched.finish}
            labelled={watched.labelled}
            lapOf={lapOf}
            controls={controls}
            onShown={showMap}
            clock={clock}
            onClock={setClock}
            onDots={setReplayDots}
          />
        </Suspense>
      )}
    </>
  )
  const wide = !event.course && !bib
  return (
    <Page title={embedded ? data.race : t(words.title)} bar={!embedded} backTo={path.home()}>
      <LiveHead data={data} event={event} now={now} on={live.on} embedded={embedded} params={own} />
      <FlagsCard raceid={data.raceid} />
      <div className="grid items-start gap-4 md:grid-cols-12 md:gap-6">
        {bib ? (
          <div ref={panel} className="min-w-0 scroll-mt-20 md:order-last md:col-span-5">
            <Suspense fallback={<SkeletonCards count={1} className="h-80" />}>
              <RunnerPanel
                raceid={data.raceid}
                report={report}
                zone={data.zone}
                closed={path.live(own)}
                follows={!embedded}
                lap={lapOf(watched.here)}
              />
            </Suspense>
          </div>
        ) : null}
        <div className={`grid min-w-0 gap-4 md:gap-6 ${wide ? 'md:col-span-12' : 'md:col-span-7'}`}>
          <div ref={map} className="scroll-mt-20 empty:hidden">
            <Suspense
              fallback={
                event.course ? (
                  <Card flush>
                    <div className="bone h-[22rem] md:h-[30rem]" />
                  </Card>
                ) : null
              }
            >
              <LiveCourse
                key={event.eventid}
                data={data}
                live={live}
                watched={watched}
                dots={view === 'replay' ? replayDots : watched.moving}
                choose={(to, eventid) => go(path.live({ ...own, bib: to, eventid }), { replace: true })}
                onControls={setControls}
              />
            </Suspense>
          </div>
          <PacersCard pacers={event.pacers} length={event.course?.metres ?? event.metres} />
          {wide || bib ? shown : null}
        </div>
        {wide || bib ? null : <div className="grid min-w-0 gap-4 md:col-span-5 md:gap-6">{shown}</div>}
      </div>
    </Page>
  )
}
