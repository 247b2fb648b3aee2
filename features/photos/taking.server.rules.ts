/**
 * Returns the moment at which a picture was taken; null if the picture has no time. If the picture names the camera's
 * own time zone, this zone counts, otherwise the race's zone. The function corrects the error of the camera's clock.
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
