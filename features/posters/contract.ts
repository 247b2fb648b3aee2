import * as z from 'zod/mini'
import { get, post } from '#contract/endpoint.ts'
import { Int, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { Certificate } from '#features/certificates/contract.ts'
import { givenToLookUp, lookupRefusals } from '#features/checks/contract.ts'
import { RaceSettings, Skins } from '#features/races/contract.ts'
import { Poster, posterUses } from './design.contract.ts'

const text = z.nullable(z.string())
const id = z.nullable(z.number())
/** A poster result (docs/behaviour/results.md, Score list), of a game beside the race or of the race itself. */
const result = {
  /** The score id, of a game's runner or of a result. */
  id: z.number(),
  /** The secret key, which opens the result. */
  _key: z.string(),
  kind: z.enum(['game', 'result']),
  raceid: z.number(),
  name: text,
  bib: z.string(),
  event: z.string(),
  time: text,
  nettime: text,
  gender: z.nullable(z.enum(['male', 'female'])),
  meta: z.record(z.string(), z.string()),
  poster: z.object({ gameid: id, html: z.string(), bg: text, albumid: id }),
  /**
   * The requested poster. Without a request it is the game's poster, or the race's first poster for the event. It is
   * null if there is no such poster, or if the runner of a race has not finished.
   */
  posterid: id,
  certificateid: id,
}
export const PosterResult = z.object(result)
export type PosterResult = z.output<typeof PosterResult>

/** The race of a poster, with the facts that the poster's screen shows. */
const raceShown = z.object({
  id: z.number(),
  name: z.string(),
  header: text,
  time: Time,
  zone: z.string(),
  city: z.string(),
  skins: Skins,
  albumid: id,
  settings: z.pick(RaceSettings, {
    crop_button: true,
    page_theme: true,
    poster_qr: true,
    poster_qr_only: true,
    round_qr: true,
  }),
})
export type PosterRace = z.output<typeof raceShown>
/** The texts of a poster about a runner, each under the text's name, and the address in the poster's code. */
const filling = { values: z.record(z.string(), z.string()), link: z.string() }

export const posterBygame = post('/poster/bygame', {
  access: 'anyone',
  input: z.object({
    raceid: z.optional(RaceId),
    gameid: z.optional(Int),
    posterid: z.optional(Int),
    idnum: Line(60),
    ...givenToLookUp,
  }),
  /** The results are under `data.data` on the wire (docs/behaviour/results.md, Score list). */
  output: z.object({ data: z.array(PosterResult) }),
  refusals: ['poster_of_whom', ...lookupRefusals],
  description:
    "Finds a runner's results by a document number that the caller knows exactly. It searches one published game, " +
    "or without gameid all the race's games and the race itself. The limits of /registration/query apply.",
})

export const posterReport = post('/poster/report', {
  access: 'anyone',
  input: z.object({
    /** A score id, or the key of a result or of a game's runner. */
    id: z.coerce.string().check(z.trim(), z.regex(/^([1-9]\d{0,14}|[0-9a-z]{1,6}-[1-9A-HJ-NP-Za-km-z]{22})$/)),
    posterid: z.optional(Int),
    /** The document's number. Without this number a stranger learns nothing from the score id of a game's runner. */
    idnum: z.optional(Line(60)),
    ...givenToLookUp,
  }),
  output: z.object({
    ...result,
    eventid: id,
    position: id,
    /** The key of a result of the race, under which the result has a page; null for a game's runner. */
    key: text,
    /**
     * The key under which the race's results hall shows and prints pictures of this runner. It is the result's key or
     * the key of the game's runner.
     */
    hallkey: z.string(),
    race: raceShown,
    /**
     * The game's certificate with this runner's values. For a result of the race it is null, because /certificate/show
     * has it.
     */
    certificate: z.nullable(Certificate),
    /** The facts that the organiser adds to a game's runner, as the cards show them: name and value. */
    more: z.array(z.tuple([z.string(), z.string()])),
    ...filling,
  }),
  refusals: ['poster_not_found', 'poster_needs_number', ...lookupRefusals],
  description:
    "Shows a poster result by its key or score id: its runner, its times, the organiser's other fields, its poster " +
    "and certificate, the texts of the posters, and the address in their code. For the score id of a game's runner " +
    "the caller needs the document's number (limits as /registration/query), or a session that signed that person " +
    'up. Calls are limited for each address. Hidden names stay hidden.',
})

export const postersC = get('/posters/c_{raceid}', {
  access: 'anyone',
  shared: 30,
  input: z.object({ raceid: RaceId }),
  output: z.array(Poster),
  description:
    "Returns the race's poster template file: its published templates in their order, with every property of a " +
    'template.',
})

export const posterDetail = post('/poster/detail', {
  access: 'anyone',
  shared: 30,
  input: z.object({ raceid: z.optional(RaceId), id: Int }),
  output: z.object({ ...Poster.shape, race: raceShown }),
  refusals: ['poster_unknown'],
  description: "Shows a published poster template by its id. The race's id is optional.",
})

export const registrationPoster = post('/registration/poster', {
  access: 'anyone',
  input: z.object({ id: z.string().check(z.trim(), z.maxLength(60)), raceid: z.optional(RaceId) }),
  output: z.object({
    registration: z.object({ _key: z.string(), name: text, bib: text, eventid: z.number(), event: z.string() }),
    race: raceShown,
    /** The id of the first poster in `posters`. */
    posterid: z.number(),
    posters: z.array(Poster),
    ...filling,
  }),
  refusals: ['registration_not_found', 'poster_none'],
  description:
    'Lists the posters of a valid registration, by its key ("I run this race"). A paid registration gets the ' +
    'posters for paid runners, any other the posters for registered runners. The answer also holds the texts of the ' +
    "posters and the address in their code, which is the race and never the registration. Only the registration's " +
    'own account sees a hidden name.',
})

/** A poster that an account can make, for a result, or for a registration before the race. */
export const MyPoster = z.object({
  raceid: z.number(),
  race: z.string(),
  time: Time,
  zone: z.string(),
  use: z.enum(posterUses),
  key: z.string(),
  scoreid: id,
  name: text,
  bib: text,
  event: z.string(),
  posterid: z.number(),
  preview: text,
  posters: z.number(),
})
export type MyPoster = z.output<typeof MyPoster>

export const posterMy = post('/poster/my', {
  access: 'runner',
  input: z.object({ raceid: z.optional(RaceId), ...Page }),
  output: z.object({ items: z.array(MyPoster), after: text }),
  description:
    "Lists the posters that the account's own registrations can have, the newest registration first. A registration " +
    'with a result gets the poster of the result.',
})
