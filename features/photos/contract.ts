import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Page, RaceId, Time, Id } from '#contract/scalars.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'

/** A runner's bib as it is printed and typed: letters and digits. Case, width and spaces do not matter. */
export const Bib = z.string().check(z.overwrite(writtenBib), z.regex(/^[A-Z0-9-]{1,12}$/))
/** The number of photos of a page (docs/behaviour/photos.md, Pages). */
export const PHOTO_PAGE = 20

const photo = {
  id: z.number(),
  raceid: z.number(),
  albumid: z.number(),
  /** The addresses of the photo. `url` is for looking, `thumb` is for a grid, and `original` is the whole picture. */
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
  shared: 5,
  input: z.object(listed),
  output: z.object({
    ...page,
    albums: z.array(Album),
    /** True if the caller may search by face (`/photo/faces`). */ faces: z.boolean(),
  }),
  refusals: ['race_not_found', 'album_not_found'],
  description: "Lists a race's published photos, 20 a page, and its albums. The caller may name one album or one bib.",
})
export const photoFetch = post('/photo/fetch', {
  access: 'anyone',
  shared: 5,
  input: z.object(listed),
  output: z.object(page),
  refusals: ['race_not_found', 'album_not_found'],
  description: 'Lists a page of photos. The answer is that of `/photo/list` without the albums.',
})
export const photoSearchBib = post('/photo/search/bib', {
  access: 'anyone',
  shared: 5,
  input: z.object({
    albumid: Int,
    bib: Bib,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  }),
  output: z.object({ total: z.number(), data: z.array(Photo) }),
  refusals: ['album_not_found'],
  description:
    "Counts the photos of an album that show a bib, and returns the first of them. The race's id is optional. An " +
    'unpublished album has no photos here.',
})
export const photoDetail = post('/photo/detail', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: Id }),
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
    'Shows one photo with its bibs. For a logged-in caller the answer also tells whether the photo is a favourite, ' +
    'shows the caller, or was reported.',
})
export const photoRunner = post('/photo/runner', {
  access: 'anyone',
  shared: 5,
  input: z.object({ raceid: RaceId, bib: Bib }),
  output: z.object({
    bib: z.string(),
    total: z.number(),
    items: z.array(Photo),
    /**
     * Photos by the clock: the place and time at which the runner passed a camera, and the photos around that moment.
     */
    passings: z.array(z.object({ point: z.string(), at: Time, items: z.array(Photo) })),
  }),
  refusals: ['race_not_found'],
  description:
    "Lists a runner's photos: photos that name the bib, and photos of a checkpoint's camera within seconds of the " +
    "runner's passing.",
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
    "Lists the account's own photos, with the bibs of its registrations, race by race (the first 20 of each). It " +
    'also lists the favourites.',
})

export const photoSubscribe = post('/photo/subscribe', {
  access: 'runner',
  input: z.object({ raceid: RaceId, bib: Bib, on: z._default(Flag, true) }),
  output: z.object({ bib: z.string(), subscribed: z.boolean() }),
  refusals: ['race_not_found', 'too_many_subscriptions'],
  description: 'Subscribes the caller to new photos of a bib, or with `on` 0 ends the subscription.',
})
export const photoHassubscribe = post('/photo/hassubscribe', {
  access: 'runner',
  input: z.object({ raceid: RaceId, bib: Bib }),
  output: z.object({ bib: z.string(), subscribed: z.boolean() }),
  refusals: ['race_not_found'],
  description: 'Tells whether the caller is subscribed to new photos of a bib.',
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
  description: "Lists the caller's subscriptions to new photos of bibs, the newest first.",
})
export const photoFavourite = post('/photo/favourite', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: Id, on: z._default(Flag, true) }),
  output: z.object({ id: z.number(), favourite: z.boolean() }),
  refusals: ['race_not_found', 'photo_not_found', 'too_many_favourites'],
  description: "Adds a photo to the caller's favourites, or with `on` 0 removes it.",
})
export const photoReport = post('/photo/report', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    id: Id,
    reason: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  }),
  output: z.object({ id: z.number(), hidden: z.boolean() }),
  refusals: ['race_not_found', 'photo_not_found'],
  description:
    "Asks staff to remove a photo. Where the photo names a bib of the account's own registrations, it is hidden at " +
    'once. Otherwise staff look at it first.',
})

export const albumRules = ['none', 'first', 'all'] as const
export type AlbumRule = (typeof albumRules)[number]
export const photoStates = ['received', 'ready', 'refused', 'hidden'] as const
