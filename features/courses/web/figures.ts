/** Formats metres as kilometres: below 100 km with at most one decimal (`21.1`), from 100 km on without. */
export const courseKm = (metres: number): string => {
  const km = metres / 1000
  return km >= 100 ? String(Math.round(km)) : String(Number(km.toFixed(1)))
}
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
