import { wrong } from '#contract/wrong.ts'
import { csvCell } from '#features/exports/rules.ts'
import { csvLine, csvMark } from '#features/files/csv.rules.ts'
import { logChange, logChanges } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { filtersPrivate } from '../lookup/filterRight.rules.ts'
import { listFor } from '../lookup/registrationList.service.ts'
import { statusOf } from '../rules.ts'
import { statusFactsOf } from '../status/present.service.ts'
import { columns as everyColumn } from './columns.service.ts'
import { consoleRegistrationsExport } from './export.contract.ts'

/** The number of registrations in one part of an export. */
const EXPORTED = 500

export const routes = [
  handle(consoleRegistrationsExport, async ({ input, db, seal, now, who, lang, may, refuse, refuseField }) => {
    if ((input.open || filtersPrivate(input)) && !may('sealed.open')) return refuse('no_permission')
    if (input.open && input.why === '') return refuseField('why', wrong.required)
    const listed = (await listFor({ db, seal, now }, input, EXPORTED)) ?? refuse('race_not_found')
    const { race, rows, after, first } = listed
    const facts = { rows: rows.length, ...(input.open ? { why: input.why } : {}) }
    await db.transaction().execute(async (tx) => {
      await logChange(tx, {
        who,
        now,
        raceid: race.id,
        what: 'registrations exported',
        target: `race ${race.id}`,
        after: facts,
      })
      // Each exported registration gets its own entry in the log, so that the person can learn who has read it.
      if (input.open)
        await logChanges(
          tx,
          rows.map(({ id }) => ({
            who,
            now,
            raceid: race.id,
            what: 'registration opened',
            target: `registration ${id}`,
            after: { why: input.why },
          })),
        )
    })
    const columns = everyColumn.filter(({ right }) => right === undefined || may(right))
    const writing = { lang, zone: race.zone, now, seal: input.open ? seal : null }
    const lines = rows.map((row) => {
      const exported = { row, found: statusOf(statusFactsOf(row, race), now) }
      return columns.map(({ kind, cell }) => csvCell(kind, cell(exported, writing), race.zone))
    })
    return {
      filename: `registrations-${race.id}${input.eventid === undefined ? '' : `-${input.eventid}`}.csv`,
      csv: `${first ? csvMark + csvLine(columns.map(({ label }) => label[lang])) : ''}${lines.map(csvLine).join('')}`,
      rows: rows.length,
      after,
    }
  }),
]
