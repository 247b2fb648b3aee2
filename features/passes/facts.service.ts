import { nameIn } from '#contract/words.ts'
import { isEntered } from '#features/checkin/rules.ts'
import { nameFor } from '#features/people/hiding.rules.ts'
import { placeIn, skinsOf } from '#features/races/rules.ts'
import { type RaceRow, readRace } from '#features/races/service.ts'
import { statusOf } from '#features/registrations/rules.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { statusFactsOf } from '#features/registrations/status/present.service.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import { shownTicket } from '#features/tickets/tickets.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { PassLink } from './links.rules.ts'
import type { PassFacts } from './pass.rules.ts'
import { words } from './words.ts'

type Ground = Pick<Parts, 'db' | 'seal' | 'origin'>

const raceFacts = (race: RaceRow, lang: PassLink['lang']) => ({
  lang,
  race: nameIn(lang, race.name, race.names),
  raceDay: race.time,
  zone: race.zone,
  colour: skinsOf(race).primary,
})
const placeText = (race: RaceRow, lang: PassLink['lang']): string => {
  const { city, address } = placeIn(lang, race)
  return [city, address].filter(Boolean).join(' ')
}

/**
 * Returns the facts of a ticket in a turn. Returns undefined if the ticket was given back or belongs to another person
 * now.
 */
const ticketFacts = async (
  parts: Ground,
  race: RaceRow,
  { id, turn, lang }: PassLink,
  now: Date,
): Promise<PassFacts | undefined> => {
  const shown = await shownTicket(parts, race.id, id, lang, now)
  if (!shown || shown.row.turn !== turn || shown.row.state !== 'valid') return undefined
  const { row, ticket } = shown
  return {
    ...raceFacts(race, lang),
    serial: `t-${race.id}-${id}-${turn}`,
    group: `t-${race.id}-${row.goodsid}-${row.variantid}`,
    title: ticket.goods,
    detail: [ticket.variant, ticket.starts_at ? '' : ticket.slot].filter(Boolean).join(' · '),
    holder: row.holder,
    number: null,
    startZone: null,
    place: ticket.place || placeText(race, lang),
    starts_at: ticket.starts_at,
    ends_at: ticket.ends_at,
    code: ticket.code,
    link: `${parts.origin}/tickets/one?${new URLSearchParams({ raceid: String(race.id), id: row._key })}`,
    updated_at: row.updated_at,
  }
}

/**
 * Returns the facts of a registration, as the status page shows them to the caller. Returns undefined if the
 * registration is not valid any more.
 */
const registrationFacts = async (
  parts: Ground,
  race: RaceRow,
  { id, lang, own }: PassLink,
  now: Date,
): Promise<PassFacts | undefined> => {
  const row = await registrationById(parts.db, race.id, id)
  const given = await raceGiven(parts.db, race.id, now)
  if (!row || !given || !isEntered(row)) return undefined
  const showsBib = statusOf(statusFactsOf(row, given), now).shows.bib && row.bib !== null
  return {
    ...raceFacts(race, lang),
    serial: `r-${race.id}-${id}`,
    group: `r-${race.id}-${row.eventid}`,
    eventid: row.eventid,
    title: nameIn(lang, row.e_name, row.e_names),
    detail: '',
    holder: nameFor(lang, row, own),
    number: showsBib ? `${row.prefix_bib ?? ''}${row.bib}` : null,
    startZone: row.runnerzone,
    place: placeText(race, lang),
    starts_at: row.e_start_at ?? race.time,
    ends_at: null,
    code: `${parts.origin}/queryDetail?${new URLSearchParams({ _key: row._key })}`,
    link: `${parts.origin}/queryDetail?${new URLSearchParams({ _key: row._key })}`,
    updated_at: row.updated_at,
  }
}

/** Returns the present facts of the pass that an address opens. Returns undefined if the pass is no longer valid. */
export const factsOfLink = async (parts: Ground, link: PassLink, now: Date): Promise<PassFacts | undefined> => {
  const race = await readRace(parts.db, link.raceid, now)
  if (!race) return undefined
  return link.subject === 'ticket' ? ticketFacts(parts, race, link, now) : registrationFacts(parts, race, link, now)
}

/**
 * Returns the facts of a pass that is over: the race, and a title that tells that the pass is over. Returns undefined
 * if there is no such race.
 */
export const endedFacts = async (
  parts: Ground,
  { raceid, lang }: Pick<PassLink, 'raceid' | 'lang'>,
  serial: string,
  now: Date,
): Promise<PassFacts | undefined> => {
  const race = await readRace(parts.db, raceid, now)
  return (
    race && {
      ...raceFacts(race, lang),
      serial,
      group: `ended-${raceid}`,
      title: words.ended[lang],
      detail: '',
      holder: null,
      number: null,
      startZone: null,
      place: '',
      starts_at: null,
      ends_at: null,
      code: null,
      link: parts.origin,
      updated_at: now,
    }
  )
}
