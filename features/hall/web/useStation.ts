import { useCallback, useEffect, useRef, useState } from 'react'
import { raceOfKey } from '#contract/key.ts'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { type HallView, type StationKind, type hallActions, hallAction, hallFetch } from '../contract.ts'
import { useMoved } from './useMoved.ts'

/** The interval of the page's questions, in milliseconds. They also find changes while the stream is lost. */
const ASK_MS = 10_000
const keptAs = (kind: StationKind) => `hall-${kind}`

/**
 * Returns the station's key, from the link's fragment or else from this device. Returns undefined if neither has a key.
 * No server sees the fragment.
 */
const takeKey = (kind: StationKind): string | undefined => {
  const given = new URLSearchParams(location.hash.slice(1)).get('station')
  try {
    if (given) {
      localStorage.setItem(keptAs(kind), given)
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    return given ?? localStorage.getItem(keptAs(kind)) ?? undefined
  } catch {
    return given ?? undefined
  }
}

export type At = {
  key: string | undefined
  /** The view, and the moment at which this page received it. */
  view: (HallView & { came: number }) | undefined
  error: Refused | undefined
  /** True if the last question got no answer, or failed while the stream is lost. */
  lost: boolean
  act: (action: (typeof hallActions)[number], id?: number) => Promise<boolean>
  /** Loads the work again. */
  again: () => void
}

/** Manages a screen or printer of a hall. The hook loads the work again at each change. `act` sends an action. */
export const useStation = (kind: StationKind): At => {
  const [key] = useState(() => takeKey(kind))
  const [view, setView] = useState<At['view']>()
  const [error, setError] = useState<Refused>()
  /** The number of the last question. Only its answer counts, because answers may overtake each other. */
  const turn = useRef(0)
  const run = useCallback(async (ask: () => Promise<HallView>): Promise<boolean> => {
    const mine = ++turn.current
    try {
      const answer = await ask()
      if (mine === turn.current) {
        setView({ ...answer, came: performance.now() })
        setError(undefined)
      }
      return true
    } catch (thrown) {
      if (mine === turn.current) setError(refusedFrom(thrown))
      return false
    }
  }, [])
  const fetchView = useCallback(
    () => void (key !== undefined && run(() => call(hallFetch, { station: key }, { quiet: true }))),
    [key, run],
  )
  const on = useMoved(key === undefined ? undefined : raceOfKey(key), fetchView)
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- state is set after the answer has arrived
    fetchView()
    const timer = setInterval(fetchView, ASK_MS)
    return () => clearInterval(timer)
  }, [fetchView])
  const act: At['act'] = useCallback(
    (action, id) =>
      key === undefined
        ? Promise.resolve(false)
        : run(() => call(hallAction, { station: key, action, ...(id === undefined ? {} : { id }) }, { quiet: true })),
    [key, run],
  )
  return {
    key,
    view,
    error,
    lost: error?.code === 'network' || (view !== undefined && !on && error !== undefined),
    act,
    again: fetchView,
  }
}

/** Makes the header and the footer unreachable while the page covers the whole window. */
export const useWholeWindow = (): void => {
  useEffect(() => {
    const around = [...document.querySelectorAll<HTMLElement>('body header, body footer, body a[href="#main"]')].filter(
      (one) => !one.closest('#main'),
    )
    for (const one of around) one.inert = true
    return () => {
      for (const one of around) one.inert = false
    }
  }, [])
}

/** Keeps the screen on while nobody touches the device. */
export const useAwake = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    const ask = () =>
      void (
        document.visibilityState === 'visible' &&
        navigator.wakeLock?.request('screen').then(
          (given) => (lock = given),
          () => undefined,
        )
      )
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}
