import type { raceWords } from '#features/races/console/race.words.ts'

/** Fields and sections of the race's settings that are found by name; the page leads to the one that it is asked for. */
export const settingFields = [
  'name',
  'kind',
  'time',
  'colour',
  'published',
  'pictures',
  'guidebook',
  'menu',
  'windows',
  'edit_until',
  'refund_until',
  'team_until',
  'rules',
  'pay_minutes',
  'friends_most',
  'unpaid_most',
  'teams',
  'delay',
  'paypal',
  'consents',
  'delays',
] as const satisfies readonly (keyof typeof raceWords)[]
