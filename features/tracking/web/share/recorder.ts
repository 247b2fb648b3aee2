import { Refused, call } from '#ui/network/call.ts'
import { serverNow } from '#ui/network/serverClock.ts'
import { metresBetween } from '../../share/route.rules.ts'
import { appLivePos, appLivePublish } from '../../share/share.contract.ts'
import type { FixStore, HeldFix, HeldRun } from './fixStore.ts'

/** The shortest time between two kept fixes, and the number that one call sends. */
const EVERY_MS = 3_000
const AT_ONCE = 200
/** A position that is older than this comes from a wrong clock, so the moment of its arrival counts. */
const oldMs = 60_000

export type Fault = 'denied' | 'no_position' | 'gone'
export type RecorderView = {
  recording: boolean
  /** The runner has stopped, and the server does not know it yet. */
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
  stop: () => Promise<void>
  /** Sends everything that waits, then the stop. Does nothing without network. */
  send: () => Promise<void>
  close: () => void
}

/** The moment of a position by the server's clock. */
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
/** Counts the metres of a run up to a fix. A receiver at rest wanders, so a short step waits for the next fix. */
const walked = (run: HeldRun, { at, lat, lon }: HeldFix): Pick<HeldRun, 'metres' | 'from'> => {
  if (!run.from) return { metres: run.metres, from: [at, lat, lon] }
  const step = metresBetween([run.from[1], run.from[2]], [lat, lon])
  if (step < 4) return { metres: run.metres, from: run.from }
  const jumped = step > 30 * Math.max(1, (at - run.from[0]) / 1000)
  return { metres: run.metres + (jumped ? 0 : step), from: [at, lat, lon] }
}

type Batteries = { getBattery?: () => Promise<{ level: number }> }

/** Records the run of this phone: keeps each fix, and sends it when there is a network. */
export const makeRecorder = (store: FixStore, held: HeldRun, changed: () => void): Recorder => {
  let run = held
  let watching: number | undefined
  let lock: WakeLockSentinel | undefined
  let sending: Promise<void> | undefined
  let latest = 0
  let state = {
    online: true,
    waiting: 0,
    battery: null as number | null,
    awake: false,
    last: null as [number, number] | null,
    fault: null as Fault | null,
  }
  const set = (change: Partial<typeof state>) => {
    state = { ...state, ...change }
    changed()
  }
  const keepAwake = async () => {
    if (!run.recording || document.hidden || !('wakeLock' in navigator)) return
    lock = await navigator.wakeLock.request('screen').catch(() => undefined)
    lock?.addEventListener('release', () => set({ awake: false }))
    set({ awake: lock !== undefined })
  }
  const take = async (position: GeolocationPosition) => {
    const battery = (await (navigator as Batteries).getBattery?.().catch(() => undefined))?.level
    const fix = fixOf(position, battery === undefined ? null : Math.round(battery * 100))
    if (!run.recording || fix.at - latest < EVERY_MS) return
    latest = fix.at
    run = { ...run, ...walked(run, fix) }
    await store.add(run, fix)
    set({ battery: fix.battery, last: [fix.lat, fix.lon], fault: null, waiting: await store.count(run.raceid) })
  }
  const endWatch = () => {
    if (watching !== undefined) navigator.geolocation.clearWatch(watching)
    watching = undefined
    void lock?.release().catch(() => undefined)
  }
  const watch = () => {
    if (watching !== undefined) return
    watching = navigator.geolocation.watchPosition(
      (position) => void take(position),
      (error) => set({ fault: error.code === error.PERMISSION_DENIED ? 'denied' : 'no_position' }),
      { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 },
    )
    void keepAwake()
  }
  const ended = async () => {
    endWatch()
    run = { ...run, recording: false, stopping: false }
    await store.keepRun(run)
  }
  const sendAll = async () => {
    const { raceid, id, token } = run
    for (;;) {
      const rows = await store.waiting(raceid, AT_ONCE)
      if (rows.length === 0) break
      const answer = await call(appLivePos, { raceid, token, fixes: rows.map(({ fix }) => fix) }, { quiet: true })
      await store.settle(rows.map(({ place }) => place))
      run = { ...run, sent: run.sent + answer.taken, contact: serverNow() }
      await store.keepRun(run)
      if (answer.stopped_by !== null && !run.stopping) await ended()
      set({ online: true, waiting: await store.count(raceid) })
    }
    if (!run.stopping) return
    await call(appLivePublish, { raceid, id, change: 'stop' }, { quiet: true })
    await ended()
    set({ online: true })
  }
  const failed = async (thrown: unknown) => {
    const refusal = thrown instanceof Refused ? thrown : undefined
    if (refusal?.refusal === 'run_not_found') {
      await ended()
      await store.forget(run.raceid)
      set({ fault: 'gone', waiting: 0 })
    } else set({ online: refusal !== undefined && refusal.code !== 'network' })
  }
  const again = () => {
    void keepAwake()
    void send()
  }
  const send = (): Promise<void> =>
    (sending ??= sendAll()
      .catch(failed)
      .finally(() => (sending = undefined)))
  const timer = setInterval(() => void send(), 10_000)
  addEventListener('online', again)
  document.addEventListener('visibilitychange', again)
  void store.count(run.raceid).then((waiting) => set({ waiting }))
  if (run.recording) watch()
  void send()
  return {
    run: () => run,
    view: () => ({
      ...state,
      recording: run.recording,
      stopping: run.stopping,
      sent: run.sent,
      metres: Math.round(run.metres),
      contact: run.contact,
    }),
    start: async () => {
      run = { ...run, recording: true }
      await store.keepRun(run)
      // After a refused permission the browser asks again only for a new watch.
      endWatch()
      state = { ...state, fault: null }
      watch()
      changed()
    },
    stop: async () => {
      endWatch()
      run = { ...run, recording: false, stopping: true }
      await store.keepRun(run)
      changed()
      await send()
    },
    send,
    close: () => {
      endWatch()
      clearInterval(timer)
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    },
  }
}
