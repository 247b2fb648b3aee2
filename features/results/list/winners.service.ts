import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import type { Winners } from '../contract.ts'
import { clockText, rankingOf, recorded, visible } from '../rules.ts'
import { type ListedResult, type PublishedSheet, listPublishedSheets, listResults } from './list.store.ts'
import { microcache } from './microcache.service.ts'

const genders = ['F', 'M'] as const
/** Reads the first runner of one gender. If the first runner of the list has no official rank, there is no winner. */
const firstOf = async (
  db: Db,
  sheet: PublishedSheet,
  gender: 'F' | 'M',
  now: Date,
): Promise<ListedResult | undefined> => {
  const filter = { raceid: sheet.raceid, sheets: [sheet], q: '', worn: [], by: 'official', limit: 1 } as const
  const { rows } = await listResults(db, { ...filter, gender, outcome: 'finished' }, now)
  return rows.find(({ rank }) => rank !== null)
}

/** Lists the first woman and the first man of each event with published results, for the home page after the race. */
export const winnersOf = async (db: Db, raceid: number, lang: Lang, now: Date): Promise<Winners[]> => {
  const [sheets, events] = await Promise.all([listPublishedSheets(db, raceid, now), eventsOf(db, raceid)])
  const version = sheets.map(({ eventid, updated_at }) => `${eventid}.${updated_at.getTime()}`).join(' ')
  return microcache(db, `winners ${raceid} ${lang} ${version}`, now, async () => {
    const found: Winners[] = []
    for (const event of events) {
      const sheet = sheets.find(({ eventid }) => eventid === event.id)
      if (!sheet) continue
      const { rounding } = rankingOf(event.ranking)
      const runners = []
      for (const gender of genders) {
        const row = await firstOf(db, sheet, gender, now)
        const ms = row && (sheet.clock === 'gun' ? (row.gun_ms ?? row.net_ms) : (row.net_ms ?? row.gun_ms))
        if (!row || ms === null || ms === undefined) continue
        runners.push({
          _key: row._key,
          gender,
          name: visible(row, false).name,
          time: clockText(recorded(ms, rounding)),
        })
      }
      if (runners.length > 0)
        found.push({
          eventid: event.id,
          event: nameIn(lang, event.name, event.names),
          colour: event.colour,
          provisional: sheet.provisional,
          runners,
        })
    }
    return found
  })
}
