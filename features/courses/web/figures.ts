/** Formats metres as kilometres, with one decimal below a hundred: `21.1`. */
export const courseKm = (metres: number): string => {
  const km = metres / 1000
  return km >= 100 ? String(Math.round(km)) : String(Number(km.toFixed(1)))
}
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
