/**
 * The meaning of a file's column. `split:<label>` is the time at a point since the start, `segment:<label>` the time
 * since the previous point. `start` is the number of seconds between the gun and the runner's own start.
 */
export const meanings = [
  'bib',
  'name',
  'first_name',
  'last_name',
  'gender',
  'age',
  'birth',
  'agegroup',
  'document',
  'field',
  'gun',
  'net',
  'start',
  'outcome',
  'reason',
  'rank',
  'rank_gender',
  'rank_agegroup',
  'country',
  'city',
  'club',
] as const
export type Plain = (typeof meanings)[number]
export type Meaning = Plain | `split:${string}` | `segment:${string}`

/** The reasons why a row is refused or doubtful. The sentences are in features/results/import/import.words.ts. */
export const refusedWords = ['no_bib', 'bib_too_long', 'bib_twice', 'no_time'] as const
export const doubtfulWords = [
  'not_a_time',
  'minutes_as_hours',
  'hours_and_minutes',
  'day_fraction',
  'plain_number',
  'implausible',
  'split_implausible',
  'split_out_of_order',
  'bad_rank',
  'place_zero',
  'rank_of_unfinished',
  'unknown_outcome',
  'unknown_gender',
  'bad_age',
  'bad_birth',
  'text_cut',
  'row_repeated',
  'no_finish_time',
  'net_over_gun',
  'unknown_bib',
  'name_differs',
  'rank_differs',
] as const
/** Doubts about a file as a whole. */
export const fileDoubtWords = [
  'race_ahead',
  'times_unfit',
  'letters_lost',
  'field_proposed',
  'places_later',
  'places_earlier',
  'places_shift_often',
  'places_differ',
  'places_unchecked',
  'places_untimed',
] as const
export type FileDoubtWord = (typeof fileDoubtWords)[number]
export type RefusedWord = (typeof refusedWords)[number]
export type DoubtfulWord = (typeof doubtfulWords)[number]
