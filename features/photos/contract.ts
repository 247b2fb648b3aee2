import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Page, RaceId, Time } from '#contract/scalars.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'

/** A runner's number as it is printed and typed: letters and digits. Case, width and spaces do not matter. */
export const Bib = z.string().check(z.overwrite(writtenBib), z.regex(/^[A-Z0-9-]{1,12}$/))
const PhotoId = z.coerce.number().check(z.int(), z.minimum(1))
/** docs/behaviour/photos.md, Pages. */
export const PHOTO_PAGE = 20

const photo = {
  id: z.number(),
  raceid: z.number(),
  albumid: z.number(),
  /** For looking; `thumb` for a grid; `original` is the whole picture. */
  url: z.string(),
  thumb: z.string(),
  original: z.string(),
  width: z.number(),
  height: z.number(),
  taken_at: z.nullable(Time),
}
export const Photo = z.object(photo)
export type Photo = z.output<typeof Photo>

export const Album = z.object({
  id: z.number(),
  raceid: z.number(),
  name: z.string(),
  photographer: z.string(),
  total: z.number(),
  cover: z.nullable(z.string()),
  point: z.nullable(z.string()),
})
export type Album = z.output<typeof Album>

const listed = {
  raceid: RaceId,
  albumid: z.optional(Int),
  bib: z.optional(Bib),
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5000)), 1),
  noloading: z.optional(z.string()),
}
const page = { items: z.array(Photo), total: z.number(), page: z.number(), totalpage: z.number() }

export const photoList = post('/photo/list', {
  access: 'anyone',
  input: z.object(listed),
  output: z.object({
    ...page,
    albums: z.array(Album),
    /** Tells whether the caller may search by face (`/photo/faces`). */ faces: z.boolean(),
  }),
  refusals: ['race_not_found', 'album_not_found'],
  description: "A race's published photos, 20 a page, of one album or one bib where named, and its albums.",
})
export const photoFetch = post('/photo/fetch', {
  access: 'anyone',
  input: z.object(listed),
  output: z.object(page),
  refusals: ['race_not_found', 'album_not_found'],
  description: 'A page of photos alone: what `/photo/list` answers, without the albums.',
})
export const photoSearchBib = post('/photo/search/bib', {
  access: 'anyone',
  input: z.object({
    albumid: Int,
    bib: Bib,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  output: z.object({ total: z.number(), data: z.array(Photo) }),
  refusals: ['album_not_found'],
  description:
    'How many photos of an album show a bib, and the first of them. The album may come without its race; of one that is not published there are none.',
})
export const photoDetail = post('/photo/detail', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: PhotoId }),
  output: z.object({
    ...photo,
    album: z.string(),
    photographer: z.string(),
    bibs: z.array(z.string()),
    favourite: z.boolean(),
    reported: z.boolean(),
    mine: z.boolean(),
  }),
  refusals: ['race_not_found', 'photo_not_found'],
  description:
    'One photo with the bibs in it; logged in also whether it is a favourite, shows oneself, or was reported.',
})
export const photoRunner = post('/photo/runner', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, bib: Bib }),
  output: z.object({
    bib: z.string(),
    total: z.number(),
    items: z.array(Photo),
    /** By the clock: the place and time at which the runner passed a camera, and its photos around that moment. */
    passings: z.array(z.object({ point: z.string(), at: Time, items: z.array(Photo) })),
  }),
  refusals: ['race_not_found'],
  description:
    "A runner's photos: those that name the bib, and those that a checkpoint's camera took within seconds of the runner's passing.",
})
export const photoRaceMy = post('/photo/race/my', {
  access: 'runner',
  input: z.object({ raceid: z.optional(RaceId) }),
  output: z.object({
    races: z.array(
      z.object({
        raceid: z.number(),
        name: z.string(),
        time: Time,
        bibs: z.array(z.object({ bib: z.string(), total: z.number(), subscribed: z.boolean() })),
        items: z.array(Photo),
      }),
    ),
    favourites: z.array(Photo),
  }),
  description:
    "The account's own photos: of the bibs of its registrations, race by race (the first 20 of each), and its favourites.",
})

export const photoSubscribe = post('/photo/subscribe', {
  access: 'runner',
  input: z.object({ raceid: RaceId, bib: Bib, on: z._default(Flag, true) }),
  output: z.object({ bib: z.string(), subscribed: z.boolean() }),
  refusals: ['race_not_found', 'too_many_subscriptions'],
  description: 'Hears of new photos of a bib from now on, or (`on` 0) no more.',
})
export const photoHassubscribe = post('/photo/hassubscribe', {
  access: 'runner',
  input: z.object({ raceid: RaceId, bib: Bib }),
  output: z.object({ bib: z.string(), subscribed: z.boolean() }),
  refusals: ['race_not_found'],
  description: 'Whether one hears of new photos of a bib.',
})
export const photoSubscribes = post('/photo/subscribes', {
  access: 'runner',
  input: z.object(Page),
  output: z.object({
    items: z.array(
      z.object({
        raceid: z.number(),
        race: z.string(),
        bib: z.string(),
        total: z.number(),
        cover: z.nullable(z.string()),
        created_at: Time,
      }),
    ),
    after: z.nullable(z.string()),
  }),
  description: 'The bibs whose new photos one hears of, newest first.',
})
export const photoFavourite = post('/photo/favourite', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: PhotoId, on: z._default(Flag, true) }),
  output: z.object({ id: z.number(), favourite: z.boolean() }),
  refusals: ['race_not_found', 'photo_not_found', 'too_many_favourites'],
  description: "Keeps a photo among one's favourites, or (`on` 0) no more.",
})
export const photoReport = post('/photo/report', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    id: PhotoId,
    reason: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  }),
  output: z.object({ id: z.number(), hidden: z.boolean() }),
  refusals: ['race_not_found', 'photo_not_found'],
  description:
    "Asks that a photo be taken down. Where it names a bib of the account's own registrations it is hidden at once; else staff look at it.",
})

export const albumRules = ['none', 'first', 'all'] as const
export type AlbumRule = (typeof albumRules)[number]
export const photoStates = ['received', 'ready', 'refused', 'hidden'] as const
