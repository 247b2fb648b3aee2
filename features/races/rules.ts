import { type Lang, nameIn } from '#contract/words.ts'
import { MenuEntry, OwnWording, type Race, RaceSettings, Skins } from './contract.ts'
import {
  cardsEntry,
  challengesEntry,
  feedEntry,
  hallEntry,
  luckydrawsEntry,
  menuWords,
  shopEntry,
  teamsEntry,
  trailsEntry,
} from './words.ts'

/** A race as its row holds it. The jsonb columns may lack fields. */
export type StoredRace = Omit<Race, 'skins' | 'menu' | 'settings' | 'kind' | 'time' | 'albumid'> & {
  names: unknown
  kind: string
  time: Date
  albumid: number | null
  skins: unknown
  menu: unknown
  settings: unknown
  published_at: Date | null
}

export const isPublished = (race: { published_at: Date | null }, now: Date): boolean =>
  race.published_at !== null && race.published_at <= now

/**
 * Reads a race's own wordings one by one. An unreadable wording is left out, so that runners are still asked for the
 * other wordings. A wording without a title gets an empty title, and pages show the title of the standard wording.
 */
const wordingsOf = (given: unknown): RaceSettings['consents'] =>
  Object.fromEntries(
    Object.entries(typeof given === 'object' && given !== null ? given : {}).flatMap(([name, one]) => {
      const read = OwnWording.safeParse(typeof one === 'object' ? { title: {}, ...one } : one)
      return read.success ? [[name, read.data]] : []
    }),
  )

/** Reads a race's settings. An unreadable setting gets its default value, so that the race's pages still open. */
export const settingsOf = (race: { settings: unknown }): RaceSettings => {
  const read = RaceSettings.safeParse(race.settings ?? {})
  if (read.success) return read.data
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]))
  const given = typeof race.settings === 'object' && race.settings !== null ? race.settings : {}
  const readable = Object.entries(given).filter(([field]) => !wrong.has(field) && field in RaceSettings.shape)
  const consents = 'consents' in given ? wordingsOf(given.consents) : {}
  return RaceSettings.parse({ ...Object.fromEntries(readable), consents })
}
export const skinsOf = (race: { skins: unknown }): Skins => {
  const skins = Skins.safeParse(race.skins ?? {})
  return skins.success ? skins.data : Skins.parse({})
}
/** Reads a race's menu. A broken entry is left out, so that the page still opens. */
export const menuOf = (race: { menu: unknown }): MenuEntry[] =>
  (Array.isArray(race.menu) ? race.menu : []).flatMap((entry) => {
    const read = MenuEntry.safeParse(entry)
    return read.success && (read.data.page === undefined) !== (read.data.address === undefined) ? [read.data] : []
  })

type Place = Pick<Race, 'city' | 'province' | 'area' | 'address'>
const parts = ['city', 'province', 'area', 'address'] as const
/**
 * Returns the place of a race in the caller's language, or else in the language of the race. `names` holds
 * `{"city": {"en": …}, …}` beside the race's name.
 */
export const placeIn = <Row extends Partial<Place> & { names: unknown }>(
  lang: Lang,
  row: Row,
): Pick<Row, keyof Row & keyof Place> => {
  const names = (typeof row.names === 'object' && row.names !== null ? row.names : {}) as Partial<
    Record<keyof Place, unknown>
  >
  return Object.fromEntries(
    parts.flatMap((part) => (row[part] === undefined ? [] : [[part, nameIn(lang, row[part], names[part])]])),
  ) as Pick<Row, keyof Row & keyof Place>
}

export const menuLabelOf = (entry: Pick<MenuEntry, 'key' | 'names'>, lang: Lang): string =>
  entry.names[lang] ?? (entry.key === 'other' ? (entry.names['zh-cn'] ?? '') : menuWords[entry.key][lang])

const leadsToTeams = ({ page }: Pick<MenuEntry, 'page'>): boolean => /^\/teams?(\?|$)/.test(page ?? '')

/** Returns the menu as runners see it. A race with teams always has an entry for them, unless its organisers hid it. */
const shownMenu = (race: { menu: unknown; settings: unknown }): MenuEntry[] => {
  const menu = menuOf(race)
  const shown = menu.filter(({ hidden }) => !hidden)
  return settingsOf(race).teams && !menu.some(leadsToTeams)
    ? [...shown, { key: 'other', page: '/team', names: teamsEntry, hidden: false }]
    : shown
}

/** Entries that a menu gains while the race offers the content of their pages. */
const offers = {
  results: { key: 'results', page: '/report', names: {}, hidden: false },
  certificate: { key: 'certificate', page: '/query?type=score', names: {}, hidden: false },
  tickets: { key: 'tickets', page: '/tickets', names: {}, hidden: false },
  hotels: { key: 'hotels', page: '/hotels', names: {}, hidden: false },
  shop: { key: 'other', page: '/shop', names: shopEntry, hidden: false },
  feed: { key: 'other', page: '/feed', names: feedEntry, hidden: false },
  hall: { key: 'other', page: '/hall', names: hallEntry, hidden: false },
  luckydraws: { key: 'other', page: '/luckydraw', names: luckydrawsEntry, hidden: false },
  cards: { key: 'other', page: '/cards', names: cardsEntry, hidden: false },
  trails: { key: 'other', page: '/trails', names: trailsEntry, hidden: false },
  challenges: { key: 'other', page: '/challenges', names: challengesEntry, hidden: false },
} as const satisfies Record<string, MenuEntry>
export type MenuOffer = keyof typeof offers
/** Adds entries for the offers of a race to its menu, unless its organisers placed or hid them. */
export const withOffers = (
  shown: readonly MenuEntry[],
  race: { menu: unknown },
  which: readonly MenuOffer[],
): MenuEntry[] => {
  const placed = menuOf(race)
  const isPlaced = (entry: MenuEntry) =>
    placed.some(
      ({ key, page }) =>
        (key === entry.key && key !== 'other') || page === entry.page || page?.split('?', 1)[0] === entry.page,
    )
  return [...shown, ...which.map((one): MenuEntry => offers[one]).filter((entry) => !isPlaced(entry))]
}

export const raceIn = (lang: Lang, row: StoredRace) => ({
  ...row,
  ...placeIn(lang, row),
  name: nameIn(lang, row.name, row.names),
  kind: row.kind === 'trail' ? ('trail' as const) : ('road' as const),
  skins: skinsOf(row),
  menu: shownMenu(row),
  settings: settingsOf(row),
})
