import { useEffect, useState } from 'react'

/** A position of this phone. `at` is in milliseconds by the phone's own clock. */
export type PhonePlace = { lat: number; lon: number; accuracy: number; at: number }
/** The age in milliseconds from which a position says nothing about the person's present place. */
export const STALE_MS = 20_000
const TICK_MS = 1_000

export type Whereabouts = {
  watching: boolean
  start: () => void
  /** The last known position, also if the phone has lost it. */
  last: PhonePlace | undefined
  /** The present position. Undefined while the phone has no position. */
  now: PhonePlace | undefined
  /** Seconds since the last position. */
  age: number
  denied: boolean
}
/** Watches the position of the phone from the moment at which the person allows it. */
export const usePosition = (): Whereabouts => {
  const [turn, setTurn] = useState(0)
  const [last, setLast] = useState<PhonePlace>()
  const [denied, setDenied] = useState(false)
  const [clock, setClock] = useState(() => Date.now())
  useEffect(() => {
    if (turn === 0) return undefined
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        setDenied(false)
        setClock(Date.now())
        setLast({ lat: coords.latitude, lon: coords.longitude, accuracy: Math.round(coords.accuracy), at: Date.now() })
      },
      (error) => {
        if (error.code === error.PERMISSION_DENIED) setDenied(true)
        // The receiver says that it has no position now. The last position is no longer the present position.
        else setLast((before) => before && { ...before, at: Math.min(before.at, Date.now() - STALE_MS - TICK_MS) })
      },
      { enableHighAccuracy: true, maximumAge: 0, timeout: 15_000 },
    )
    const timer = setInterval(() => setClock(Date.now()), TICK_MS)
    return () => {
      navigator.geolocation.clearWatch(watch)
      clearInterval(timer)
    }
  }, [turn])
  const age = last ? Math.max(0, clock - last.at) : 0
  return {
    watching: turn > 0,
    start: () => setTurn((n) => n + 1),
    last,
    now: last && age <= STALE_MS && !denied ? last : undefined,
    age: Math.round(age / 1000),
    denied,
  }
}
