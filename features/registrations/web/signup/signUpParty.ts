import type { RaceEvent } from '#features/events/contract.ts'
import { checkDocument } from '#features/people/rules.ts'
import { type Charge, chargeWith } from '../../payment/pricing.rules.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { typedFields } from '#features/fields/lists.rules.ts'
import { type Draft, emptyDraft } from './signUpForm.ts'

/** The people of one form, in their order; there is always a first. */
export type Party = readonly Draft[]
/**
 * How a form is kept on the device: the first person's fields by themselves, others who comes along under `others`.
 */
export type PartyDraft = Draft & { others: readonly Draft[] }

const whole = (part: Partial<Draft>): Draft => ({ ...emptyDraft, ...part })
export const keptFrom = ([first, ...others]: Party): PartyDraft => ({ ...whole(first ?? {}), others })
export const partyFrom = ({ others, ...first }: Partial<PartyDraft>): Party => [
  whole(first),
  ...(others ?? []).map(whole),
]

/**
 * What was asked once is not asked again of the next in the family: where they live, how to reach them, whom to call.
 */
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

/** Whether somebody else of the party has the same document: the one further down is told. */
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
 * Sentences about wrong fields, told apart by person. From `/registration/friends` they come as `<n>.<field>`, from
 * `/registration/save` bare.
 */
export const wrongsByPerson = (fields: Readonly<Record<string, string>>, party: Party): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, sentence]) => {
      const [, n, field] = /^(?:friends\.)?(\d+)\.(.+)$/.exec(name) ?? [undefined, '0', name]
      return [`${(party[Number(n)] ?? party[0])?.key ?? ''} ${field}`, sentence]
    }),
  )

/** What is asked for in an event with the code that was brought; one of another event brings nothing here. */
export const chargeIn = (
  event: Pick<RaceEvent, 'id' | 'price'>,
  brought: { price: number | null; eventid: number | null } | undefined,
): Charge =>
  chargeWith(brought && (brought.eventid === null || brought.eventid === event.id) ? brought : undefined, event.price)
