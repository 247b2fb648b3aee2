import { Refused, call } from '#ui/network/call.ts'
import { serverNow } from '#ui/network/serverClock.ts'
import { metresBetween } from '#features/courses/shape.rules.ts'
import { isFixDue } from '../../share/share.rules.ts'
import { appLivePos, appLivePublish } from '../../share/share.contract.ts'
import type { FixStore, HeldFix, HeldRun } from './fixStore.ts'

/** The largest number of fixes in one call. */
const AT_ONCE = 200
/** The age above which the moment of a position comes from a wrong clock. The moment of the arrival then counts. */
const oldMs = 60_000

export type Fault = 'denied' | 'no_position' | 'gone'
export type RecorderView = {
  recording: boolean
  /** True if the runner has stopped and the server does not know it yet. */
  stopping: boolean
  online: boolean
  waiting: number
  sent: number
  metres: number
  contact: number | null
  battery: number | null
  awake: boolean
  last: [number, number] | null
  fault: Fault | null
}
export type Recorder = {
  run: () => HeldRun
  view: () => RecorderView
  start: () => Promise<void>
  /** Stops the recording, then sends the waiting fixes and the stop. Without network both wait. */
  stop: () => Promise<void>
  close: () => void
}

/** Returns the moment of a position by the server's clock. */
const momentOf = (position: GeolocationPosition): number => {
  const age = Date.now() - position.timestamp
  return Math.round(serverNow() - (age >= 0 && age < oldMs ? age : 0))
}
const fixOf = (position: GeolocationPosition, battery: number | null): HeldFix => {
  const { latitude, longitude, accuracy, altitude, speed, heading } = position.coords
  return {
    at: momentOf(position),
    lat: latitude,
    lon: longitude,
    accuracy: Math.round(accuracy),
    altitude: altitude === null ? null : Math.round(altitude),
    speed,
    heading: heading === null || Number.isNaN(heading) ? null : Math.round(heading),
    battery,
  }
}
/**
 * Counts the metres of a run up to a fix. The position of a resting receiver moves a little, so a step counts only if
 * it is long enough.
 */
const walked = (run: HeldRun, { at, lat, lon }: HeldFix): Pick<HeldRun, 'metres' | 'from'> => {
  if (!run.from) return { metres: run.metres, from: [at, lat, lon] }
  const step = metresBetween({ lat: run.from[1], lon: run.from[2] }, { lat, lon })
  if (step < 4) return { metres: run.metres, from: run.from }
  const jumped = step > 30 * Math.max(1, (at - run.from[0]) / 1000)
  return { metres: run.metres + (jumped ? 0 : step), from: [at, lat, lon] }
}

type Batteries = { getBattery?: () => Promise<{ level: number }> }

type State = Pick<RecorderView, 'online' | 'waiting' | 'battery' | 'awake' | 'last' | 'fault'>
/** The inner parts of a recorder. `latest` is the moment of the last kept fix. */
type Works = {
  readonly store: FixStore
  readonly changed: () => void
  run: HeldRun
  state: State
  latest: number
  watching?: number | undefined
  lock?: WakeLockSentinel | undefined
  sending?: Promise<void> | undefined
}
const set = (works: Works, change: Partial<State>): void => {
  works.state = { ...works.state, ...change }
  works.changed()
}
const keepAwake = async (works: Works): Promise<void> => {
  if (!works.run.recording || document.hidden || !('wakeLock' in navigator)) return
  works.lock = await navigator.wakeLock.request('screen').catch(() => undefined)
  works.lock?.addEventListener('release', () => set(works, { awake: false }))
  set(works, { awake: works.lock !== undefined })
}
const take = async (works: Works, position: GeolocationPosition): Promise<void> => {
  const battery = (await (navigator as Batteries).getBattery?.().catch(() => undefined))?.level
  const fix = fixOf(position, battery === undefined ? null : Math.round(battery * 100))
  if (!works.run.recording || !isFixDue(fix.at, works.latest)) return
  works.latest = fix.at
  works.run = { ...works.run, ...walked(works.run, fix) }
  await works.store.add(works.run, fix)
  const waiting = await works.store.count(works.run.raceid)
  set(works, { battery: fix.battery, last: [fix.lat, fix.lon], fault: null, waiting })
}
const endWatch = (works: Works): void => {
  if (works.watching !== undefined) navigator.geolocation.clearWatch(works.watching)
  works.watching = undefined
  void works.lock?.release().catch(() => undefined)
}
const watch = (works: Works): void => {
  if (works.watching !== undefined) return
  works.watching = navigator.geolocation.watchPosition(
    (position) => void take(works, position),
    (error) => set(works, { fault: error.code === error.PERMISSION_DENIED ? 'denied' : 'no_position' }),
    { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 },
  )
  void keepAwake(works)
}
const change = async (works: Works, values: Partial<HeldRun>): Promise<void> => {
  works.run = { ...works.run, ...values }
  await works.store.keepRun(works.run)
}
const ended = async (works: Works): Promise<void> => {
  endWatch(works)
  await change(works, { recording: false, stopping: false })
}

/** Sends the fixes that wait, oldest first, and then the stop. A fix leaves the store once the server has answered. */
const sendAll = async (works: Works): Promise<void> => {
  const { store } = works
  const { raceid, id, token } = works.run
  for (;;) {
    const rows = await store.waiting(raceid, AT_ONCE)
    if (rows.length === 0) break
    const answer = await call(appLivePos, { raceid, token, fixes: rows.map(({ fix }) => fix) }, { quiet: true })
    await store.settle(rows.map(({ place }) => place))
    await change(works, { sent: works.run.sent + answer.taken, contact: serverNow() })
    if (answer.stopped_by !== null && !works.run.stopping) await ended(works)
    set(works, { online: true, waiting: await store.count(raceid) })
  }
  if (!works.run.stopping) return
  await call(appLivePublish, { raceid, id, change: 'stop' }, { quiet: true })
  await ended(works)
  set(works, { online: true })
}
const failed = async (works: Works, thrown: unknown): Promise<void> => {
  const refusal = thrown instanceof Refused ? thrown : undefined
  if (refusal?.refusal === 'run_not_found') {
    await ended(works)
    await works.store.forget(works.run.raceid)
    set(works, { fault: 'gone', waiting: 0 })
  } else set(works, { online: refusal !== undefined && refusal.code !== 'network' })
}
const send = (works: Works): Promise<void> =>
  (works.sending ??= sendAll(works)
    .catch((thrown: unknown) => failed(works, thrown))
    .finally(() => (works.sending = undefined)))

const viewOf = ({ state, run }: Works): RecorderView => ({
  ...state,
  recording: run.recording,
  stopping: run.stopping,
  sent: run.sent,
  metres: Math.round(run.metres),
  contact: run.contact,
})
const atFirst: State = { online: true, waiting: 0, battery: null, awake: false, last: null, fault: null }
/** Makes the recorder of this phone's run. The recorder stores each fix until the server has the fix. */
export const makeRecorder = (store: FixStore, held: HeldRun, changed: () => void): Recorder => {
  const works: Works = { store, changed, run: held, state: atFirst, latest: 0 }
  const again = () => {
    void keepAwake(works)
    void send(works)
  }
  const timer = setInterval(() => void send(works), 10_000)
  addEventListener('online', again)
  document.addEventListener('visibilitychange', again)
  void store.count(held.raceid).then((waiting) => set(works, { waiting }))
  if (held.recording) watch(works)
  void send(works)
  return {
    run: () => works.run,
    view: () => viewOf(works),
    start: async () => {
      await change(works, { recording: true })
      // After a refused permission the browser asks again only for a new watch.
      endWatch(works)
      works.state = { ...works.state, fault: null }
      watch(works)
      changed()
    },
    stop: async () => {
      endWatch(works)
      await change(works, { recording: false, stopping: true })
      changed()
      await send(works)
    },
    close: () => {
      endWatch(works)
      clearInterval(timer)
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    },
  }
}
