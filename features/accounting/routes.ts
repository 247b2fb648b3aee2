import { readRace } from '#features/races/service.ts'
import { handle } from '#seam/server/handle.ts'
import { consoleAccountingMonth } from './contract.ts'
import { booksOfMonth } from './service.ts'

export const routes = [
  handle(consoleAccountingMonth, async ({ input, db, now, refuse }) => {
    if (!(await readRace(db, input.raceid, now))) return refuse('race_not_found')
    return { items: await booksOfMonth(db, input.raceid, input.month) }
  }),
]
