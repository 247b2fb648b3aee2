import type * as z from 'zod/mini'
import { chinaDay } from '#contract/days.ts'
import type { Ban } from './contract.ts'
import { banState } from './rules.ts'
import type { BanRow } from './store.ts'

export const banShown = (row: BanRow, now: Date): z.input<typeof Ban> => ({
  id: row.id,
  name: row.name,
  idnum: row.idnum_mask,
  source: row.source,
  reason: row.reason,
  from: row.from_day,
  until: row.until_day,
  everywhere: row.everywhere,
  state: banState({ from: row.from_day, until: row.until_day }, row.lifted_at !== null, chinaDay(now)),
  lift_reason: row.lift_reason,
  lifted_at: row.lifted_at,
})
