import { type Lang, type Text, fill } from '#contract/words.ts'
import type { BallotDeclared, Criterion } from './contract.ts'
import { type BallotRules, type BallotSource, MOST_WEIGHT } from './list/list.rules.ts'
import { words } from './words.ts'

/**
 * The shortest time between the freezing and the source of the seed: the round of the beacon, or the moment of the
 * public number. In that time everybody can read the hash before the seed exists.
 */
export const LEAST_BEFORE_SOURCE_MINUTES = 10
/** The first bit for direct entries in `met`, whose bits tell which rules applied. The bits of weights begin at 0. */
export const DIRECT_BIT = 16

/** Returns the tickets of an entrant who meets the conditions of every weight. */
export const mostTickets = (declared: Pick<BallotDeclared, 'weights'>): number =>
  declared.weights.reduce((sum, { plus }) => sum + plus, 1)

const partsOf = ({ segments, weights, direct }: BallotDeclared): Record<string, readonly Criterion[]> => ({
  segments: segments.map(({ who }) => who),
  weights: weights.map(({ who }) => who),
  direct,
})
/** Lists the races that the criteria of a declaration name, by field. */
export const racesNamed = (declared: BallotDeclared): Record<string, readonly number[]> =>
  Object.fromEntries(
    Object.entries(partsOf(declared)).map(([field, all]) => [
      field,
      [...new Set(all.flatMap((who) => (who.is === 'first_timer' ? who.races : [])))],
    ]),
  )

type Times = { drawAt: Date | null; payEnd: Date | null }
/** Finds the errors of an organiser's declaration: a sentence for each wrong field. */
export const whatIsWrong = (
  declared: BallotDeclared,
  { drawAt, payEnd }: Times,
  event: { places: number },
  now: Date,
): Record<string, Text> => {
  const found: Record<string, Text> = {}
  const { segments, source } = declared
  if (declared.places > event.places) found.places = words.wrong_places
  const last = segments.at(-1)!
  if (last.places !== undefined || last.who.is !== 'everybody') found.segments = words.wrong_last
  else if (segments.slice(0, -1).some(({ places }) => places === undefined)) found.segments = words.wrong_segment_places
  else if (new Set(segments.map(({ name }) => name)).size < segments.length) found.segments = words.wrong_segment_twice
  else if (segments.some(({ name }) => counted.includes(name))) found.segments = words.wrong_segment_name
  if (mostTickets(declared) > MOST_WEIGHT) found.weights = words.wrong_weights
  for (const who of Object.values(partsOf(declared)).flat())
    if (who.is === 'age' && who.from > who.to) found.segments ??= words.wrong_age
  if (declared.direct.some(({ is }) => is === 'everybody')) found.direct = words.wrong_direct
  if (drawAt && drawAt <= now) found.draw_at = words.wrong_draw_at
  if (source.at === undefined) found.source = words.wrong_source_at
  else if (drawAt && drawAt <= new Date(source.at)) found.draw_at = words.wrong_draw_before_source
  if (payEnd && drawAt && payEnd <= drawAt) found.pay_end = words.wrong_pay_end
  return found
}

/** Tells whether the moment of the seed is far enough from the freezing. */
export const isSourceLater = (at: Date, now: Date): boolean =>
  at.getTime() >= now.getTime() + LEAST_BEFORE_SOURCE_MINUTES * 60_000

/**
 * Tells whether nobody can know the public number yet. A person who declares a number that is already known could have
 * chosen it.
 */
export const isNumberAhead = (source: BallotDeclared['source'], now: Date): boolean =>
  source.kind === 'number' && source.at !== undefined && new Date(source.at) > now

/** Words of the counts of an outcome. No segment may have such a name. */
const counted: readonly string[] = ['direct', 'drawn', 'wait']

/**
 * Returns a criterion in its published form. Its members have a fixed order, because the database may change their
 * order.
 */
const publishedWho = (who: Criterion): Criterion => {
  switch (who.is) {
    case 'local':
      return { is: who.is, places: who.places }
    case 'first_timer':
      return { is: who.is, races: who.races }
    case 'gender':
      return { is: who.is, gender: who.gender }
    case 'age':
      return { is: who.is, from: who.from, to: who.to }
    case 'tag':
      return { is: who.is, tag: who.tag }
    default:
      return { is: who.is }
  }
}

const sourceOf = (source: BallotDeclared['source']): BallotSource => {
  if (source.kind === 'number')
    return { kind: 'number', says: source.says, ...(source.at === undefined ? {} : { at: source.at }) }
  if (source.chain === undefined || source.round === undefined)
    throw new Error('A list needs the chain and the round of its beacon')
  return { kind: 'beacon', chain: source.chain, round: source.round }
}

/**
 * Returns line 2 of the list. The line also holds the criteria of segments, weights and direct entries, so that the
 * hash covers these criteria. The method of the draw does not need the criteria.
 */
export const publishedRules = (
  raceid: number,
  eventid: number,
  declared: BallotDeclared,
): BallotRules & Record<string, unknown> => ({
  race: raceid,
  event: eventid,
  places: declared.places,
  segments: declared.segments.map(({ name, places, who }) => ({
    name,
    ...(places === undefined ? {} : { places }),
    who: publishedWho(who),
  })),
  groups: declared.groups,
  source: sourceOf(declared.source),
  weights: declared.weights.map(({ who, plus }) => ({ who: publishedWho(who), plus })),
  direct: declared.direct.map(publishedWho),
  together: declared.together,
})

/** Lists the declared criteria that applied to an entry. */
export const metOf = (
  declared: BallotDeclared,
  met: number,
): { weights: BallotDeclared['weights']; direct: Criterion[] } => ({
  weights: declared.weights.filter((_, at) => (met >> at) & 1),
  direct: declared.direct.filter((_, at) => (met >> (DIRECT_BIT + at)) & 1),
})

export const criterionText = (who: Criterion, lang: Lang): string => {
  switch (who.is) {
    case 'local':
      return fill(words.who_local[lang], { places: who.places.join(lang === 'en' ? ', ' : '、') })
    case 'gender':
      return words[`who_${who.gender}`][lang]
    case 'age':
      return fill(words.who_age[lang], { from: who.from, to: who.to })
    case 'tag':
      return fill(words.who_tag[lang], { tag: who.tag })
    default:
      return words[`who_${who.is}`][lang]
  }
}
