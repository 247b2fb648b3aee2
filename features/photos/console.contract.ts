import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Flag, Int, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { SheetName, tableRefusals } from '#features/files/contract.ts'
import { Bib, albumRules, photoStates } from './contract.ts'

const right = { right: 'photos.edit' } as const
const PhotoIds = z.array(z.coerce.number().check(z.int(), z.minimum(1))).check(z.minLength(1), z.maxLength(200))
export const Counts = z.object({
  received: z.number(),
  ready: z.number(),
  refused: z.number(),
  hidden: z.number(),
  untagged: z.number(),
})
export const AlbumEdited = z.object({
  id: z.number(),
  name: z.string(),
  names: z.record(z.string(), z.string()),
  photographer: z.string(),
  position: z.number(),
  names_bibs: z.enum(albumRules),
  point: z.nullable(z.string()),
  clock_offset_ms: z.number(),
  published_at: z.nullable(Time),
  counts: Counts,
  cover: z.nullable(z.string()),
})
export type AlbumEdited = z.output<typeof AlbumEdited>
export const PhotoEdited = z.object({
  id: z.number(),
  albumid: z.number(),
  filename: z.string(),
  state: z.enum(photoStates),
  why: z.nullable(z.string()),
  url: z.nullable(z.string()),
  thumb: z.nullable(z.string()),
  taken_at: z.nullable(Time),
  bibs: z.array(z.object({ bib: z.string(), source: z.string(), known: z.boolean() })),
})
export type PhotoEdited = z.output<typeof PhotoEdited>

export const consolePhotosAlbums = post('/console/photos/albums', {
  access: right,
  input: z.object({ raceid: RaceId }),
  output: z.object({
    items: z.array(AlbumEdited),
    points: z.array(z.string()),
    reports: z.number(),
    recognition: z.boolean(),
  }),
  description:
    "Lists a race's albums with the progress of their photos, the checkpoints where a camera may stand, and the " +
    'number of waiting reports.',
})
export const consolePhotosAlbum = post('/console/photos/album', {
  access: right,
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    name: Line(80),
    names: z._default(
      z.record(z.string().check(z.regex(/^(en|zh-tw)$/)), z.string().check(z.trim(), z.maxLength(80))),
      {},
    ),
    photographer: z._default(z.string().check(z.trim(), z.maxLength(80)), ''),
    position: z._default(Int, 0),
    names_bibs: z._default(z.enum(albumRules), 'first'),
    point: z.optional(z.nullable(Line(40))),
    /** The correction of the camera's clock, in milliseconds. */
    clock_offset_ms: z._default(Int, 0),
    published: z._default(Flag, false),
  }),
  output: z.object({ id: z.number(), published_at: z.nullable(Time) }),
  refusals: ['album_not_found'],
  description: 'Creates or changes an album. A new camera offset also moves the times of its present photos.',
})
export const consolePhotosKnown = post('/console/photos/known', {
  access: right,
  input: z.object({
    raceid: RaceId,
    albumid: Int,
    sha256: z.array(z.string().check(z.regex(/^[0-9a-f]{64}$/))).check(z.maxLength(2000)),
  }),
  output: z.object({ known: z.array(z.string()) }),
  refusals: ['album_not_found'],
  description:
    'Lists which of these files an album has already, by the SHA-256 of the sent file. An interrupted upload then ' +
    'continues with the other files.',
})
export const consolePhotosUpload = upload('/console/photos/upload', {
  access: right,
  input: z.object({ raceid: RaceId, albumid: Int }),
  output: z.object({ items: z.array(z.object({ filename: z.string(), id: z.number(), new: z.boolean() })) }),
  refusals: ['album_not_found', 'file_missing', 'not_a_picture'],
  description:
    'Receives one to four photos. Each photo is kept before the answer. A photo that is sent twice is kept once. ' +
    'The server prepares the photos in the background.',
})
export const consolePhotosList = post('/console/photos/list', {
  access: right,
  input: z.object({
    raceid: RaceId,
    albumid: Int,
    state: z.optional(z.enum([...photoStates, 'untagged'])),
    bib: z.optional(Bib),
    ...Page,
  }),
  output: z.object({ items: z.array(PhotoEdited), after: z.nullable(z.string()), counts: Counts }),
  refusals: ['album_not_found'],
  description:
    "Lists an album's photos in the order of upload, with their state and bibs. `untagged` lists prepared photos " +
    'without a bib.',
})
export const consolePhotosTag = post('/console/photos/tag', {
  access: right,
  input: z.object({
    raceid: RaceId,
    ids: PhotoIds,
    add: z._default(z.array(Bib).check(z.maxLength(60)), []),
    remove: z._default(z.array(Bib).check(z.maxLength(60)), []),
  }),
  output: z.object({ items: z.array(PhotoEdited) }),
  refusals: ['photo_not_found'],
  description:
    'Adds bibs to these photos by hand, or removes them. A bib that a person removed stays removed, until a person ' +
    'adds it again.',
})
export const consolePhotosTaglist = upload('/console/photos/taglist', {
  access: right,
  input: z.object({ raceid: RaceId, albumid: Int, sheet: SheetName }),
  output: z.object({
    tagged: z.number(),
    lines: z.number(),
    problems: z.array(z.object({ line: z.number(), says: z.string() })),
    more: z.number(),
  }),
  refusals: ['album_not_found', 'file_missing', 'list_empty', ...tableRefusals, 'photo_list_columns'],
  description:
    'Imports a list (CSV or .xlsx: file name, bibs) into an album. The answer names lines without a known photo or ' +
    'a bib.',
})
export const consolePhotosHide = post('/console/photos/hide', {
  access: right,
  input: z.object({
    raceid: RaceId,
    ids: PhotoIds,
    hidden: z._default(Flag, true),
    why: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  output: z.object({ changed: z.number() }),
  refusals: ['photo_not_found'],
  description: 'Removes photos from view, or shows them again.',
})
export const consolePhotosReports = post('/console/photos/reports', {
  access: right,
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({
    items: z.array(
      z.object({ id: z.number(), own: z.boolean(), reason: z.string(), created_at: Time, photo: PhotoEdited }),
    ),
    after: z.nullable(z.string()),
  }),
  description:
    'Lists waiting reports. Where the reporting person is in the photo, it is hidden already and stays hidden ' +
    'unless staff show it again.',
})
export const consolePhotosReport = post('/console/photos/report', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int, take_down: Flag }),
  output: z.object({ id: z.number(), state: z.enum(['taken_down', 'kept']) }),
  refusals: ['report_not_found'],
  description: 'Decides a report: the photo stays hidden, or is shown again.',
})
