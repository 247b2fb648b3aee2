import type { EventType } from '../contract.ts'

/** What a type says of its distance, in metres; a type that is missing says nothing. */
const usual: Partial<Record<EventType, number>> = {
  full: 42_195,
  half: 21_097.5,
  '10km': 10_000,
  '50km': 50_000,
  '100km': 100_000,
}
/** Courses are not measured to the metre: so much is no contradiction. */
const TOLERATED = 0.05

/** The distance that a type promises where the one that is set contradicts it. */
export const promised = (type: EventType, distance: number | null): number | undefined => {
  const metres = usual[type]
  if (metres === undefined || distance === null || Number.isNaN(distance)) return undefined
  return Math.abs(distance - metres) > metres * TOLERATED ? metres : undefined
}

/** The distance after another type is chosen: one that was only the former type's follows it, any other stays. */
export const distanceAfter = (before: EventType, after: EventType, distance: number | null): number | null =>
  distance === null || distance === usual[before] ? (usual[after] ?? null) : distance
