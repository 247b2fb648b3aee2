import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, RaceId, Time } from '#contract/scalars.ts'
import { Certificate } from '#features/certificates/contract.ts'
import { Skins } from '#features/races/contract.ts'

const text = z.nullable(z.string())
const id = z.nullable(z.number())
/** A poster result (specification 2 section 3): of a game beside the race, or of the race itself. */
const result = {
  /** Score id: of a game's runner, or of a result. */
  id: z.number(),
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
  posterid: id,
  certificateid: id,
}
export const PosterResult = z.object(result)
export type PosterResult = z.output<typeof PosterResult>

export const posterBygame = post('/poster/bygame', {
  access: 'anyone',
  input: z.object({ raceid: z.optional(RaceId), gameid: z.optional(Int), posterid: z.optional(Int), idnum: Line(60), captchaid: z.optional(z.string().check(z.maxLength(60))), captcha: z.optional(z.string().check(z.maxLength(40))) }),
  /** `data.data` (specification 2 section 7). */
  output: z.object({ data: z.array(PosterResult) }),
  refusals: ['poster_of_whom', 'picture_needed', 'picture_wrong'],
  says: "A runner's results by an exactly known document number: of a published game, or (without gameid) of all the race's games and of the race itself. Limits as /registration/query.",
})

export const posterReport = post('/poster/report', {
  access: 'anyone',
  input: z.object({ id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  output: z.object({
    ...result,
    position: id,
    /** The key of a result of the race; null for a game's runner. */
    key: text,
    race: z.object({ id: z.number(), name: z.string(), header: text, time: Time, zone: z.string(), city: z.string(), skins: Skins }),
    /** The game's certificate with this runner's values; a result of the race has its own (/certificate/show). */
    certificate: z.nullable(Certificate),
    /** Further fields of the organiser's own, as the cards show them: name and value. */
    more: z.array(z.tuple([z.string(), z.string()])),
  }),
  refusals: ['poster_not_found'],
  says: 'A poster result by its score id: whose it is, times, what else the organiser says of it, its poster and certificate. Limited per address; hidden names stay hidden.',
})
