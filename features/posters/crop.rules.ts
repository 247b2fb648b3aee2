// The constants of the cropper (docs/behaviour/certificates.md, Cropper). All lengths are in pixels.
/** The cropper scales a source down until no side is longer than this. */
export const SOURCE_SIDE = 2000
/** The largest width and height of the first crop box. */
export const AUTO_CROP = { width: 300, height: 600 } as const
/** The width of the crop box divided by its height. */
export const CROP_RATIO = 1
/** A source with a longer side is refused. */
export const MOST_SIDE = 10_000
/** The largest width of the cut picture, as a multiple of the width of the box. */
export const ENLARGE = 10
/** Heights of the two popups (docs/behaviour/certificates.md, Cropper). */
export const POSTERS_POPUP = 340
export const PHOTOS_POPUP = 100

/** Returns the size of a picture, scaled down if it does not fit into a square with the side `most`. */
export const fitted = (width: number, height: number, most: number): { width: number; height: number } => {
  const by = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
}

/** The largest tilt to either side, in degrees. A person can also turn a picture by 90 degrees. */
export const MOST_TILT = 45
/** Returns the largest upright rectangle that lies completely within a picture turned by an angle. */
export const withinTurned = (width: number, height: number, degrees: number): { width: number; height: number } => {
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))]
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  // In a long picture two corners of the rectangle touch the same side. Otherwise its four corners touch four sides.
  const half = short / 2
  const [wide, high] =
    short <= 2 * sin * cos * long || Math.abs(sin - cos) < 1e-9
      ? width >= height
        ? [half / sin, half / cos]
        : [half / cos, half / sin]
      : [(width * cos - height * sin) / (cos * cos - sin * sin), (height * cos - width * sin) / (cos * cos - sin * sin)]
  return { width: Math.max(1, Math.floor(wide + 1e-6)), height: Math.max(1, Math.floor(high + 1e-6)) }
}

/**
 * Returns the first crop box in the available space. It is the largest box with the ratio CROP_RATIO that fits into
 * this space and into AUTO_CROP.
 */
export const cropBox = (room: { width: number; height: number }): { width: number; height: number } => {
  const side = Math.min(AUTO_CROP.width, AUTO_CROP.height * CROP_RATIO, room.width, room.height)
  return { width: side, height: side / CROP_RATIO }
}

export type Area = { x: number; y: number; width: number; height: number }
/**
 * Returns the cut area in whole pixels of the picture. It never passes the picture's edge
 * (docs/behaviour/certificates.md, Cropper).
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
/** Returns the size of the cut picture: the cut area, scaled down if it is wider than ten times the box. */
export const outcomeOf = (area: Area, box: { width: number }): { width: number; height: number } => {
  const by = Math.min(1, (box.width * ENLARGE) / area.width)
  return { width: Math.max(1, Math.round(area.width * by)), height: Math.max(1, Math.round(area.height * by)) }
}

export const cropTypes = ['cetificate', 'crops', 'poster'] as const
export type CropType = (typeof cropTypes)[number]
/** Reads the page's type from its link. Links have the spelling `cetificate`, and the usual spelling works too. */
export const cropTypeOf = (given: string | undefined): CropType =>
  given === 'certificate' ? 'cetificate' : (cropTypes.find((type) => type === given) ?? 'crops')
