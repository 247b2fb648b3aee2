import type { Platform } from './platform.js'
import { Refused, type Server } from './server.js'

/** One position, as /app/live/pos takes it. */
export type Fix = {
  at: string
  lat: number
  lon: number
  accuracy: number
  altitude: number
  speed: number
  heading: number | undefined
  battery: number | undefined
}
/**
 * A run that this device shares. `token` is the secret name of the device. `stopping` is true if the runner has stopped
 * and the server does not know it yet.
 */
export type SharedRun = { raceid: number; id: number; token: string; stopping?: true }

const RUN = 'startline-run'
const FIXES = 'startline-fixes'
/**
 * The most positions of one call, and the most positions that a device keeps while it has no network: one every 4
 * seconds for twelve hours.
 */
const PER_CALL = 400
const KEPT_MOST = 10_800
const MS_BETWEEN = 4000
const MS_BETWEEN_CALLS = 12_000

export const keptRun = (platform: Platform): SharedRun | undefined => {
  const kept = platform.getStorageSync(RUN) as SharedRun | '' | undefined
  return kept !== '' && typeof kept?.token === 'string' ? kept : undefined
}
/** Forgets the run of this device and its positions. */
export const forgetRun = (platform: Platform): void => {
  platform.removeStorageSync(RUN)
  platform.removeStorageSync(FIXES)
}
const keptFixes = (platform: Platform): Fix[] => {
  const kept: unknown = platform.getStorageSync(FIXES)
  return Array.isArray(kept) ? (kept as Fix[]) : []
}

type Location = Parameters<WechatMiniprogram.OnLocationChangeCallback>[0]
const batteryOf = (platform: Platform): number | undefined => {
  const { level } = platform.getBatteryInfoSync()
  return Number.isFinite(Number(level)) ? Number(level) : undefined
}
export const fixOf = (platform: Platform, location: Location, now: Date): Fix => ({
  at: now.toISOString(),
  lat: location.latitude,
  lon: location.longitude,
  accuracy: location.accuracy,
  altitude: location.altitude,
  speed: location.speed,
  // The platform gives no heading in this callback.
  heading: undefined,
  battery: batteryOf(platform),
})

export type RunState = { sent: number; waiting: number; at: string | undefined; stopped: string | undefined }
export type Recorder = {
  start: () => Promise<boolean>
  send: () => Promise<void>
  /**
   * Ends the recording and sends the positions that wait. Returns true if the server has all of them. Otherwise the
   * remaining positions and the message that the run stopped wait on the device.
   */
  stop: () => Promise<boolean>
  state: () => RunState
}

const begin = (platform: Platform): Promise<boolean> =>
  new Promise((resolve) =>
    platform.startLocationUpdateBackground({
      // The courses of the server are in WGS 84, so the platform's own shifted system is not used.
      type: 'wgs84',
      success: () => resolve(true),
      fail: () => resolve(false),
    }),
  )

type Recording = { now: () => Date; changed: () => void }
/** Returns the store of the positions that wait on the device. A restart of the mini-program keeps them. */
const storeOf = (platform: Platform) => {
  let waiting = keptFixes(platform)
  const keep = () => platform.setStorageSync(FIXES, waiting)
  return {
    size: () => waiting.length,
    next: () => waiting.slice(0, PER_CALL),
    add: (fix: Fix) => {
      waiting = [...waiting, fix].slice(-KEPT_MOST)
      keep()
    },
    drop: (count: number) => {
      waiting = waiting.slice(count)
      keep()
    },
  }
}

/**
 * Sends the positions in groups. A group is sent only when no other group is on its way. `end` runs if the server has
 * ended the run.
 */
const senderOf = (
  server: Server,
  run: SharedRun,
  fixes: ReturnType<typeof storeOf>,
  { sent, end }: { sent: (count: number) => void; end: (reason: string) => void },
) => {
  let sending: Promise<void> | undefined
  const sendGroup = async (): Promise<void> => {
    const group = fixes.next()
    if (group.length === 0) return
    try {
      const { raceid, id, token } = run
      const input = { raceid, id, token, fixes: group }
      const { stopped_by } = await server.call<{ stopped_by: string | null }>('/app/live/pos', input)
      fixes.drop(group.length)
      sent(group.length)
      if (stopped_by !== null) end(stopped_by)
    } catch (error) {
      // The server does not know the run any more, so no later call can succeed.
      if (error instanceof Refused && error.code === '404') end('removed')
      else sent(0)
    }
  }
  return (): Promise<void> => (sending ??= sendGroup().finally(() => (sending = undefined)))
}

/**
 * Records positions in the background and sends them in groups. Positions that could not be sent stay on the device,
 * even if the mini-program restarts.
 */
export const recorderOf = (
  platform: Platform,
  server: Server,
  run: SharedRun,
  { now, changed }: Recording,
): Recorder => {
  const fixes = storeOf(platform)
  let state: RunState = { sent: 0, waiting: fixes.size(), at: undefined, stopped: undefined }
  let [lastFix, lastCall] = [0, 0]
  const show = (change: Partial<RunState>) => {
    state = { ...state, ...change, waiting: fixes.size() }
    changed()
  }
  const rest = () => {
    platform.offLocationChange(onLocation)
    platform.stopLocationUpdate({})
  }
  const end = (reason: string) => {
    rest()
    forgetRun(platform)
    show({ stopped: reason })
  }
  const send = senderOf(server, run, fixes, { sent: (count) => show({ sent: state.sent + count }), end })
  const onLocation = (location: Location) => {
    const at = now()
    // A phone may set its clock back during a run. The last position is then in the future. Because of `Math.abs` the
    // recording still continues at once.
    if (Math.abs(at.getTime() - lastFix) < MS_BETWEEN) return
    lastFix = at.getTime()
    fixes.add(fixOf(platform, location, at))
    show({ at: at.toISOString() })
    if (Math.abs(at.getTime() - lastCall) < MS_BETWEEN_CALLS) return
    lastCall = at.getTime()
    void send()
  }
  return {
    start: async () => {
      if (!(await begin(platform))) return false
      platform.setStorageSync(RUN, run)
      platform.onLocationChange(onLocation)
      return true
    },
    send,
    stop: async () => {
      rest()
      platform.setStorageSync(RUN, { ...run, stopping: true } satisfies SharedRun)
      show({ stopped: 'hand' })
      for (let before = Infinity; fixes.size() > 0 && fixes.size() < before;) {
        before = fixes.size()
        await send()
      }
      return fixes.size() === 0
    },
    state: () => state,
  }
}

type RunAnswer = { run: { id: number; raceid: number }; token: string | null; link: string | null }
/** Opens a run of the runner's own registration. The runner has read and accepted the consent in this version. */
export const createRun = async (
  server: Server,
  given: { raceid: number; id: string; consent: string; visibility: 'link' | 'race' },
): Promise<SharedRun & { link: string | undefined }> => {
  const { run, token, link } = await server.call<RunAnswer>('/app/live/create', { ...given, cheers: true })
  if (token !== null) return { raceid: given.raceid, id: run.id, token, link: link ?? undefined }
  // The run is already open on another device. A new token for this device ends the token of the other device.
  const fresh = await server.call<RunAnswer>('/app/live/publish', {
    raceid: given.raceid,
    id: run.id,
    change: 'token',
  })
  if (fresh.token === null) throw new Refused({ code: '404', msg: '' })
  return { raceid: given.raceid, id: run.id, token: fresh.token, link: fresh.link ?? undefined }
}
