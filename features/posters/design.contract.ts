import * as z from 'zod/mini'
import { Colour } from '#features/certificates/template/boxes.contract.ts'

/**
 * The largest width of a poster in its own pixels (docs/behaviour/certificates.md, Poster templates). The next constant
 * is the largest height.
 */
export const POSTER_WIDTH = 1280
export const POSTER_HEIGHT = 4000

const Place = z.number().check(z.int(), z.minimum(-2000), z.maximum(6000))
const Extent = z.number().check(z.int(), z.minimum(1), z.maximum(POSTER_HEIGHT))
/** The path of a picture in the product's own files. The server never loads a picture from another place. */
export const PosterPicture = z.string().check(z.regex(/^\/files\/\d+\/[0-9a-f]{32}\.(jpg|png)$/))

/**
 * The setting of one text, in the poster's pixels. A text wider than `size` is made smaller. `rotate` turns the text
 * about its middle, in degrees clockwise.
 */
export const PosterText = z.object({
  fontsize: z.number().check(z.int(), z.minimum(8), z.maximum(600)),
  offsetx: Place,
  offsety: Place,
  size: Extent,
  color: Colour,
  align: z.enum(['left', 'center', 'right']),
  rotate: z._default(z.number().check(z.int(), z.minimum(-360), z.maximum(360)), 0),
})
export type PosterText = z.output<typeof PosterText>

/** The possible texts of a poster. A template places some of them. */
export const posterTexts = ['name', 'bib', 'event', 'time', 'nettime', 'position', 'race', 'date'] as const
export type PosterTextName = (typeof posterTexts)[number]
const maybe = z.optional(PosterText)

/** A poster template under its names on the wire (docs/behaviour/certificates.md, Poster templates). */
export const PosterDesign = z.object({
  /** The place of the runner's photo. */
  background: z.object({ width: Extent, height: Extent, offsetx: Place, offsety: Place }),
  /**
   * The picture of the poster, in the poster's size. A picture with a transparent window (PNG) lies over the photo. Any
   * other picture lies under the photo.
   */
  watermask: z.object({
    url: PosterPicture,
    width: Extent.check(z.minimum(200), z.maximum(POSTER_WIDTH)),
    height: Extent.check(z.minimum(200)),
  }),
  /** The picture in the photo's place until the runner has chosen a photo. */
  cover: z.nullable(PosterPicture),
  text: z.object({
    name: maybe,
    bib: maybe,
    event: maybe,
    time: maybe,
    nettime: maybe,
    position: maybe,
    race: maybe,
    date: maybe,
  }),
  qrcode: z.nullable(
    z.object({ width: z.number().check(z.int(), z.minimum(60), z.maximum(1000)), offsetx: Place, offsety: Place }),
  ),
  /** True if the poster takes no photo. The cover then stays in the photo's place. */
  nopic: z._default(z.boolean(), false),
})
export type PosterDesign = z.output<typeof PosterDesign>

/** The runners who may use a poster: finishers, registered runners, paid runners. */
export const posterUses = ['result', 'reg', 'paid'] as const
export type PosterUse = (typeof posterUses)[number]

/** A template as runners see it. */
export const Poster = z.object({
  id: z.number(),
  raceid: z.number(),
  eventid: z.nullable(z.number()),
  use: z.enum(posterUses),
  name: z.string(),
  /** The preview: a small picture of the poster. */
  preview: z.nullable(z.string()),
  version: z.number(),
  ...PosterDesign.shape,
})
export type Poster = z.output<typeof Poster>
