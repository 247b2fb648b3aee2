import { dayIn } from '#contract/days.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { type AskableField, type StockField, askableFields } from '#features/fields/lists.rules.ts'
import { questionLabel } from '#features/fields/own/answers.rules.ts'
import type { Question } from '#features/fields/own/question.contract.ts'
import { isBuiltInSection, sectionsOf } from '#features/fields/own/sections.rules.ts'
import { optionText } from '#features/fields/words.ts'
import { placeIn } from '#features/races/rules.ts'
import {
  type EventState,
  type EventType,
  type FormField,
  type SignupPhase,
  EventSettings,
  eventStates,
  eventTypes,
} from './contract.ts'
import { EventForm } from './form.contract.ts'
import type { ShownAddon } from './prices.contract.ts'
import { addonName, addonsOf, presentPrice, pricesIn } from './prices.rules.ts'

/** An event as the database stores it. */
export type StoredEvent = {
  raceid: number
  id: number
  name: string
  names: unknown
  type: string
  distance_cm: number | null
  state: string
  price: number
  prices: unknown
  addons: unknown
  paystate: string
  poster_reg: number | null
  poster_paid: number | null
  pay_end: Date | null
  draw_at: Date | null
  pay_minutes: number | null
  places: number
  taken: number
  signup_from: Date | null
  signup_until: Date | null
  start_at: Date | null
  colour: string
  form: unknown
  settings: unknown
  updated_at: Date
  /** True if the waitlist is open. `waiting` is its length at the last count. */
  waitlist?: boolean
  waiting?: number
  /** The moment of the event's cancellation. */
  stopped_at?: Date | null
}
/** The facts about its race that an event needs. */
export type RaceOfEvent = {
  id: number
  name: string
  names: unknown
  city: string
  province: string
  address: string
  time: Date
  zone: string
}

export const eventStateOf = (event: { state: string }): EventState =>
  eventStates.find((state) => state === event.state) ?? 'normal'
export const eventTypeOf = (event: { type: string }): EventType =>
  eventTypes.find((type) => type === event.type) ?? 'other'
export const paystateOf = (event: { paystate: string }): 'open' | 'closed' =>
  event.paystate === 'closed' ? 'closed' : 'open'

/** Tells whether a new registration of the event takes a place at once. In a draw places do not limit the entrants. */
export const holdsPlace = (state: EventState): boolean => state !== 'draw'

/**
 * Returns the number of places that anybody can take now: the free places, less the places that the open waitlist gets.
 */
export const publicPlaces = ({
  places,
  taken,
  waitlist,
  waiting,
}: {
  places: number
  taken: number
  waitlist?: boolean
  waiting?: number
}): number => Math.max(places - taken - (waitlist ? (waiting ?? 0) : 0), 0)
/**
 * Tells whether a sign-up without a place joins the waitlist at once. An entrant of a draw joins the waitlist only when
 * the draw ends. An entrant in review gets a place only after the review.
 */
export const joinsWaitlist = (event: { state: string; waitlist?: boolean }): boolean =>
  event.waitlist === true && event.state === 'normal'

export const signupPhaseOf = (
  event: Pick<
    StoredEvent,
    'signup_from' | 'signup_until' | 'state' | 'places' | 'taken' | 'waitlist' | 'waiting' | 'stopped_at'
  >,
  now: Date,
): SignupPhase => {
  if (event.stopped_at) return 'over'
  if (event.signup_from && now < event.signup_from) return 'soon'
  if (event.signup_until && now >= event.signup_until) return 'over'
  if (!holdsPlace(eventStateOf(event)) || publicPlaces(event) > 0) return 'open'
  return joinsWaitlist(event) ? 'wait' : 'full'
}

/**
 * Returns the certified distance in metres, such as 42,195 or 21,097.5; null if the event has no certified distance.
 */
export const metresOf = ({ distance_cm }: { distance_cm: number | null }): number | null =>
  distance_cm === null ? null : distance_cm / 100

/** Returns the day on which ages count: the day of the event's start, or else the day of the race, in its zone. */
export const raceDayOf = (event: Pick<StoredEvent, 'start_at'>, race: Pick<RaceOfEvent, 'time' | 'zone'>): string =>
  dayIn(race.zone, event.start_at ?? race.time)

/**
 * Reads the fields that an event asks. An unreadable form becomes the default form, so that the page does not break.
 */
export const formOf = (event: { form: unknown }): EventForm => {
  const read = EventForm.safeParse(event.form ?? {})
  return read.success ? read.data : EventForm.parse({})
}

/** Returns the facts about an event's start in the caller's language; null if there are no facts. */
export const startIn = (lang: Lang, event: { settings: unknown }) => {
  const { start } = EventSettings.safeParse(event.settings ?? {}).data ?? {}
  if (!start) return null
  const said = (words: Partial<Record<Lang, string>>) => nameIn(lang, words['zh-cn'] ?? words.en ?? '', words)
  return {
    place: said(start.place),
    address: said(start.address),
    how: said(start.how),
    luggage: said(start.luggage),
    zones: start.zones.map(({ name, at }) => ({ name, at: new Date(at) })),
  }
}

/** The control for each kind of field in the form. */
const shapes: Record<(typeof fields)[AskableField]['kind'], FormField['kind']> = {
  text: 'text',
  name: 'text',
  latin: 'text',
  mail: 'email',
  phone: 'tel',
  place: 'area',
  choice: 'choice',
  stock: 'choice',
}
const isStock = (name: AskableField): name is StockField => fields[name].kind === 'stock'

/** A function that returns the remaining number of a counted thing; null without limit. */
export type LeftOf = (kind: string, name: string) => number | null
const unlimited: LeftOf = () => null

/**
 * Returns a function that returns the remaining number of a counted thing, or null without a limit. The event's own
 * counter and the race's counter are both limits.
 */
export const leftIn = (
  counters: readonly { kind: string; eventid: number; name: string; most: number; taken: number }[],
  eventid: number,
): LeftOf => {
  const left = new Map<string, number>()
  for (const { kind, name, most, taken, eventid: of } of counters) {
    if (of !== 0 && of !== eventid) continue
    const key = `${kind} ${name}`
    left.set(key, Math.min(left.get(key) ?? Infinity, Math.max(most - taken, 0)))
  }
  return (kind, name) => left.get(`${kind} ${name}`) ?? null
}

/**
 * The empty properties of a built-in field. A built-in field may still get a condition (`when`); only an event's own
 * fields have values for the other properties.
 */
const plain = { when: null, personal: false, min: null, least: null, most: null, from: null, until: null }

const builtInField = (
  form: EventForm,
  name: AskableField,
  { lang, section, left }: { lang: Lang; section: string; left: LeftOf },
): FormField[] => {
  const ask = form.ask[name]
  const entry = fields[name]
  const offered = isStock(name) ? form[name] : undefined
  if (!ask || offered?.length === 0) return []
  const options =
    'options' in entry
      ? entry.options.map((value) => ({ value, label: optionText(name, value)[lang], left: null }))
      : (offered ?? []).map((value) => ({ value, label: value, left: left(name, value) }))
  return [
    {
      ...plain,
      when: form.when[name] ?? null,
      name,
      kind: shapes[entry.kind],
      required: ask === 'required',
      label: null,
      hint: null,
      options,
      max: 'typed' in entry ? entry.typed : 100,
      section,
    },
  ]
}

const ownField = (question: Question, lang: Lang, section: string): FormField => ({
  name: question.name,
  kind: question.kind,
  required: question.required,
  label: questionLabel(question)[lang],
  hint: question.hint ? nameIn(lang, question.hint['zh-cn'] ?? '', question.hint) || null : null,
  options: question.options.map(({ value, says }) => ({
    value,
    label: nameIn(lang, says?.['zh-cn'] ?? value, says),
    left: null,
  })),
  max: question.max,
  section,
  when: question.when ?? null,
  personal: question.personal,
  min: question.min ?? null,
  least: question.least ?? null,
  most: question.most ?? null,
  from: question.from ?? null,
  until: question.until ?? null,
})

/** Lists the fields in the order of the form, except the fields that every event asks. */
export const fieldsOf = (form: EventForm, lang: Lang, left: LeftOf = unlimited): FormField[] =>
  sectionsOf(form).flatMap((section) =>
    section.fields.flatMap((name): FormField[] => {
      const builtIn = askableFields.find((field) => field === name)
      if (builtIn) return builtInField(form, builtIn, { lang, section: section.name, left })
      const question = form.questions.find((one) => one.name === name)
      return question ? [ownField(question, lang, section.name)] : []
    }),
  )

/** Returns the quiz without the correct options. */
const quizIn = (form: EventForm, lang: Lang) =>
  form.quiz.map(({ name, says, options }) => ({
    name,
    label: nameIn(lang, says['zh-cn'] ?? says.en ?? name, says),
    options: options.map(({ value, says: option }) => ({
      value,
      label: nameIn(lang, option?.['zh-cn'] ?? value, option),
    })),
  }))

export const formIn = (form: EventForm, lang: Lang, left: LeftOf = unlimited) => ({
  idtypes: form.idtypes,
  min_age: form.min_age ?? null,
  max_age: form.max_age ?? null,
  fields: fieldsOf(form, lang, left),
  sections: sectionsOf(form).map(({ name, says }) => ({
    name,
    title: isBuiltInSection(name) ? null : nameIn(lang, says['zh-cn'] || says.en || name, says),
  })),
  quiz: quizIn(form, lang),
  qualifying: form.qualifying ? { ...form.qualifying, when: form.when.qualifying ?? null } : null,
})

export const addonsIn = (lang: Lang, event: { addons: unknown }, left: LeftOf): ShownAddon[] =>
  addonsOf(event).map(({ names, ...addon }) => ({
    ...addon,
    name: addonName(lang, { names }),
    left: left('addon', addon.id),
  }))

/** Returns an event as runners see it, in the caller's language. `payMinutes` is the race's setting. */
export const eventIn = (
  lang: Lang,
  event: StoredEvent,
  race: RaceOfEvent,
  payMinutes: number,
  now: Date,
  left: LeftOf = unlimited,
) => {
  return {
    ...event,
    name: nameIn(lang, event.name, event.names),
    type: eventTypeOf(event),
    state: eventStateOf(event),
    price: presentPrice(event, race.zone, now).price,
    fee: event.price,
    prices: pricesIn(lang, event, race.zone, now),
    addons: addonsIn(lang, event, left),
    paystate: paystateOf(event),
    distance: metresOf(event),
    places_left: publicPlaces(event),
    signup: signupPhaseOf(event, now),
    cancelled: Boolean(event.stopped_at),
    race_day: raceDayOf(event, race),
    start: startIn(lang, event),
    cutoff_minutes: EventSettings.safeParse(event.settings ?? {}).data?.cutoff_minutes ?? null,
    pay_minutes: event.pay_minutes ?? payMinutes,
    form: formIn(formOf(event), lang, left),
    race: { ...race, ...placeIn(lang, race), name: nameIn(lang, race.name, race.names) },
  }
}
