/**
 * The cropper's constants (docs/behaviour/certificates.md, Cropper): the picture's longest side, its first box, its
 * ratio, and how much larger than the box its outcome may be.
 */
export const SOURCE_SIDE = 2000
export const AUTO_CROP = { width: 300, height: 600 } as const
export const CROP_RATIO = 1
export const MOST_SIDE = 10_000
export const ENLARGE = 10
/** Heights of the two popups (docs/behaviour/certificates.md, Cropper). */
export const POSTERS_POPUP = 340
export const PHOTOS_POPUP = 100

/** The sides of a picture that is made to fit into a square of `most`, never larger than it is. */
export const fitted = (width: number, height: number, most: number): { width: number; height: number } => {
  const by = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
}

/** A person turns a picture by quarters, and by up to this many degrees more to either side. */
export const MOST_TILT = 45
/** The largest upright rectangle that lies wholly within a picture turned by an angle. */
export const withinTurned = (width: number, height: number, degrees: number): { width: number; height: number } => {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))]
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  // Two of its corners touch the same side of a long picture, all four touch different sides of a squarer one.
  const half = short / 2
  const [wide, high] =
    short <= 2 * sin * cos * long || Math.abs(sin - cos) < 1e-9
      ? width >= height
        ? [half / sin, half / cos]
        : [half / cos, half / sin]
      : [(width * cos - height * sin) / (cos * cos - sin * sin), (height * cos - width * sin) / (cos * cos - sin * sin)]
  return { width: Math.max(1, Math.floor(wide + 1e-6)), height: Math.max(1, Math.floor(high + 1e-6)) }
}

/** The first crop box in the available space: 300 by 600 wherever that fits, in its ratio of 1:1. */
export const cropBox = (room: { width: number; height: number }): { width: number; height: number } => {
  const side = Math.min(AUTO_CROP.width, AUTO_CROP.height * CROP_RATIO, room.width, room.height)
  return { width: side, height: side / CROP_RATIO }
}

export type Area = { x: number; y: number; width: number; height: number }
/**
 * The cut area in whole pixels of the picture. It never reaches beyond the picture (docs/behaviour/certificates.md,
 * Cropper).
 */
export const insidePicture = (area: Area, picture: { width: number; height: number }): Area => {
  const width = Math.max(1, Math.min(Math.round(area.width), picture.width))
  const height = Math.max(1, Math.min(Math.round(area.height), picture.height))
  return {
    x: Math.min(Math.max(0, Math.round(area.x)), picture.width - width),
    y: Math.min(Math.max(0, Math.round(area.y)), picture.height - height),
    width,
    height,
  }
}
/** The size of the cut picture: its own pixels, but at most ten times the box. */
export const outcomeOf = (area: Area, box: { width: number }): { width: number; height: number } => {
  const by = Math.min(1, (box.width * ENLARGE) / area.width)
  return { width: Math.max(1, Math.round(area.width * by)), height: Math.max(1, Math.round(area.height * by)) }
}

export const cropTypes = ['cetificate', 'crops', 'poster'] as const
export type CropType = (typeof cropTypes)[number]
/** The page's type from its link. Links spell it `cetificate`; the usual spelling works too. */
export const cropTypeOf = (given: string | undefined): CropType =>
  given === 'certificate' ? 'cetificate' : (cropTypes.find((type) => type === given) ?? 'crops')
