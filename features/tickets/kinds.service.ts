import * as z from 'zod/mini'
import { dayIn } from '#contract/days.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import { dayStart } from '#features/races/refund.rules.ts'
import type { ShownGoods } from '#features/sales/goods/goods.service.ts'
import type { GoodsHooks } from '#features/sales/hooks.service.ts'
import { ticketKinds } from './contract.ts'
import type { SlotDays } from './gate.rules.ts'
import { endTickets, insertTickets, lockUnused } from './store.ts'

const Settings = z.object({
  kind: z.catch(z.enum(ticketKinds), 'other'),
  named: z.catch(z.boolean(), false),
  reentry: z.catch(z.boolean(), false),
  place: z.catch(z.string().check(z.maxLength(100)), ''),
  /** The place in other languages than Simplified Chinese. */
  places: z.catch(z.record(z.string(), z.string().check(z.maxLength(100))), {}),
})
export type TicketSettings = z.output<typeof Settings>
/** Returns the rules of a kind of ticket. A wrong value counts as its default. */
export const ticketSettings = (given: Record<string, unknown>): TicketSettings => Settings.parse(given)

export const ticketPlace = (lang: Lang, { place, places }: Pick<TicketSettings, 'place' | 'places'>): string =>
  nameIn(lang, place, places)

export const hooks: GoodsHooks = {
  settings: ticketSettings,
  paid: insertTickets,
  gone: async (tx, raceid, items, now) => {
    for (const { id, pieces, piece, state } of items)
      if (state === 'paid') await endTickets(tx, raceid, { itemid: id, pieces, piece }, now)
  },
  left: (tx, raceid, items) =>
    lockUnused(
      tx,
      raceid,
      items.map(({ id }) => id),
    ),
}

/** The time for which a slot without an end lasts, in milliseconds, so that an evening may last beyond midnight. */
const OPEN_END_MS = 6 * 3_600_000
/** Lists the days of the slots of a kind, by the calendar of the race. A slot without a time has no days. */
export const ticketDaysOf = ({ variants }: ShownGoods, zone: string): SlotDays[] => {
  const rows = variants.flatMap(({ stock }) => stock)
  const timeless = new Set(rows.filter(({ starts_at }) => starts_at === null).map(({ slot }) => slot))
  return rows.flatMap(({ slot, starts_at, ends_at }): SlotDays[] => {
    if (starts_at === null || timeless.has(slot)) return []
    const last = ends_at ?? new Date(starts_at.getTime() + OPEN_END_MS)
    return [[slot, dayStart(dayIn(zone, starts_at), zone).getTime(), dayStart(dayIn(zone, last), zone, 1).getTime()]]
  })
}

type Stock = ShownGoods['variants'][number]['stock'][number]
const isOpen = (row: Stock, now: Date) => row.open && (row.ends_at === null || row.ends_at > now)

/** Returns the variants and slots that visitors may choose. */
export const choicesIn = (lang: Lang, goods: ShownGoods, now: Date) =>
  goods.variants
    .filter(({ open }) => open)
    .map((variant) => ({
      variantid: variant.id,
      name: nameIn(lang, variant.name, variant.names),
      slots: variant.stock
        .filter((row) => isOpen(row, now))
        .toSorted((a, b) => (a.starts_at?.getTime() ?? 0) - (b.starts_at?.getTime() ?? 0))
        .map((row) => ({ ...row, price: row.price ?? variant.price, free: row.pieces - row.sold })),
    }))
    .filter(({ slots }) => slots.length > 0)

/** Shows a kind of ticket to visitors. Undefined if visitors cannot choose any variant of the kind. */
export const kindIn = (lang: Lang, goods: ShownGoods, now: Date) => {
  const slots = choicesIn(lang, goods, now).flatMap((choice) => choice.slots)
  if (!goods.open || slots.length === 0) return undefined
  const { kind, named, reentry, ...at } = ticketSettings(goods.settings)
  return {
    ...goods,
    kind,
    named,
    reentry,
    place: ticketPlace(lang, at),
    name: nameIn(lang, goods.name, goods.names),
    about: nameIn(lang, goods.about, goods.abouts),
    price_from: Math.min(...slots.map(({ price }) => price)),
    free: slots.reduce((sum, { free }) => sum + free, 0),
  }
}
