/**
 * The widths in which pictures are kept. The resize suffix (docs/behaviour/screens.md, Pictures) asks for one of them.
 */
export const pictureWidths = [320, 640, 750, 960, 1280, 1920] as const
export type PictureWidth = (typeof pictureWidths)[number]

/**
 * Returns a picture's address at a width. A picture that cannot be resized (a drawing, data in the address) keeps its
 * address.
 */
export const pictureAt = (url: string, width: PictureWidth): string =>
  /^(data:|blob:)|\.svg(\?|$)|x-oss-process=/.test(url)
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}x-oss-process=image/resize,w_${width}/format,webp`

/** Returns the `srcset` of a picture; undefined if the picture has one size only. */
export const pictureSet = (url: string, widths: readonly PictureWidth[] = pictureWidths): string | undefined =>
  pictureAt(url, 640) === url ? undefined : widths.map((width) => `${pictureAt(url, width)} ${width}w`).join(', ')
