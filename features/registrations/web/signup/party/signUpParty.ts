import { checkDocument } from '#features/people/rules.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { typedFields } from '#features/fields/lists.rules.ts'
import { type Draft, emptyDraft } from '../draft.ts'

/** The people of one form, in their order. The first person always exists. */
export type Party = readonly Draft[]
/** The form as the device stores it: the fields of the first person at the top, and the other people under `others`. */
export type PartyDraft = Draft & { others: readonly Draft[] }

const whole = (part: Partial<Draft>): Draft => ({ ...emptyDraft, ...part })
export const keptFrom = ([first, ...others]: Party): PartyDraft => ({ ...whole(first ?? {}), others })
export const partyFrom = ({ others, ...first }: Partial<PartyDraft>): Party => [
  whole(first),
  ...(others ?? []).map(whole),
]

/** Fields whose values the form copies to the next person: home, contact and emergency contact. */
const alike = typedFields.filter((name) => ['contact', 'emergency'].includes(fields[name].group))
export const nextPerson = (party: Party): Draft => {
  const last = party[party.length - 1] ?? emptyDraft
  const key = `p${1 + Math.max(...party.map((one) => Number(one.key.slice(1)) || 0))}`
  return {
    ...emptyDraft,
    key,
    eventid: last.eventid,
    keep: last.keep,
    ...Object.fromEntries(alike.map((name) => [name, last[name]])),
  }
}

/** Tells whether an earlier person of the party has the same document. The form shows the fault at the later person. */
export const standsTwice = (party: Party, key: string, now: Date): boolean => {
  const identity = (one: Draft): string | undefined => {
    if (one.person) return `person ${one.person}`
    const verdict = checkDocument(one, now)
    return verdict.ok ? verdict.document.identity : undefined
  }
  const at = party.findIndex((one) => one.key === key)
  const own = party[at] && identity(party[at])
  return own !== undefined && party.slice(0, at).some((one) => identity(one) === own)
}

/**
 * Sorts the sentences about wrong fields by person. `/registration/friends` names fields as `<n>.<field>`,
 * `/registration/save` without a number.
 */
export const wrongsByPerson = (fields: Readonly<Record<string, string>>, party: Party): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, sentence]) => {
      const [, n, field] = /^(?:friends\.)?(\d+)\.(.+)$/.exec(name) ?? [undefined, '0', name]
      return [`${(party[Number(n)] ?? party[0])?.key ?? ''} ${field}`, sentence]
    }),
  )
