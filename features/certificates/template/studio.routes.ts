import { registrationsOfBib } from '#features/registrations/lookup/findingBibs.service.ts'
import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { skinsOf } from '#features/races/rules.ts'
import { type OfficialResult, finishersAfter, officialByBib } from '#features/results/report/official.service.ts'
import { handle } from '#seam/server/handle.ts'
import { keepStandard } from '../service.ts'
import type { CertificateKind } from '../contract.ts'
import { type CertificateHolder, issue, issuerFor, rowOfHolder } from '../issue/issue.service.ts'
import { findNumbered } from '../store.ts'
import { consoleCertificatesStart, consoleCertificatesTry } from './studio.contract.ts'

type StudioRequest = { raceid: number; kind: CertificateKind; eventid: number | null; bib: string | undefined }

const finisherOf = async (
  db: Db,
  { raceid, eventid, bib }: StudioRequest,
  now: Date,
): Promise<OfficialResult | undefined> => {
  if (bib !== undefined) return officialByBib(db, raceid, bib, eventid, now)
  const events = eventid === null ? (await eventsOf(db, raceid)).map(({ id }) => id) : [eventid]
  for (const id of events) {
    const [first] = await finishersAfter(db, raceid, id, 0, 1, now)
    if (first) return first
  }
  return undefined
}

/** Finds the runner of a preview. The caller is not that runner, so a hidden name stays hidden. */
const certificateHolderOf = async (
  db: Db,
  request: StudioRequest,
  now: Date,
): Promise<CertificateHolder | undefined> => {
  if (request.kind === 'reg') {
    const { raceid, bib } = request
    const worn =
      bib === undefined ? [] : await registrationsOfBib(db, raceid, bib, { eventid: request.eventid ?? undefined })
    if (bib !== undefined && worn.length !== 1) return undefined
    const entry = await findNumbered(db, raceid, worn[0])
    return entry && { kind: 'reg', entry, own: false }
  }
  const result = await finisherOf(db, request, now)
  return result && { kind: 'timing', result, own: false }
}

/** The calls of the certificate editor for everything except saving. */
export const routes = [
  handle(consoleCertificatesStart, async ({ input: { raceid, kind }, db, integrations, now, refuse }) => {
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    const standard = await keepStandard(
      { db, integrations, clock: () => now },
      { raceid, kind, primary: skinsOf(race).primary, city: race.city },
    )
    return typeof standard === 'string' ? refuse('picture_unknown') : standard
  }),

  handle(
    consoleCertificatesTry,
    async ({ input: { raceid, kind, eventid = null, bib }, db, seal, origin, now, refuse }) => {
      const holder =
        (await certificateHolderOf(db, { raceid, kind, eventid, bib: bib?.trim() || undefined }, now)) ??
        refuse('certificate_of_nobody')
      const { values, link } = issue(
        await issuerFor({ db, seal, origin }, raceid, rowOfHolder(holder).eventid, now),
        holder,
        {},
      )
      return { values, link }
    },
  ),
]
