import type { EventType } from '../contract.ts'

/** The usual distance of a type, in metres; other types have none. */
const usual: Partial<Record<EventType, number>> = {
  full: 42_195,
  half: 21_097.5,
  '10km': 10_000,
  '50km': 50_000,
  '100km': 100_000,
}
/** Courses are not measured to the metre: a difference up to this share is no contradiction. */
const TOLERATED = 0.05

/** The usual distance of a type where the given distance contradicts it. */
export const promised = (type: EventType, distance: number | null): number | undefined => {
  const metres = usual[type]
  if (metres === undefined || distance === null || Number.isNaN(distance)) return undefined
  return Math.abs(distance - metres) > metres * TOLERATED ? metres : undefined
}

/**
 * The distance after a change of the type: the usual distance of the former type follows it, any other distance stays.
 */
export const distanceAfter = (before: EventType, after: EventType, distance: number | null): number | null =>
  distance === null || distance === usual[before] ? (usual[after] ?? null) : distance
