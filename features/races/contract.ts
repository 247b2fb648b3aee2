import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Line, RaceId, Time, Whole, GivenMoment } from '#contract/scalars.ts'
import { contactSettings } from './contact.contract.ts'
import { liveSettings } from './live.contract.ts'
import { RefundPolicy } from './refund.contract.ts'
import { PointVideo, ReportRules } from './reports.contract.ts'

/** The keys of menu entries (docs/behaviour/screens.md, Menu). */
export const menuKeys = [
  'signup',
  'query',
  'eventinfo',
  'results',
  'certificate',
  'photos',
  'my',
  'gear',
  'packages',
  'upload',
  'start',
  'racepack',
  'route',
  'video',
  'liveresults',
  'gpslive',
  'guidebook',
  'hotels',
  'tickets',
] as const
export type MenuKey = (typeof menuKeys)[number]
/** A menu entry leads to a page of ours (`page`, with its query) or to an outside `address`. It never has both. */
export const MenuEntry = z.object({
  key: z.enum([...menuKeys, 'other']),
  page: z.optional(z.string().check(z.regex(/^\/(?!\/)/), z.maxLength(300))),
  address: z.optional(z.url({ protocol: /^https$/ })),
  /** The labels by language, for an entry that does not use the usual label of its key. */
  names: z._default(z.record(z.string(), z.string()), {}),
  /** True if runners do not see the entry. Organisers still see it in the console. */
  hidden: z._default(z.boolean(), false),
})
export type MenuEntry = z.output<typeof MenuEntry>

const Colour = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))
export const Skins = z.object({
  primary: z._default(Colour, '#09bb07'),
  menu: z.optional(Colour),
  color: z._default(Colour, '#ffffff'),
})
export type Skins = z.output<typeof Skins>

/** PayPal's currencies whose unit has a hundred parts. */
export const paypalCurrencies = ['USD', 'EUR', 'GBP', 'HKD', 'SGD', 'AUD', 'CAD', 'NZD', 'CHF'] as const

/** Mini-programs that a race's codes may open (docs/behaviour/certificates.md, Codes), and the page that they open. */
export const miniApps = ['helper', 'tnf100', 'danma', 'jd'] as const
export const MiniPage = z.string().check(z.regex(/^[\w-]+(\/[\w-]+)*$/), z.maxLength(128))

/** The position of a watermark on a picture. */
export const watermaskPlaces = ['top-left', 'top-right', 'bottom-left', 'bottom-right', 'center'] as const
export const Watermask = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  /** The watermark's name in other languages. */
  names: z._default(
    z.record(z.string().check(z.regex(/^(en|zh-tw)$/)), z.string().check(z.trim(), z.maxLength(40))),
    {},
  ),
  url: z.string().check(z.regex(/^\/files\/\d+\/[0-9a-f]{32}\.(jpg|png)$/)),
  width: z.number().check(z.int(), z.minimum(8), z.maximum(1280)),
  height: z.number().check(z.int(), z.minimum(8), z.maximum(2560)),
  at: z._default(z.enum(watermaskPlaces), 'bottom-right'),
})
export type Watermask = z.output<typeof Watermask>

/**
 * The race that a reserved place leads to. `event` names one event of that race. Without `event` the place leads to any
 * event of that race. `pays` decides about the fee of that race. With `nothing` the fee that the runner has paid for
 * this race also counts for that race. With `full` the runner pays the price of that race.
 */
export const DeferralTarget = z.object({
  race: RaceId,
  event: z.optional(RaceId),
  pays: z._default(z.enum(['nothing', 'full']), 'nothing'),
})
export type DeferralTarget = z.output<typeof DeferralTarget>

/** A race's own wording of a consent, with its version, and title and body by language. */
export const OwnWording = z.object({
  version: z.string(),
  title: z.record(z.string(), z.string()),
  body: z.record(z.string(), z.string()),
})

export const RaceSettings = z.object({
  /** The number of minutes in which an order can be paid (docs/behaviour/payment.md, Time to pay: 60). */
  pay_minutes: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(10_080)), 60),
  /** True if look-ups of type reg use the runner query (race 1878). */
  query_by_runner: z._default(z.boolean(), false),
  hide_event_name: z._default(z.boolean(), false),
  hide_splits: z._default(z.boolean(), false),
  /** True if the split titles are 比赛用时 and 分段用时 instead of 分段用时 and 分段配速. */
  swap_split_titles: z._default(z.boolean(), false),
  /**
   * A gender rank below this number puts gun time first on the page (races 226, 229, 230: 21). Null means no such rule.
   */
  gun_time_below_rank: z._default(z.nullable(Whole), null),
  report_rules: z.optional(ReportRules),
  /**
   * True if a runner whose result leads to words and a code (`report_rules`) may show and print the result in the hall.
   */
  cast_under_rule: z._default(z.boolean(), false),
  /**
   * The target of codes on posters: `page` is the whole address of the score page, `root` the host without a protocol.
   * Some mini-programs need `root`.
   */
  score_link: z._default(z.enum(['page', 'root']), 'page'),
  videos: z._default(z.array(PointVideo).check(z.maxLength(60)), []),
  /** True if runners may submit results with a proof (/upload). */
  hand_in: z._default(z.boolean(), false),
  /**
   * The number of minutes in which runners may protest, from the moment when provisional results appear (World
   * Athletics TR 8.1). With 0 there are no protests.
   */
  protest_minutes: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(10_080)), 30),
  /** True if finishers have to wait for their certificates until the results are official. */
  certificates_official: z._default(z.boolean(), false),
  /** The name of the race at another timing firm. The page shows that firm's results beside ours. */
  timing_firm: z.optional(z.string().check(z.trim(), z.maxLength(80))),
  ...liveSettings,
  crop_button: z._default(z.boolean(), true),
  /** A fixed page colour instead of the race's own. */
  page_theme: z._default(z.nullable(z.enum(['pink', 'blue'])), null),
  qr_app: z._default(z.enum(miniApps), 'helper'),
  qr_page: z._default(MiniPage, 'pages/webview/webview'),
  /**
   * The code on posters: the mini-program's code or an ordinary code (docs/behaviour/certificates.md, Codes). With
   * `mini`, `poster_qr_only` lists the templates that have the mini-program's code. If the list is empty, every
   * template has this code.
   */
  poster_qr: z._default(z.enum(['web', 'mini']), 'web'),
  poster_qr_only: z._default(z.array(Whole).check(z.maxLength(100)), []),
  /**
   * Watermarks for posters and photos. Sizes are in pixels of a poster that is 1280 wide. A certificate that is marked
   * 水印 has the first watermark.
   */
  watermasks: z._default(z.array(Watermask).check(z.maxLength(20)), []),
  round_qr: z._default(z.boolean(), false),
  /**
   * The currency in which PayPal takes money, and the number of yuan for one unit of this currency. PayPal takes no
   * yuan. Without this setting the race does not offer PayPal.
   */
  paypal: z.optional(
    z.object({
      currency: z.enum(paypalCurrencies),
      rate: z.number().check(z.minimum(0.01), z.maximum(1000), z.multipleOf(0.0001)),
    }),
  ),
  /**
   * The address of the order list, for a race that sells through a partner. The server answers calls for the race's
   * registrations with code 206 and this address.
   */
  orders_url: z.optional(z.url({ protocol: /^https$/ })),
  /**
   * If `refunds` has no rules, a paid runner may leave until `refund_until` and gets the whole fee back. Without
   * `refund_until` such a race gives no refund. Runners may change their registration until `edit_until`, or else until
   * sign-up ends.
   */
  refund_until: z.optional(GivenMoment),
  edit_until: z.optional(GivenMoment),
  /** Until this moment runners may move to another event by themselves. Without the setting only staff move them. */
  move_until: z.optional(GivenMoment),
  /**
   * True if a runner who leaves the waitlist and gets a refund may not enter this race again, as after any other exit
   * (docs/behaviour/waitlist.md, Leaving and the end).
   */
  wait_exit: z._default(z.boolean(), false),
  /**
   * The fen that one member of staff may give back in bulk within a day. Above that, a second person must approve the
   * bulk action. Without this setting no approval is needed.
   */
  approval_above: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(100_000_000_000))),
  /** The rules of refund by event. The rules under '0' apply to every event without rules of its own. */
  refunds: z._default(z.record(z.string(), RefundPolicy), {}),
  /**
   * The reservation of paid places for the next edition, until the moment `until`. `tag` and `description` are the
   * organiser's words for such a registration, by language.
   */
  delay: z.optional(
    z.object({
      until: GivenMoment,
      tag: z.record(z.string(), z.string().check(z.maxLength(40))),
      description: z.record(z.string(), z.string().check(z.maxLength(400))),
      /** The race of the reserved place. Without this setting it is the next edition, which is not open yet. */
      to: z.optional(DeferralTarget),
    }),
  ),
  /** The pictures in the series on the race's home, each with words for people who cannot see it. */
  pictures: z._default(
    z
      .array(
        z.object({
          path: z.string().check(z.regex(/^\/files\/\d+\/[0-9a-f]{32}\.(jpg|png)$/)),
          says: z._default(z.record(z.string(), z.string().check(z.maxLength(200))), {}),
        }),
      )
      .check(z.maxLength(12)),
    [],
  ),
  ...contactSettings,
  teams: z._default(z.boolean(), false),
  /** The least and the most members of a team. Without `team_until` teams may change until sign-up ends. */
  team_least: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(1000)), 2),
  team_most: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(500)), 10),
  team_until: z.optional(GivenMoment),
  /**
   * The most people in one sign-up with friends, the account's owner included. `unpaid_most` is the most unpaid
   * registrations that one account may hold at a time.
   */
  friends_most: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(50)), 10),
  unpaid_most: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(1000)), 20),
  /**
   * The race's own wordings of `terms`, `sensitive`, `guardian`, `disclaimer`, `face` and other consents. Each has its
   * version, and a title and body by language. Without a wording of the race, sign-up does not ask for the disclaimer,
   * and not for the consent to the face check.
   */
  consents: z._default(z.record(z.string(), OwnWording), {}),
  /**
   * Windows of time in which every call of the race's pages waits a random time up to `most_ms`
   * (docs/behaviour/sign-up.md, Request delays).
   */
  delays: z._default(
    z
      .array(
        z.object({
          from: GivenMoment,
          until: GivenMoment,
          most_ms: z.number().check(z.int(), z.minimum(0), z.maximum(60_000)),
        }),
      )
      .check(z.maxLength(20)),
    [],
  ),
})
export type RaceSettings = z.output<typeof RaceSettings>

/** A race. Other products know its first fields, and our own screens need the other fields. */
export const Race = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(['road', 'trail']),
  header: z.nullable(z.string()),
  footer: z.nullable(z.string()),
  bg: z.nullable(z.string()),
  cover: z.nullable(z.string()),
  city: z.string(),
  province: z.string(),
  area: z.string(),
  address: z.string(),
  time: Time,
  zone: z.string(),
  skins: Skins,
  albumid: z.nullable(z.number()),
  menu: z.array(MenuEntry),
  settings: RaceSettings,
})
export type Race = z.output<typeof Race>

export const raceShow = post('/race/show', {
  access: 'anyone',
  shared: 5,
  input: z.object({ raceid: RaceId }),
  output: Race,
  description: 'A published race: names, pictures, place and time, colours, menu and settings.',
})

export const consoleRacesList = post('/console/races/list', {
  access: 'staff',
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        city: z.string(),
        time: Time,
        zone: z.string(),
        published: z.boolean(),
        /** True if the race is out of the lists. An archived race keeps its results. */
        archived: z.boolean(),
        skins: Skins,
      }),
    ),
    /** A free race number, for a caller who may create a race. */
    next_number: z.nullable(z.number()),
    /** True if the caller may create a race. */
    may_create: z.boolean(),
    /** The names of people who can give a role or create a race, for a caller who may not. */
    askable: z.array(z.string()),
  }),
  description:
    'The races for which the member of staff has a role, and whether the member of staff may create another race.',
})
export const courseKinds = ['road', 'trail'] as const
const Picture = z.nullable(z.string().check(z.regex(/^\/files\/\d+\/[0-9a-f]{32}\.(jpg|png)$/)))
const Names = z.record(
  z.string(),
  z.union([z.string().check(z.maxLength(120)), z.record(z.string(), z.string().check(z.maxLength(200)))]),
)
/** A race as its organisers edit it, with all languages, hidden menu entries, and whether the race is published. */
export const RaceEdited = z.object({
  id: z.number(),
  updated_at: z.string(),
  name: z.string(),
  names: Names,
  kind: z.enum(['road', 'trail']),
  city: z.string(),
  province: z.string(),
  area: z.string(),
  address: z.string(),
  time: Time,
  zone: z.string(),
  header: z.nullable(z.string()),
  footer: z.nullable(z.string()),
  bg: z.nullable(z.string()),
  cover: z.nullable(z.string()),
  skins: Skins,
  menu: z.array(MenuEntry),
  settings: RaceSettings,
  published: z.boolean(),
})
export type RaceEdited = z.output<typeof RaceEdited>
export const consoleRacesShow = post('/console/races/show', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId }),
  output: RaceEdited,
  description: 'A race with all its settings, published or not.',
})
export const consoleRacesCreate = post('/console/races/create', {
  access: { right: 'race.edit', scope: 'platform' },
  input: z.object({
    /** The race's id. It is in the race's addresses and never changes. */
    number: RaceId,
    name: Line(80),
    names: z._default(z.object({ en: z.optional(Line(80)), 'zh-tw': z.optional(Line(80)) }), {}),
    kind: z._default(z.enum(courseKinds), 'road'),
    /** An IANA time zone. All times of the race go by its clock. */
    zone: z._default(z.string(), 'Asia/Shanghai'),
    /** The start of the race. Without this field the race is half a year ahead, until the settings name another day. */
    time: z.optional(GivenMoment),
  }),
  output: RaceEdited,
  refusals: ['race_number_taken', 'zone_unknown'],
  description:
    'Creates a race. Runners see the race once it is published. For staff of the whole platform who may edit races.',
})
export const consoleRacesSave = post('/console/races/save', {
  access: { right: 'race.edit' },
  input: z.object({
    raceid: RaceId,
    name: Line(80),
    /** The name, `city`, `province`, `area` and `address`, each by language. */
    names: z._default(
      z.record(z.string(), z.union([Line(120), z.record(z.string(), z.string().check(z.maxLength(200)))])),
      {},
    ),
    city: z._default(z.string().check(z.maxLength(40)), ''),
    province: z._default(z.string().check(z.maxLength(40)), ''),
    area: z._default(z.string().check(z.maxLength(40)), ''),
    address: z._default(z.string().check(z.maxLength(200)), ''),
    skins: Skins,
    menu: z.array(MenuEntry).check(z.maxLength(30)),
    settings: RaceSettings,
    /**
     * The version of the race that the caller read. If somebody else has changed the race since then, the server
     * refuses the call. Without this field the server compares nothing.
     */
    updated_at: z.optional(z.string().check(z.maxLength(40))),
    /** The settings to change. A missing setting stays as it is. */
    more: z.optional(
      z.object({
        kind: z.enum(['road', 'trail']),
        time: GivenMoment,
        header: Picture,
        footer: Picture,
        bg: Picture,
        cover: Picture,
        published: z.boolean(),
      }),
    ),
    /** True if the starts of the events move by the same number of days as the race. */
    move_events: z._default(Flag, false),
    /** True if events without a fee are free on purpose. */
    free: z._default(Flag, false),
  }),
  output: RaceEdited,
  refusals: ['race_changed_meanwhile', 'race_not_sellable'],
  description:
    'Changes a race: names, place, day, colours, pictures, menu, settings, and whether it is published. The days of its events move too where the caller asks for that. A race that is still to be run is published only with an event, fees, a payment channel and a disclaimer; `missing` names the missing ones.',
})
