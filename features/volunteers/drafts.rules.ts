import type { Text } from '#contract/words.ts'
import { checkDocument, idtypes, isMobileFor } from '#features/people/rules.ts'
import type { VolunteerColumn, VolunteerState } from './contract.ts'
import { shiftOf } from './rules.ts'
import { tooLongIn } from '#features/imports/rules.ts'
import { words } from './words.ts'

/** A volunteer with a shift, from a form or a list. */
export type VolunteerDraft = {
  name: string
  idnum: string
  mobile: string
  post: string
  team: string
  place: string
  starts_at: Date | null
  ends_at: Date | null
  leader: string
  leader_mobile: string
  notes: string
  state: VolunteerState
}

/**
 * Tells whether a text is a document number. Lists do not name the type of document, so any type that accepts the
 * number counts.
 */
export const isDocument = (idnum: string, now: Date): boolean =>
  idtypes.some((idtype) => checkDocument({ idtype, idnum, country: 'CN' }, now).ok)
export const isMobile = (mobile: string): boolean => isMobileFor(mobile, 'passport')

/** The largest number of characters in each text of a volunteer. */
const longest = { name: 80, post: 80, team: 80, place: 200, leader: 80, leader_mobile: 30, notes: 500 } as const
const texts = (Object.keys(longest) as (keyof typeof longest)[]).map((name) => ({
  name,
  label: words[name],
  most: longest[name],
}))

/** Makes a draft from a row of a list, or finds the reason why that is impossible. */
export const volunteerDraftOf = (
  cell: (meaning: VolunteerColumn) => string,
  zone: string,
  now: Date,
): VolunteerDraft | { why: Text } => {
  const [name, idnum, post, mobile] = [cell('name'), cell('idnum'), cell('post'), cell('mobile')]
  if (!name || !post) return { why: words.row_name }
  if (!isDocument(idnum, now)) return { why: words.row_idnum }
  if (mobile && !isMobile(mobile)) return { why: words.row_mobile }
  const long = tooLongIn(texts, (name) => cell(name as VolunteerColumn))
  if (long) return { why: long }
  const shift = shiftOf(cell('from'), cell('until'), zone)
  if ('wrong' in shift) return { why: words.row_time }
  return {
    name,
    idnum,
    mobile,
    post,
    team: cell('team'),
    place: cell('place'),
    ...shift,
    leader: cell('leader'),
    leader_mobile: cell('leader_mobile'),
    notes: cell('notes'),
    state: 'confirmed',
  }
}
