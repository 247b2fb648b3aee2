import type { Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { countFinishers } from '#features/results/report/official.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { CertificateKind } from '../contract.ts'
import { EXPORT, frozenOf } from './drawExports.service.ts'
import { insertExport } from './exports.store.ts'
import type { Frozen } from '../render/renderer.service.ts'
import { type CertificateRow, countEntries, findCertificateFor } from '../store.ts'

/** Returns the values with which each round of an export begins. */
export const begin = (row: CertificateRow, now: Date) => ({
  certificateid: row.id,
  kind: row.kind,
  name: row.name,
  version: row.version,
  began_at: now,
  state: 'drawing',
  why: null,
  upto: 0,
  seen: 0,
  left_out: 0,
  ready_at: null,
  expires_at: null,
})

type Ordered = {
  row: CertificateRow
  raceid: number
  eventid: number
  format: 'jpg' | 'pdf'
  total: number
  frozen: Frozen
  staffid: number | null
}
/** Begins an export of the certificates of all holders of an event. A job draws the pictures in the background. */
export const orderExport = async (tx: Tx, { row, frozen, ...of }: Ordered, now: Date): Promise<number> => {
  const made = await insertExport(tx, { ...begin(row, now), ...of, definition: frozen, created_at: now })
  await addJob(tx, EXPORT, {}, { key: EXPORT })
  return made
}

/**
 * Begins an export of an event's certificates with the definition that is valid for the event. The function begins no
 * export of a definition in HTML.
 */
export const drawAll = async (
  { db }: Pick<Parts, 'db'>,
  { raceid, eventid, kind }: { raceid: number; eventid: number; kind: CertificateKind },
  now: Date,
): Promise<void> => {
  const row = await findCertificateFor(db, raceid, eventid, kind, now)
  const total = await (kind === 'timing' ? countFinishers(db, raceid, eventid, now) : countEntries(db, raceid, eventid))
  if (!row || row.form !== 'boxes' || total === 0) return
  const frozen = await frozenOf(db, row, now)
  await db
    .transaction()
    .execute((tx) => orderExport(tx, { row, raceid, eventid, format: 'jpg', total, frozen, staffid: null }, now))
}
