import type { EventType } from '../contract.ts'

/** The usual distance of a type, in metres. Some types have no usual distance. */
const usual: Partial<Record<EventType, number>> = {
  full: 42_195,
  half: 21_097.5,
  '10km': 10_000,
  '50km': 50_000,
  '100km': 100_000,
}
/** The share by which a distance may differ from the usual distance, because courses are not measured to the metre. */
const TOLERATED = 0.05

/** Returns the usual distance of a type if the given distance contradicts it, and otherwise undefined. */
export const promised = (type: EventType, distance: number | null): number | undefined => {
  const metres = usual[type]
  if (metres === undefined || distance === null || Number.isNaN(distance)) return undefined
  return Math.abs(distance - metres) > metres * TOLERATED ? metres : undefined
}

/**
 * Returns the distance after a change of the type. An empty distance and the usual distance of the former type become
 * the usual distance of the new type, or null if the new type has no usual distance. Any other distance stays.
 */
export const distanceAfter = (before: EventType, after: EventType, distance: number | null): number | null =>
  distance === null || distance === usual[before] ? (usual[after] ?? null) : distance
