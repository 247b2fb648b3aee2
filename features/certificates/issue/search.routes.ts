import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { readEvent } from '#features/events/service.ts'
import { lookUpRows } from '#features/registrations/lookup/publicLookup.service.ts'
import { publishedRace } from '#features/registrations/status/ownership.service.ts'
import { type LookedUpResult, resultsOf } from '#features/results/service.ts'
import { handle } from '#seam/server/handle.ts'
import { type CertificateKind, certificateSearchbyidnum } from '../contract.ts'
import { stands } from './facts.rules.ts'
import { type CertificateEntryRow, listCertificatesFor, listEntriesOf } from '../store.ts'

type Found = { entries: CertificateEntryRow[]; results: LookedUpResult[] }

type Holder = {
  eventid: number
  key: string
  scoreid: number | null
  bib: string | null
  name: string | null
  time: string | null
  nettime: string | null
}
/** Finds a runner's certificates of one kind. */
const certificatesShown = async (
  db: Db,
  raceid: number,
  kind: CertificateKind,
  holder: Holder,
  lang: Lang,
  now: Date,
) => {
  const [definitions, event] = await Promise.all([
    listCertificatesFor(db, raceid, holder.eventid, kind, now),
    readEvent(db, raceid, holder.eventid, now),
  ])
  return event
    ? definitions.map(({ id }) => ({
        kind,
        ...holder,
        event: nameIn(lang, event.name, event.names),
        certificateid: id,
      }))
    : []
}

/**
 * The call that finds certificates by a document number. The owner of the number may have a certificate in each event:
 * for the finish, or else for the registration.
 */
export const routes = [
  handle(certificateSearchbyidnum, async (context) => {
    const { input, db, seal, now, lang, refuse } = context
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const standingBy = async (numbers: Buffer[]): Promise<Found[]> => {
      const entries = await listEntriesOf(db, race.id, numbers)
      const results = await resultsOf(db, race.id, { registrationids: entries.map(({ id }) => id), numbers }, now)
      return entries.length + results.length === 0 ? [] : [{ entries, results }]
    }
    const request = { ...input, asker: context }
    const looked = await lookUpRows({ db, seal }, race.id, request, now, standingBy, ({ results }) =>
      results.map(({ name }) => name),
    )
    if ('wait' in looked) return refuse('too_often', { retry_after: looked.wait })
    if ('refused' in looked) return refuse(looked.refused, looked.facts)
    const shown = (kind: CertificateKind, holder: Holder) => certificatesShown(db, race.id, kind, holder, lang, now)
    const { entries, results } = looked.found[0] ?? { entries: [], results: [] }
    const finished = results.filter(({ outcome }) => outcome === 'finished')
    const others = entries.filter(
      (entry) => stands(entry) && !results.some(({ registrationid }) => registrationid === entry.id),
    )
    const all = await Promise.all([
      ...finished.map(({ _key, id, ...row }) =>
        shown('timing', {
          key: _key,
          scoreid: id,
          eventid: row.eventid,
          bib: row.bib,
          name: row.name,
          time: row.time,
          nettime: row.nettime,
        }),
      ),
      ...others.map((row) =>
        shown('reg', {
          key: row._key,
          scoreid: null,
          eventid: row.eventid,
          bib: row.bib === null ? null : `${row.prefix_bib ?? ''}${row.bib}`,
          name: row.hide_name ? null : row.name,
          time: null,
          nettime: null,
        }),
      ),
    ])
    return all.flat().toSorted((a, b) => a.eventid - b.eventid)
  }),
]
