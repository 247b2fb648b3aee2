import type { Db } from '#db/db.ts'
import type { ReportCertificate } from '../contract.ts'

/**
 * The certificate definition that counts for an event, or the one asked for; given by the room certificates, which
 * stands below this one.
 */
export type CertificateOf = (
  db: Db,
  asked: {
    raceid: number
    eventid: number
    certificateid: number | undefined
    /** Where the one that counts for the event is known: its id and its row's version. */ version?:
      | string
      | null
      | undefined
    now: Date
  },
) => Promise<ReportCertificate | null>
/** Which poster a finisher of an event is offered first. */
export type PosterOf = (db: Db, asked: { raceid: number; eventid: number; now: Date }) => Promise<number | null>

/**
 * When the gun went off for a runner, where the race is timed here; given by the room timing, which stands below this
 * one.
 */
export type GunFor = (db: Db, runner: { raceid: number; eventid: number; bib: string }) => Promise<Date | null>
