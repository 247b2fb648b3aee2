import { byId, cursorOf, idIn, numbersIn, pageOf, rowsFor } from '#db/pages.ts'
import { photosOfBibs } from '#features/photos/service.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { correctOne } from '#features/timing/corrections/correcting.service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  consoleSubstitutesDecide,
  consoleSubstitutesList,
  consoleSubstitutesLook,
  consoleSubstitutesPhotos,
  consoleSubstitutesReport,
} from './contract.ts'
import { findSuspicions, keepFound } from './finding.service.ts'
import { bibsOfCase, pageOfCases, suspectShown, suspicionsShown } from './present.service.ts'
import { findFinisher, insertReported, listPhotographed } from './sightings.store.ts'
import { decideCase, lockCase } from './store.ts'
import { words } from './words.ts'

export const routes = [
  handle(consoleSubstitutesLook, async ({ input: { raceid }, db, now, who, refuse, save }) => {
    if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
    const { looked, found } = await findSuspicions(db, raceid)
    return save(async (tx) => {
      const fresh = await keepFound(tx, raceid, found, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'substitutes looked for',
        target: `race ${raceid}`,
        after: { looked, found: found.length, fresh },
      })
      return { looked, found: found.length, fresh }
    })
  }),

  handle(consoleSubstitutesList, async ({ input: { raceid, state, after, limit }, db, lang, now }) => {
    const rows = await pageOfCases(db, raceid, { state, after: idIn(after), limit: rowsFor(limit) })
    const page = pageOf(rows, limit, byId)
    return { items: await suspicionsShown(db, raceid, page.rows, { lang, now }), after: page.after }
  }),

  handle(consoleSubstitutesPhotos, async ({ input: { raceid, eventid, gender, after, limit }, db, now }) => {
    const [ms, id] = numbersIn(after, 2) ?? []
    const past = ms === undefined || id === undefined ? undefined : { ms, id }
    const rows = await listPhotographed(db, { raceid, eventid, gender, past, limit: rowsFor(limit) }, now)
    const page = pageOf(rows, limit, (last) => cursorOf(last.gun_ms, last.id))
    const bibs = page.rows.map(({ bib }) => bib)
    const photos = await photosOfBibs(db, raceid, bibs, now)
    return { items: page.rows.map((row) => suspectShown(row.bib, row, photos)), after: page.after }
  }),

  handle(consoleSubstitutesReport, async ({ input, lang, now, who, refuse, save }) => {
    const { raceid, eventid, bib, kind, note } = input
    return save(async (tx) => {
      if (!(await findFinisher(tx, raceid, eventid, bib))) return refuse('result_not_found')
      const id =
        (await insertReported(tx, raceid, { eventid, kind, bib, evidence: { note } }, now)) ?? refuse('suspicion_there')
      const after = { bib, kind, note }
      await logChange(tx, { who, now, raceid, what: 'substitute reported', target: `suspicion ${id}`, after })
      return (await suspicionsShown(tx, raceid, [(await lockCase(tx, raceid, id))!], { lang, now }))[0]!
    })
  }),

  handle(consoleSubstitutesDecide, async ({ input, lang, now, who, refuse, save }) => {
    const { raceid, id, state, reason, bibs } = input
    return save(async (tx) => {
      const row = (await lockCase(tx, raceid, id)) ?? refuse('suspicion_not_found')
      if (row.state !== 'open') return refuse('suspicion_decided')
      const meant = state === 'substitute' ? [...new Set(bibs)] : []
      if (meant.some((bib) => !bibsOfCase(row).includes(bib))) return refuse('suspicion_other_bib')
      for (const bib of meant) {
        const done = await correctOne(tx, {
          raceid,
          eventid: row.eventid,
          bib,
          change: { kind: 'outcome', outcome: 'dsq', rule: words.rule['zh-cn'] },
          reason,
          who,
          now,
        })
        if (done === 'event_not_found' || done === 'result_not_found') return refuse(done)
        if (typeof done === 'string') throw new Error(`A disqualification was refused: ${done}`)
      }
      await decideCase(tx, raceid, id, { state, reason, staffid: who.staffid }, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: state === 'substitute' ? 'substitute decided' : 'substitute dismissed',
        target: `suspicion ${id}`,
        after: { reason, bibs: meant },
      })
      const decided = (await lockCase(tx, raceid, id))!
      return (await suspicionsShown(tx, raceid, [decided], { lang, now }))[0]!
    })
  }),
]
