import * as z from 'zod/mini'
import { Colour } from '#features/certificates/template/boxes.contract.ts'

/**
 * Largest width of a poster in its own pixels (docs/behaviour/certificates.md, Poster templates), and how high it may
 * be.
 */
export const POSTER_WIDTH = 1280
export const POSTER_HEIGHT = 4000

const Place = z.number().check(z.int(), z.minimum(-2000), z.maximum(6000))
const Extent = z.number().check(z.int(), z.minimum(1), z.maximum(POSTER_HEIGHT))
/** A picture of ours; nothing is fetched from anywhere else. */
export const PosterPicture = z.string().check(z.regex(/^\/files\/\d+\/[0-9a-f]{32}\.(jpg|png)$/))

/**
 * How one text is set, in the poster's pixels: `size` is the width that it may take, beyond which it is made smaller;
 * `rotate` in degrees clockwise about its middle.
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

/** What a poster may say; a template sets those that it wants. */
export const posterTexts = ['name', 'bib', 'event', 'time', 'nettime', 'position', 'race', 'date'] as const
export type PosterTextName = (typeof posterTexts)[number]
const maybe = z.optional(PosterText)

/** A poster template under the names that callers know (docs/behaviour/certificates.md, Poster templates). */
export const PosterDesign = z.object({
  /** Where the runner's photo goes. */
  background: z.object({ width: Extent, height: Extent, offsetx: Place, offsety: Place }),
  /**
   * The picture that is the poster: it has the poster's size. One with a transparent window (PNG) lies over the photo,
   * one without under it.
   */
  watermask: z.object({
    url: PosterPicture,
    width: Extent.check(z.minimum(200), z.maximum(POSTER_WIDTH)),
    height: Extent.check(z.minimum(200)),
  }),
  /** What stands in the photo's place until there is one. */
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
  /** It takes no photo: the cover is its picture. */
  nopic: z._default(z.boolean(), false),
})
export type PosterDesign = z.output<typeof PosterDesign>

/** Whom a poster is for: who has finished, who has signed up, who has also paid. */
export const posterUses = ['result', 'reg', 'paid'] as const
export type PosterUse = (typeof posterUses)[number]

/** A template as its runners see it. */
export const Poster = z.object({
  id: z.number(),
  raceid: z.number(),
  eventid: z.nullable(z.number()),
  use: z.enum(posterUses),
  name: z.string(),
  /** How it looks, small. */
  preview: z.nullable(z.string()),
  version: z.number(),
  ...PosterDesign.shape,
})
export type Poster = z.output<typeof Poster>
