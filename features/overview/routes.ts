import { type Lang, nameIn } from '#contract/words.ts'
import { addonName } from '#features/events/prices.rules.ts'
import { notesDue } from '#features/orders/notes/notes.service.ts'
import { readRace } from '#features/races/service.ts'
import { handle, raw } from '#seam/server/handle.ts'
import { type AddonFigures, type EventFigures, type MoneyFigures, consoleOverviewShow } from './contract.ts'
import { followOverview } from './live.service.ts'
import { type Figures, overviewFigures, readyOf } from './service.ts'
import { countFiles } from './store.ts'

const eventFigures = ({ events, entries }: Figures, nameOf: (name: string, names: unknown) => string): EventFigures[] =>
  events.map(({ id, name, names, colour, places, taken }) => {
    const rows = entries.states.filter((row) => row.eventid === id)
    const of = (state: string) => rows.find((row) => row.state === state)
    return {
      id,
      name: nameOf(name, names),
      colour,
      places,
      taken,
      registered: of('normal')?.live ?? 0,
      paid: of('normal')?.paid ?? 0,
      draw: of('draw')?.live ?? 0,
      to_review: of('audit')?.live ?? 0,
      waitlist: of('wait')?.live ?? 0,
      left: rows.reduce((sum, { left }) => sum + left, 0),
    }
  })

const addonFigures = ({ addons, events }: Figures, lang: Lang, mayMoney: boolean): AddonFigures[] =>
  addons.map(({ names, sum, ...figures }) => {
    const event = events.find(({ id }) => id === figures.eventid)
    return {
      ...figures,
      name: addonName(lang, { names: names as Parameters<typeof addonName>[1]['names'] }) || figures.id,
      event: event ? nameIn(lang, event.name, event.names) : '',
      sum: mayMoney ? sum : null,
    }
  })

const moneyFigures = ({ money, desks }: Figures): MoneyFigures => ({
  received: money.days.reduce((sum, { received }) => sum + received, 0),
  refunded: money.days.reduce((sum, { refunded }) => sum + refunded, 0),
  refunds_failed: desks.refunds_failed,
  invoices: desks.invoices,
  ...money,
})

/** Tells whether a race started more than a day ago. From then on, a lent thing that is not returned is late. */
const isOver = (start: Date, now: Date): boolean => now.getTime() > start.getTime() + 86_400_000

export const routes = [
  handle(consoleOverviewShow, async ({ input, db, integrations, lang, now, who, may, refuse }) => {
    const known = who.roles.some(({ raceid }) => raceid === null || raceid === input.raceid)
    const race = (known && (await readRace(db, input.raceid, now))) || refuse('race_not_found')
    const figures = await overviewFigures(db, race, now)
    const { states: _, ...profile } = figures.entries
    return {
      zone: race.zone,
      entries: may('registrations.read')
        ? {
            ...profile,
            events: eventFigures(figures, (name, names) => nameIn(lang, name, names)),
            addons: addonFigures(figures, lang, may('money.read')),
          }
        : null,
      money: may('money.read') ? moneyFigures(figures) : null,
      approvals: may('money.refund') ? figures.desks.approvals : null,
      handins: may('results.edit') ? figures.desks.handins : null,
      stays: may('hotels.manage') ? figures.desks.stays : null,
      webhooks: may('integrations.manage') ? figures.desks.webhooks : null,
      names: may('names.decide') ? figures.desks.names : null,
      substitutes: may('substitutes.decide') ? figures.desks.substitutes : null,
      clubs: may('clubs.manage') ? figures.desks.clubs : null,
      protests: may('results.edit') ? figures.desks.protests : null,
      control: may('tracking.control') ? figures.desks.control : null,
      packs: may('desk.manage') ? figures.desks.packs : null,
      exports: await countFiles(db, race.id, who.staffid!, now),
      follow_ups: may('money.read') ? await notesDue(db, race, now) : null,
      feed: may('feed.manage') ? figures.desks.feed : null,
      gate_clashes: may('desk.manage') ? figures.desks.gate_clashes : null,
      proofs: may('results.edit') ? figures.desks.proofs : null,
      shop: may('money.read') ? { orders: figures.desks.shop_orders, returns: figures.desks.shop_returns } : null,
      prizes: may('registrations.read') ? figures.desks.prizes : null,
      deposits_out: may('desk.work') ? (isOver(race.time, now) ? figures.desks.deposits_out : 0) : null,
      photo_reports: may('photos.edit') ? figures.desks.photo_reports : null,
      checks: may('race.edit') ? await readyOf({ db, integrations }, race) : null,
    }
  }),
]

export const rawRoutes = [
  raw(
    'GET',
    '/console/overview/live',
    'Sends server-sent events to the staff of a race: `overview` whenever a figure has changed. The page then asks ' +
      '/console/overview/show for the figures.',
    followOverview,
  ),
]
