/**
 * When a picture was taken, on a clock of the race: the camera's own zone where it says one, else the race's; then put
 * right by the camera's error.
 */
export const takenAt = (
  exif: { local: string; offset: string | undefined } | undefined,
  zone: string,
  offsetMs: number,
): Date | null => {
  if (!exif) return null
  try {
    const at =
      exif.offset && /^[+-]\d{2}:\d{2}$/.test(exif.offset)
        ? Temporal.Instant.from(exif.local + exif.offset)
        : Temporal.PlainDateTime.from(exif.local).toZonedDateTime(zone).toInstant()
    return new Date(at.epochMilliseconds + offsetMs)
  } catch {
    return null
  }
}
