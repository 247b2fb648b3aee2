import type { Db } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import type { ReportCertificate } from '../contract.ts'

type CertificateOf = (
  db: Db,
  whose: {
    raceid: number
    eventid: number
    certificateid: number | undefined
    /** The id and version of the definition that counts for the event, if the caller knows them. */ version?:
      | string
      | null
      | undefined
    now: Date
  },
) => Promise<ReportCertificate | null>
/**
 * Finds the certificate definition of a result: the requested definition, or else the definition that counts for the
 * event.
 */
export const reportCertificate = needed<CertificateOf>('the certificate of a result')

/** Finds the first poster that a finisher of an event can choose. */
export const posterOffered =
  needed<(db: Db, whose: { raceid: number; eventid: number; now: Date }) => Promise<number | null>>(
    'the poster of a finisher',
  )

/** Finds the moment of the gun for a runner. Null if this server does not time the event, or before the gun. */
export const gunOfRunner =
  needed<(db: Db, runner: { raceid: number; eventid: number; bib: string }) => Promise<Date | null>>(
    'the gun of a runner',
  )
