import type { raceWords } from '#features/races/console/race.words.ts'

/**
 * Fields and sections of the race's settings that people find by name. The page scrolls to the field or section that
 * the address names.
 */
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
  'move_until',
  'refund_until',
  'team_until',
  'rules',
  'pay_minutes',
  'friends_most',
  'unpaid_most',
  'teams',
  'delay',
  'approval_above',
  'paypal',
  'consents',
  'delays',
] as const satisfies readonly (keyof typeof raceWords)[]
