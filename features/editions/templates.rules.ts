import type { EventDraft, EventType } from '#features/events/contract.ts'
import { EventForm } from '#features/events/form.contract.ts'
import { PriceRule } from '#features/events/prices.contract.ts'
import { fieldsWith } from '#features/fields/fields.rules.ts'
import { askAll, askOfNewEvent } from '#features/fields/lists.rules.ts'
import type { MenuEntry, RaceSettings } from '#features/races/contract.ts'
import type { RefundPolicy } from '#features/races/refund.contract.ts'
import { dayAfter } from '#contract/days.ts'
import type { TemplateKey } from './contract.ts'
import { disclaimerTitle, disclaimers, templateEventNames } from './templates.words.ts'

type Line = {
  name: keyof typeof templateEventNames
  type: EventType
  metres: number
  /** The price in yuan. */
  price: number
  places: number
  /** The time limit of the course, in hours after the gun. */
  cutoff: number
  /** The minutes from the first start of the race to the start of this event. */
  after?: number
  ages?: readonly [number, number | undefined]
  draw?: true
  /**
   * The early price, in percent off. The early price ends on the last day of the first tier of refunds, in which most
   * of the fee goes back.
   */
  early?: number
  /** The price for a child with an adult, in percent off. */
  family?: number
  colour: string
}
type Template = {
  kind: 'road' | 'trail'
  disclaimer: keyof typeof disclaimers
  events: readonly Line[]
  ask?: EventForm['ask']
  menu: readonly MenuEntry['key'][]
  settings?: Partial<RaceSettings>
}

const onRoad: readonly MenuEntry['key'][] = ['signup', 'query', 'eventinfo', 'my', 'start', 'packages']
export const templateSets: Readonly<Record<TemplateKey, Template>> = {
  marathon: {
    kind: 'road',
    disclaimer: 'road',
    menu: onRoad,
    events: [
      {
        name: 'full',
        type: 'full',
        metres: 42_195,
        price: 200,
        places: 20_000,
        cutoff: 6.25,
        ages: [20, undefined],
        draw: true,
        colour: '#d9480f',
      },
      {
        name: 'half',
        type: 'half',
        metres: 21_097.5,
        price: 150,
        places: 8_000,
        cutoff: 3.25,
        ages: [16, undefined],
        colour: '#1971c2',
      },
      {
        name: 'fun',
        type: 'fun_run',
        metres: 5_000,
        price: 80,
        places: 5_000,
        cutoff: 1.25,
        after: 15,
        colour: '#2f9e44',
      },
    ],
  },
  half: {
    kind: 'road',
    disclaimer: 'road',
    menu: onRoad,
    events: [
      {
        name: 'half',
        type: 'half',
        metres: 21_097.5,
        price: 150,
        places: 8_000,
        cutoff: 3.25,
        ages: [16, undefined],
        colour: '#1971c2',
      },
      {
        name: 'ten',
        type: '10km',
        metres: 10_000,
        price: 100,
        places: 3_000,
        cutoff: 1.75,
        after: 15,
        ages: [13, undefined],
        colour: '#2f9e44',
      },
    ],
  },
  city10: {
    kind: 'road',
    disclaimer: 'road',
    menu: onRoad,
    events: [
      {
        name: 'ten',
        type: '10km',
        metres: 10_000,
        price: 100,
        places: 5_000,
        cutoff: 1.75,
        ages: [13, undefined],
        colour: '#1971c2',
      },
      {
        name: 'five',
        type: 'fun_run',
        metres: 5_000,
        price: 60,
        places: 3_000,
        cutoff: 1,
        after: 15,
        colour: '#2f9e44',
      },
    ],
  },
  trail: {
    kind: 'trail',
    disclaimer: 'trail',
    menu: ['signup', 'query', 'eventinfo', 'my', 'gear', 'route', 'start'],
    ask: {
      ...askOfNewEvent,
      ...askAll(fieldsWith({ group: 'emergency', asked: 'form' }), 'required'),
      ...askAll(fieldsWith({ group: 'health', asked: 'form' }), 'optional'),
    },
    events: [
      {
        name: 'trail50',
        type: '50km',
        metres: 50_000,
        price: 680,
        early: 15,
        places: 600,
        cutoff: 14,
        ages: [20, 65],
        colour: '#2b8a3e',
      },
      {
        name: 'trail30',
        type: 'short_trail',
        metres: 30_000,
        price: 420,
        early: 15,
        places: 800,
        cutoff: 9,
        after: 30,
        ages: [18, 70],
        colour: '#e67700',
      },
      {
        name: 'trail15',
        type: 'short_trail',
        metres: 15_000,
        price: 220,
        early: 10,
        places: 800,
        cutoff: 5,
        after: 60,
        ages: [16, undefined],
        colour: '#1971c2',
      },
    ],
  },
  fun: {
    kind: 'road',
    disclaimer: 'road',
    menu: ['signup', 'query', 'eventinfo', 'my', 'start'],
    events: [
      {
        name: 'five',
        type: 'fun_run',
        metres: 5_000,
        price: 60,
        family: 20,
        places: 3_000,
        cutoff: 1.25,
        colour: '#2f9e44',
      },
      {
        name: 'family',
        type: 'fun_run',
        metres: 3_000,
        price: 90,
        places: 1_000,
        cutoff: 1,
        after: 15,
        colour: '#e67700',
      },
    ],
  },
  online: {
    kind: 'road',
    disclaimer: 'online',
    menu: ['signup', 'query', 'eventinfo', 'my', 'upload'],
    ask: { email: 'optional' },
    settings: { hand_in: true },
    events: [
      { name: 'online10', type: 'other', metres: 10_000, price: 39, places: 50_000, cutoff: 168, colour: '#1971c2' },
      { name: 'online5', type: 'other', metres: 5_000, price: 29, places: 50_000, cutoff: 168, colour: '#2f9e44' },
    ],
  },
}

/**
 * The addresses of a template's menu. When results and certificates are published, the menu shows them without a change
 * by staff.
 */
const pages: Partial<Record<MenuEntry['key'], string>> = {
  signup: '/baoming',
  query: '/query',
  eventinfo: '/',
  my: '/personallist',
  start: '/start',
  packages: '/package',
  gear: '/check',
  route: '/route',
  upload: '/upload',
}
const menuFrom = (keys: readonly MenuEntry['key'][]): MenuEntry[] =>
  keys.map((key) => ({ key, page: pages[key]!, names: {}, hidden: false }))

/**
 * Each date of a template, as a number of days before the race. The numbers apply if enough time is left before the
 * race.
 */
const before = {
  opens: 90,
  closes: 45,
  draw: 38,
  pays: 31,
  keepTen: 60,
  keepHalf: 40,
  keepMost: 20,
  edits: 30,
} as const
const LONGEST = before.opens + 10

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Returns the functions that compute the dates of a template, each a number of days before the race day. If the race is
 * less than 100 days away, the spans between the dates become shorter, so that all dates fit into the remaining time.
 */
export const templateClock = (time: Date, zone: string, now: Date) => {
  const race = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zone)
  const left = time.getTime() - now.getTime()
  const isNear = left < LONGEST * DAY
  /** Returns a date within the remaining time, at a full hour if the remaining time is long enough. */
  const near = (days: number): Temporal.ZonedDateTime => {
    const ms = time.getTime() - (left * days) / LONGEST
    const step = left > 3 * DAY ? HOUR : 60_000
    return Temporal.Instant.fromEpochMilliseconds(Math.floor(ms / step) * step).toZonedDateTimeISO(zone)
  }
  const dayOf = (days: number) => (isNear ? near(days).toPlainDate() : race.toPlainDate().subtract({ days }))
  return {
    isNear,
    day: (days: number): string => dayOf(days).toString(),
    at: (days: number, plainTime: string): string =>
      (isNear ? near(days) : dayOf(days).toZonedDateTime({ timeZone: zone, plainTime })).toInstant().toString(),
    start: (minutes: number): string => race.add({ minutes }).toInstant().toString(),
  }
}
type Clock = ReturnType<typeof templateClock>

const refundsBy = (clock: Clock): RefundPolicy => {
  const [ten, half, most] = [clock.day(before.keepTen), clock.day(before.keepHalf), clock.day(before.keepMost)]
  const tiers = [
    { from: null, until: ten, percent: 10, fixed: 0 },
    { from: dayAfter(ten), until: half, percent: 50, fixed: 0 },
    { from: dayAfter(half), until: most, percent: 80, fixed: 0 },
  ]
  return {
    exit: true,
    tiers: tiers.filter(({ from, until }) => from === null || from <= until),
    deadline: null,
    reasons: ['injury', 'health', 'work', 'family', 'travel', 'plans', 'other'],
    successor: null,
    cash: null,
  }
}

const pricesFrom = ({ early, family }: Line, clock: Clock): EventDraft['prices'] => [
  ...(early === undefined
    ? []
    : [PriceRule.parse({ id: 'early', kind: 'early', until: clock.day(before.keepTen), percent: early })]),
  ...(family === undefined ? [] : [PriceRule.parse({ id: 'family', kind: 'family', members: 2, percent: family })]),
]

const eventFrom = (line: Line, template: Template, clock: Clock, opens: string, sort: number): EventDraft => {
  const { 'zh-cn': name, ...names } = templateEventNames[line.name]
  const [min, max] = line.ages ?? []
  return {
    name,
    names,
    type: line.type,
    distance: line.metres,
    state: line.draw ? 'draw' : 'normal',
    price: line.price * 100,
    paystate: line.draw ? 'closed' : 'open',
    places: line.places,
    signup_from: opens,
    signup_until: clock.at(before.closes, '17:00'),
    draw_at: line.draw ? clock.at(before.draw, '10:00') : null,
    pay_end: line.draw ? clock.at(before.pays, '17:00') : null,
    start_at: clock.start(line.after ?? 0),
    pay_minutes: null,
    colour: line.colour,
    sort,
    form: EventForm.parse({
      ...(template.ask ? { ask: template.ask } : {}),
      ...(min === undefined ? {} : { min_age: min }),
      ...(max === undefined ? {} : { max_age: max }),
    }),
    start: null,
    cutoff_minutes: line.cutoff * 60,
    prices: pricesFrom(line, clock),
    addons: [],
  }
}

/** Returns the kind, menu, settings and events that a template proposes for a race with this start. */
export const raceFrom = (
  key: TemplateKey,
  { time, zone, signup_from }: { time: Date; zone: string; signup_from: string | undefined },
  now: Date,
) => {
  const template = templateSets[key]
  const clock = templateClock(time, zone, now)
  const opens = signup_from ?? (clock.isNear ? now.toISOString() : clock.at(before.opens, '10:00'))
  return {
    kind: template.kind,
    menu: menuFrom(template.menu),
    settings: {
      ...template.settings,
      edit_until: clock.at(before.edits, '17:00'),
      refunds: { '0': refundsBy(clock) },
      consents: {
        disclaimer: { version: '1', title: disclaimerTitle, body: disclaimers[template.disclaimer] },
      },
    },
    events: template.events.map((line, at) => eventFrom(line, template, clock, opens, at + 1)),
  }
}
