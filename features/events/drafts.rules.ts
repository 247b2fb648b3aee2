import { type EventDraft, EventSettings } from './contract.ts'
import type { EventForm } from './form.contract.ts'
import { type PriceWrong, pricesWrong } from './priceChecks.rules.ts'
import { addonsOf, pricesOf } from './prices.rules.ts'
import { type StoredEvent, formOf, metresOf, paystateOf, eventStateOf, eventTypeOf } from './rules.ts'

type Row = StoredEvent & { sort: number; settings: unknown; updated_at: Date }
const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Turns the row of an event into the draft that staff edit. */
export const eventDraftOf = (row: Row): EventDraft => ({
  name: row.name,
  names: (row.names ?? {}) as EventDraft['names'],
  type: eventTypeOf(row),
  distance: metresOf(row),
  state: eventStateOf(row),
  price: row.price,
  paystate: paystateOf(row),
  places: row.places,
  signup_from: iso(row.signup_from),
  signup_until: iso(row.signup_until),
  pay_end: iso(row.pay_end),
  draw_at: iso(row.draw_at),
  start_at: iso(row.start_at),
  pay_minutes: row.pay_minutes,
  colour: row.colour,
  sort: row.sort,
  form: formOf(row),
  start: EventSettings.safeParse(row.settings ?? {}).data?.start ?? null,
  cutoff_minutes: EventSettings.safeParse(row.settings ?? {}).data?.cutoff_minutes ?? null,
  prices: pricesOf(row),
  addons: addonsOf(row),
})

/** Turns a draft into the columns of a row. `settings` keeps the entries that a draft does not have. */
export const rowFrom = (
  { distance, start, cutoff_minutes, signup_from, signup_until, pay_end, draw_at, start_at, ...draft }: EventDraft,
  settings: unknown,
) => {
  const at = (given: string | null) => (given === null ? null : new Date(given))
  return {
    ...draft,
    distance_cm: distance === null ? null : Math.round(distance * 100),
    signup_from: at(signup_from),
    signup_until: at(signup_until),
    pay_end: at(pay_end),
    draw_at: at(draw_at),
    start_at: at(start_at),
    settings: {
      ...((settings ?? {}) as object),
      start: start ?? undefined,
      cutoff_minutes: cutoff_minutes ?? undefined,
    },
  }
}

/** Returns the row of an event for the next edition of its race. The copy has no entrants and no declared draw. */
export const copiedEvent = (
  row: Record<string, unknown>,
  { parts }: { parts: ReadonlySet<string> },
): Record<string, unknown> => ({
  ...row,
  taken: 0,
  waiting: 0,
  waitlist: false,
  draw_kept: false,
  stopped_at: null,
  poster_reg: null,
  poster_paid: null,
  ...(parts.has('form') ? {} : { form: {} }),
  ...(parts.has('rules') ? {} : { ranking: {} }),
})

export type DraftWrong = 'order' | 'ages' | 'twice' | 'quiz_right' | 'needed' | 'times' | PriceWrong
const firstTwice = (names: readonly string[]): number => names.findIndex((name, at) => names.indexOf(name) !== at)
const formWrong = (form: EventForm): [string, DraftWrong] | undefined => {
  if (form.idtypes.length === 0) return ['form.idtypes', 'needed']
  if (form.min_age !== undefined && form.max_age !== undefined && form.min_age > form.max_age)
    return ['form.max_age', 'ages']
  for (const list of ['clothes', 'packagebus'] as const)
    if (firstTwice(form[list]) >= 0) return [`form.${list}`, 'twice']
  if (form.ask.clothes && form.clothes.length === 0) return ['form.clothes', 'needed']
  for (const list of ['questions', 'quiz', 'zones'] as const) {
    const at = firstTwice(form[list].map(({ name }) => name))
    if (at >= 0) return [`form.${list}.${at}`, 'twice']
  }
  for (const [at, question] of form.questions.entries())
    if (question.kind === 'choice' && question.options.length < 2) return [`form.questions.${at}`, 'needed']
  for (const [at, { options, right, says }] of form.quiz.entries()) {
    if (!says['zh-cn'] && !says.en && !says['zh-tw']) return [`form.quiz.${at}`, 'needed']
    if (firstTwice(options.map(({ value }) => value)) >= 0) return [`form.quiz.${at}`, 'twice']
    if (right === undefined || !options.some(({ value }) => value === right)) return [`form.quiz.${at}`, 'quiz_right']
  }
  // The fastest zone comes first, and only the last zone takes everybody.
  for (const [at, zone] of form.zones.entries()) {
    const before = form.zones[at - 1]
    if (
      before &&
      (before.faster_than === undefined || (zone.faster_than !== undefined && zone.faster_than <= before.faster_than))
    )
      return [`form.zones.${at}`, 'times']
  }
  for (const [at, { age_from, age_to, seconds }] of (form.qualifying?.standards ?? []).entries())
    if (age_from > age_to || !(seconds > 0)) return [`form.qualifying.${at}`, 'ages']
  return undefined
}

/** Finds the first field of a draft that contradicts other fields, with the reason. */
export const draftWrong = (draft: EventDraft): [string, DraftWrong] | undefined => {
  const later = (
    earlier: string | null,
    field: 'signup_until' | 'draw_at' | 'pay_end' | 'start_at',
  ): [string, DraftWrong] | undefined => {
    const at = draft[field]
    return earlier !== null && at !== null && Date.parse(at) <= Date.parse(earlier) ? [field, 'order'] : undefined
  }
  return (
    later(draft.signup_from, 'signup_until') ??
    later(draft.signup_until, 'draw_at') ??
    later(draft.draw_at, 'pay_end') ??
    later(draft.signup_from, 'pay_end') ??
    later(draft.signup_until, 'start_at') ??
    formWrong(draft.form) ??
    pricesWrong(draft)
  )
}
