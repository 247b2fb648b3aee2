import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId, Time, Whole } from '#contract/scalars.ts'
import { Poster, PosterDesign, PosterPicture, posterUses } from './design.contract.ts'

/** The names of a poster in languages other than Simplified Chinese. */
const PosterNames = z.record(z.string(), z.string())
/** A template as its editors see it. */
export const PosterEdited = z.object({
  ...Poster.shape,
  names: PosterNames,
  position: z.number(),
  published: z.boolean(),
  updated_at: Time,
})
export type PosterEdited = z.output<typeof PosterEdited>

export const consolePostersList = post('/console/posters/list', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(PosterEdited) }),
  description: "Lists a race's poster templates in their order, published or not.",
})

export const consolePostersSave = post('/console/posters/save', {
  access: { right: 'certificates.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    eventid: z.optional(z.nullable(Int)),
    use: z.enum(posterUses),
    name: Line(40),
    names: z._default(
      z.record(z.string().check(z.regex(/^(en|zh-tw)$/)), z.string().check(z.trim(), z.maxLength(40))),
      {},
    ),
    design: PosterDesign,
    /** The preview. Without a preview, or with null, the server draws a preview with an invented name. */
    preview: z.optional(z.nullable(PosterPicture)),
    published: z._default(Flag, false),
    /** The `updated_at` of the opened version. The server does not overwrite another person's later change. */
    updated_at: z.optional(z.string()),
  }),
  output: PosterEdited,
  refusals: ['poster_unknown', 'poster_changed_meanwhile', 'event_unknown', 'poster_picture_unknown'],
  description:
    "Creates a poster template at the end of the race's list, or changes a template. Where no preview is given, the " +
    'server draws one. Pictures must be kept for the race first (/console/files/save).',
})

export const consolePostersOrder = post('/console/posters/order', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, ids: z.array(Whole).check(z.minLength(1), z.maxLength(200)) }),
  output: z.object({ items: z.array(PosterEdited) }),
  refusals: ['poster_order_incomplete'],
  description: "Sets the order of a race's poster templates. The call must name each template once.",
})

export const consolePostersRemove = post('/console/posters/remove', {
  access: { right: 'certificates.edit' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['poster_unknown'],
  description: 'Removes a poster template.',
})
