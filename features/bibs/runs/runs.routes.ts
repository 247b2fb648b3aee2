import type { Right } from '#contract/rights.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { holdBibs } from '../changeBib.service.ts'
import { readReserved } from '../rules.ts'
import { tryOut } from '../trial.service.ts'
import { consoleBibsRenumber, consoleBibsRuns, consoleBibsUndo } from './runs.contract.ts'
import { planned, renumberingShown, undoRun, wearersOf, writeRenumbered } from './runs.service.ts'
import { findRun, listRuns } from './runs.store.ts'

const LAST = 9_999_999

/** Returns the names of the events, and whether the race is published. */
const groundOf = async (db: Db, raceid: number, lang: Lang, now: Date) => {
  const [events, race] = [await eventsOf(db, raceid), await readRace(db, raceid, now)]
  return {
    raceid,
    names: new Map(events.map(({ id, name, names }) => [id, nameIn(lang, name, names)])),
    published: race !== undefined && race.published_at !== null,
  }
}

/**
 * Tells whether staff with the right to give bibs may undo a run. To undo a bulk run, staff also need the right to undo
 * bulk actions.
 */
const mayUndo = (bulkid: number | null, may: (right: Right) => boolean): boolean => bulkid === null || may('bulk.undo')

export const routes = [
  handle(consoleBibsRenumber, async ({ input, db, now, who, lang, refuse, save }) => {
    const { raceid, eventid, runid, prefix, from, width, avoid, reserved, changed, dry } = input
    const ground = await groundOf(db, raceid, lang, now)
    if ((eventid === undefined) === (runid === undefined)) return refuse('bibs_of_whom')
    if (eventid !== undefined && !ground.names.has(eventid)) return refuse('event_not_found')
    return tryOut(
      db,
      dry,
      async (tx) => {
        if (!dry) await holdBibs(tx, raceid)
        if (runid !== undefined && !(await findRun(tx, raceid, runid))) return refuse('bib_run_not_found')
        const runners = await wearersOf(tx, raceid, { eventid, runid })
        const range = { prefix, from, to: LAST, width }
        const renumbering = { ...ground, runners, range, exclusions: { avoid, reserved: readReserved(reserved) } }
        const plan = await planned(tx, renumbering)
        if (plan.short > 0) return refuse('bibs_too_few', { short: plan.short })
        const outcome = await renumberingShown(tx, renumbering, plan)
        if (dry || outcome.changed === 0) return outcome
        if (changed !== undefined && changed !== outcome.changed) return refuse('bibs_changed_meanwhile')
        await writeRenumbered(tx, raceid, plan, { who, now })
        await logChange(tx, {
          who,
          now,
          raceid,
          what: 'bibs renumbered',
          target: eventid === undefined ? `race ${raceid}` : `event ${eventid}`,
          after: { given: outcome.changed, ranges: `${outcome.first}–${outcome.last}` },
        })
        return outcome
      },
      save,
    )
  }),

  handle(consoleBibsRuns, async ({ input: { raceid, after: seen, limit }, db, may }) => {
    const lines = await listRuns(db, raceid, { before: idIn(seen), limit: rowsFor(limit) })
    const { rows, after } = pageOf(lines, limit, byId)
    return {
      items: rows.map(({ bulkid, undoes, ...line }) => ({
        ...line,
        bulk: bulkid !== null,
        can: {
          undo: mayUndo(bulkid, may) && undoes === null && !line.undone,
          renumber: undoes === null && !line.undone,
        },
      })),
      after,
    }
  }),

  handle(consoleBibsUndo, async ({ input: { raceid, id, dry }, db, now, who, lang, may, refuse, save }) => {
    const ground = await groundOf(db, raceid, lang, now)
    return tryOut(
      db,
      dry,
      async (tx) => {
        if (!dry) await holdBibs(tx, raceid)
        const run = (await findRun(tx, raceid, id)) ?? refuse('bib_run_not_found')
        if (!mayUndo(run.bulkid, may)) return refuse('no_permission')
        if (run.undoes !== null) return refuse('bib_run_undoes')
        if (run.undone) return refuse('bib_run_undone_before')
        const outcome = await undoRun(tx, ground, run, { who, now, dry })
        if (!dry && outcome.back === 0) return refuse('bibs_changed_meanwhile')
        if (!dry)
          await logChange(tx, {
            who,
            now,
            raceid,
            what: 'bibs taken back',
            target: `race ${raceid}`,
            after: { given: outcome.back },
          })
        return outcome
      },
      save,
    )
  }),
]
