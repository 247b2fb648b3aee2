import type { OrganisationClass, RaceClass } from '#contract/personal.ts'
import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import type { Parts } from './handle.ts'

/** A kept file whose row is gone; its bytes go once the transaction commits. */
export type GoneFile = { raceid: number; hash: string; ext: string; private: boolean }

/** A registration whose person is erased, held by the transaction. */
export type ErasedRegistration = {
  raceid: number
  id: number
  uid: number
  orderid: number | null
  document_ix: Buffer
  idnum_ix: Buffer
  bib: string | null
  prefix_bib: string | null
  qualifying: unknown
  /** Published results lose name and age. */
  anonymous: boolean
  /** The race was run. */
  over: boolean
}

export type Copying = Pick<Parts, 'db' | 'seal' | 'integrations'> & { lang: Lang; now: Date }
type Working = Pick<Parts, 'db' | 'integrations'> & { now: Date }

/**
 * What a room holds on people: features/privacy lists, copies, erases and forgets by it, and knows no table of another
 * room. Rooms are asked in the opposite of their order, for later rows hang on earlier ones.
 */
export type Personal = {
  /** The tables with a person's id that it answers for. */
  tables: readonly string[]
  /** Whether anything is kept under an account that somebody would miss. */
  holds?: (tx: Tx, uid: number) => Promise<boolean>
  /** How many things of an account there are, by name: parts of one statement, where `uid` stands for the account. */
  counted?: Readonly<Record<string, (uid: string) => string>>
  copy?: {
    /** What stands under an account, by the section of the copy; `mobile` in the clear. */
    ofAccount?: (working: Copying, holder: { uid: number; mobile: string | null }) => Promise<Record<string, unknown>>
    /** What hangs on one registration. Its race's key is prepared. */
    ofRegistration?: (db: Db, raceid: number, registrationid: number) => Promise<Record<string, unknown>>
    /** Files that go with the copy. */
    files?: (working: Copying, uid: number) => Promise<{ name: string; bytes: Buffer }[]>
  }
  erase?: {
    registration?: (tx: Tx, erased: ErasedRegistration, now: Date) => Promise<GoneFile[] | void>
    account?: (tx: Tx, uid: number, now: Date) => Promise<GoneFile[] | void>
  }
  retention?: {
    /** Erases a class of what hangs on a race's registrations after one id, up to another; answers how many rows. */
    span?: (tx: Tx, raceid: number, of: RaceClass, ids: { after: number; upto: number }, now: Date) => Promise<number>
    /** Erases what was settled since, by class: asked every night once the days of the class are over. */
    settled?: Partial<Record<RaceClass, (tx: Tx, raceid: number) => Promise<void>>>
    /** After the last row of a class. */
    files?: (working: Working, raceid: number, of: RaceClass) => Promise<void>
    /** How many rows of a race still hold something of each class. */
    remaining?: (db: Db, raceid: number) => Promise<Partial<Record<RaceClass, number>>>
    /** What goes by its own age: older than `before`, at most so many at a time; answers how many went. */
    organisation?: {
      class: OrganisationClass
      remove: (db: Db, before: Date, now: Date, limit: number) => Promise<number>
      count: (db: Db) => Promise<number>
    }
    /** Papers that the law wants kept, older than that. */
    papers?: (working: Working, before: Date) => Promise<void>
  }
}

/** What every room holds, in the order of the rooms. */
export const everyPersonal = needed<readonly Personal[]>('what rooms hold on people')
