import { nameIn } from '#contract/words.ts'
import { lockAll } from '#db/locks.ts'
import { eventsOf } from '#features/events/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { clashesIn, isSettled, packsOf } from '../entries.rules.ts'
import { presentHandout } from '../packs.service.ts'
import { listDesks } from '../setup/setup.store.ts'
import { listEntries } from '../store.ts'
import { consoleDesksDoubts, consoleDesksFigures, consoleDesksSettle, consoleDesksWindows } from './figures.contract.ts'
import { byDesk, minutesLeft } from './figures.rules.ts'
import {
  countDoubtful,
  countPacks,
  countQuarters,
  insertSettlement,
  listClashing,
  listDoubtful,
  listSettled,
} from './figures.store.ts'
import { assignWindows } from './windows.service.ts'

/** The limit on the list of clashes. It is high because nobody may overlook a clash. */
const CLASHES_MOST = 5_000
const DOUBTS_MOST = 200

export const figureRoutes = [
  handle(consoleDesksFigures, async ({ input: { raceid }, db, now, who, lang }) => {
    const [desks, quarters, counted, clashing, doubtful, events] = await Promise.all([
      listDesks(db, raceid),
      countQuarters(db, raceid),
      countPacks(db, raceid),
      listClashing(db, raceid, CLASHES_MOST),
      countDoubtful(db, raceid),
      eventsOf(db, raceid),
    ])
    const by = { deskid: null, deviceid: null, staffid: who.staffid }
    const [entries, settlements] = await Promise.all([
      listEntries(db, raceid, clashing),
      listSettled(db, raceid, clashing),
    ])
    const settledOf = new Map(settlements.map((one) => [one.registrationid, one]))
    const clashes = clashesIn(entries)
    const ofDesks = byDesk(quarters, desks, now)
    const sum = (of: 'expected' | 'handed') => counted.reduce((all, event) => all + event[of], 0)
    const [expected, handed] = [sum('expected'), sum('handed')]
    const left = expected - handed
    return {
      expected,
      handed,
      left,
      events: events.flatMap(({ id, name, names }) => {
        const own = counted.find(({ eventid }) => eventid === id)
        return own ? [{ id, name: nameIn(lang, name, names), expected: own.expected, handed: own.handed }] : []
      }),
      desks: ofDesks,
      minutes: minutesLeft(
        left,
        ofDesks.reduce((sum, { pace }) => sum + pace, 0),
      ),
      clashes: clashes
        .toSorted((a, b) => clashing.indexOf(a.registrationid) - clashing.indexOf(b.registrationid))
        .map((clash) => {
          const { registrationid, packs } = clash
          const settled = settledOf.get(registrationid)
          return {
            id: registrationid,
            name: packs[0]!.name,
            bib: packs[0]!.printed,
            packs: packs.map((one) => presentHandout(one, by, true)),
            settled: settled && isSettled(clash, settled.packs) ? settled : null,
          }
        }),
      doubtful,
    }
  }),

  handle(consoleDesksSettle, async ({ input: { raceid, id, packs, note }, now, who, refuse, save }) =>
    save(async (tx) => {
      await lockAll(tx, [{ kind: 'handout', raceid, id }])
      const [clash] = clashesIn(await listEntries(tx, raceid, [id]))
      if (!clash || !isSettled(clash, packs.toSorted())) return refuse('clash_changed')
      const row = { raceid, registrationid: id, packs: packsOf(clash), note, staffid: who.staffid, at: now }
      await insertSettlement(tx, row)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'desk clash settled',
        target: `registration ${id}`,
        after: { packs: clash.packs.length },
      })
      return { id }
    }),
  ),

  handle(consoleDesksDoubts, async ({ input: { raceid }, db, who }) => {
    const found = await listDoubtful(db, raceid, DOUBTS_MOST)
    const by = { deskid: null, deviceid: null, staffid: who.staffid }
    const ids = [...new Set(found.map(({ registrationid }) => registrationid))]
    const rows = new Map((await listEntries(db, raceid, ids)).map((row) => [row.entry, row]))
    return { items: found.map(({ entry }) => presentHandout(rows.get(entry)!, by, true)) }
  }),

  handle(consoleDesksWindows, async ({ input: { raceid }, now, who, save }) =>
    save(async (tx) => {
      await lockAll(tx, [{ kind: 'desks', raceid, id: 0 }])
      const { changed, ...assigned } = await assignWindows(tx, raceid, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'desk windows written',
        target: `race ${raceid}`,
        after: { count: changed },
      })
      return assigned
    }),
  ),
]
