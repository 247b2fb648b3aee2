import { useEffect } from 'react'
import { plainGround } from '#ui/map/ground.ts'
import { useAsk } from '#ui/network/call.ts'
import { liveGps } from '../../positions/spectators.contract.ts'
import { type TrackedRun, appLiveRoute } from '../../share/share.contract.ts'

/**
 * Returns the course and the line of a run for its map. `fresh` is the time between two readings of the line, in
 * milliseconds.
 */
export const useRunMap = (run: TrackedRun, link: string | undefined, fresh: number | false) => {
  const { raceid, eventid } = run
  const start = useAsk(
    liveGps,
    { raceid, ...(eventid === null ? {} : { eventid }) },
    { staleTime: 300_000, quiet: true, enabled: eventid !== null },
  )
  const route = useAsk(appLiveRoute, link === undefined ? { raceid, id: run.id } : { raceid, link }, {
    quiet: true,
    keep: true,
    refetchInterval: fresh,
  })
  const { refetch } = route
  // Late fixes or a file may still change the line of an ended run, so the page loads the line once more.
  useEffect(() => {
    if (run.stopped_at !== null) void refetch()
  }, [run.stopped_at, run.fixes, refetch])
  return {
    course: start.data?.events.find((one) => one.eventid === eventid)?.course ?? undefined,
    // A run without an event has no course to ask for, and its map has the plain ground.
    ground: eventid === null ? plainGround : start.data?.ground,
    event: run.event,
    colour: run.colour || 'var(--c-strong)',
    line: route.data?.line ?? [],
  }
}
