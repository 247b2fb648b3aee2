import type { Db, Tx } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { raceDayOf } from '#features/events/rules.ts'
import { readRace } from '#features/races/service.ts'
import { bibsAsPrinted } from '#features/registrations/lookup/findingBibs.service.ts'
import { nameIn, sameText } from '#contract/words.ts'
import { type ImportRow, type ImportWork, importKind } from '#seam/server/imports.ts'
import { text } from '#contract/words.ts'
import { insertRunners, listRunners } from '../course/runners.store.ts'
import { deriveIn, holdTiming } from '../derive/derive.service.ts'
import { linesOfChips, saveChips } from '../reads/chips.store.ts'
import { lesserTitles as lesser, listLongest, listTitles as titles } from '../reads/lists.rules.ts'
import { type StarterItem, type StartersKnown, bibIn, chipIn, planStarters } from './startList.rules.ts'
import { startWords as words } from './startList.words.ts'

/** The choice of no event. A row that names no event then gets the event in which the race knows its bib. */
const AS_NAMED = '0'

const known = async (on: Db | Tx, work: ImportWork, rows: readonly ImportRow[]): Promise<StartersKnown> => {
  const { db, raceid, of, now } = work
  const [events, race] = [await eventsOf(db, raceid), await readRace(db, raceid, now)]
  const printed = await bibsAsPrinted(on, raceid, [...new Set(rows.map(bibIn))])
  const runners = await listRunners(on, raceid, [...new Set(printed.values())])
  const chips = await linesOfChips(on, raceid, [...new Set(rows.map(chipIn))])
  return {
    events: new Map(
      events.flatMap((event) =>
        [event.name, ...Object.values((event.names ?? {}) as Record<string, string>)].map(
          (name) => [name.trim().toLowerCase(), event.id] as const,
        ),
      ),
    ),
    days: new Map(events.map((event) => [event.id, raceDayOf(event, race!)])),
    into: events.find(({ id }) => String(id) === of)?.id,
    printed,
    runners: new Map(runners.map((one) => [one.bib, one])),
    chips: new Map(chips.map(({ chip, bib }) => [chip, bib])),
  }
}

export const startList = importKind<StartersKnown, StarterItem>({
  name: 'start_list',
  label: words.label,
  description: words.description,
  right: 'results.import',
  logged: 'start list imported',
  into: {
    label: words.into,
    choices: async ({ db, raceid, lang }) => [
      { value: AS_NAMED, label: words.as_named[lang] },
      ...(await eventsOf(db, raceid)).map(({ id, name, names }) => ({
        value: String(id),
        label: nameIn(lang, name, names),
      })),
    ],
  },
  columns: [
    { name: 'bib', label: words.bib, titles: titles.bib, lesser: lesser.bib, needed: true, example: sameText('A0001') },
    { name: 'chip', label: words.chip, titles: titles.chip, example: sameText('0580123456') },
    {
      name: 'name',
      label: words.name,
      most: listLongest.name,
      titles: titles.name,
      lesser: lesser.name,
      example: text('王小明', '王小明', 'Wang Xiaoming'),
    },
    {
      name: 'event',
      label: words.event,
      titles: titles.event,
      example: text('半程马拉松', '半程馬拉松', 'Half marathon'),
    },
    { name: 'zone', label: words.zone, most: listLongest.zone, titles: titles.zone, example: sameText('B') },
    { name: 'gender', label: words.gender, titles: titles.gender, example: text('男', '男', 'M') },
    { name: 'age', label: words.age, titles: titles.age, example: sameText('35') },
    { name: 'birth', label: words.birth, titles: titles.birth, example: sameText('1990-01-31') },
    {
      name: 'club',
      label: words.club,
      most: listLongest.club,
      titles: titles.club,
      example: text('江城跑团', '江城跑團', 'River City Runners'),
    },
    { name: 'field', label: words.field, most: listLongest.field, titles: titles.field, example: sameText('') },
  ],
  hold: (tx, { raceid }) => holdTiming(tx, raceid).then(() => undefined),
  known,
  plan: planStarters,
  // The reads of these bibs and chips may belong to other runners from this moment on. The results change in the same
  // transaction.
  apply: async (tx, { raceid, now }, items) => {
    const runners = items.flatMap(({ runner }) => runner ?? [])
    const chips = items.flatMap(({ chip }) => chip ?? [])
    if (runners.length > 0) {
      await insertRunners(tx, raceid, runners)
      await deriveIn(tx, raceid, { bibs: runners.map(({ bib }) => bib) }, now)
    }
    if (chips.length > 0) {
      await saveChips(tx, raceid, chips)
      await deriveIn(tx, raceid, { chips: chips.map(({ chip }) => chip) }, now)
    }
  },
})
