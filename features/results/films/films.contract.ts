import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Line, RaceId, Time, Id } from '#contract/scalars.ts'

/** The length of every piece of a film, except for the last piece, in bytes. */
export const pieceBytes = 4 * 1024 * 1024
/** The most bytes of a film: about three hours of a finish line in good quality. */
export const mostFilmBytes = 6 * 1024 * 1024 * 1024
export const mostFilms = 60
export const filmTypes = ['mp4', 'webm'] as const
export type FilmType = (typeof filmTypes)[number]

const Bytes = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))
/** A film. `path` is its address on our origin; the address works once the upload is complete. */
const Film = z.object({
  id: z.number(),
  path: z.string(),
  name: z.string(),
  bytes: z.number(),
  received: z.number(),
  done: z.boolean(),
  created_at: Time,
})
export type Film = z.output<typeof Film>

export const consoleResultsFilms = post('/console/results/films', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(Film) }),
  description: "Films of a race's cameras, newest first, with the number of bytes that have arrived.",
})
export const consoleResultsFilmBegin = upload('/console/results/film/begin', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId, name: Line(200), bytes: Bytes }),
  output: z.object({ film: Film }),
  refusals: ['race_not_found', 'film_missing', 'not_a_film', 'film_too_large', 'films_too_many'],
  description:
    'Begins the upload of a film (MP4 or WebM by its content) with its first piece. The others follow by `/console/results/film/piece`. A second upload with the same name, size and first piece continues the first one.',
})
export const consoleResultsFilmPiece = upload('/console/results/film/piece', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId, id: Id, /** The position in the film at which the piece begins. */ at: Bytes }),
  output: z.object({ film: Film }),
  refusals: ['film_missing', 'film_not_found', 'piece_misplaced'],
  description:
    'The next piece of a film. All pieces but the last have the same length. A piece that is sent twice counts once.',
})
export const consoleResultsFilmRemove = post('/console/results/film/remove', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number() }),
  refusals: ['film_not_found', 'film_in_use'],
  description: "Removes a film that no checkpoint's video shows.",
})
