import type { Merging, OrganisationClass, RaceClass } from '#contract/personal.ts'
import type { Lang, Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import type { Parts } from './handle.ts'

/**
 * A file of the product's storage whose row in the database is removed. After the commit of the transaction, the server
 * removes the bytes of the file.
 */
export type GoneFile = { raceid: number; hash: string; ext: string; private: boolean }

/** A registration whose personal data is being erased. The transaction holds a lock on the registration. */
export type ErasedRegistration = {
  raceid: number
  id: number
  eventid: number
  uid: number
  orderid: number | null
  document_ix: Buffer
  idnum_ix: Buffer
  bib: string | null
  prefix_bib: string | null
  qualifying: unknown
  /** True if the published results lose name and age. */
  anonymous: boolean
  /** True if the start of the race has passed. */
  over: boolean
}

/** A thing that waits to be sent, such as a shirt. */
export type UnsentThing = { raceid: number; name: Text }

export type PersonalCopy = Pick<Parts, 'db' | 'seal' | 'integrations'> & { lang: Lang; now: Date }
/** The reasons that rooms give against a merge of two accounts. Each is a refusal of features/accounts. */
export type MergeBar = 'account_erasing' | 'account_paying' | 'accounts_two_apps'
type Working = Pick<Parts, 'db' | 'integrations'> & { now: Date }

/**
 * The data that a room holds on people. features/privacy lists, copies and erases data only through these functions,
 * and knows no table of another room. An erasure takes the rooms in the reverse of their order, because rows of a room
 * refer to rows of earlier rooms.
 */
export type Personal = {
  /** The tables of the room that hold the id of a person. */
  tables: readonly string[]
  /** Tells whether an account holds data that its owner would miss. */
  holds?: (tx: Tx, uid: number) => Promise<boolean>
  /**
   * Counts of an account's data, by name. Each function returns a part of one SQL statement. In this part, `uid` stands
   * for the account.
   */
  counted?: Readonly<Record<string, (uid: string) => string>>
  /** The move of an account's rows to another account of the same person. */
  merge?: {
    /** The tables that hold the id of an account. `adopt` moves or ends their rows. */
    tables: readonly string[]
    /**
     * Counts of further data, by name. Staff compare them before they merge two accounts. The functions work like those
     * of `counted` above.
     */
    counted?: Readonly<Record<string, (uid: string) => string>>
    /**
     * Returns the reason why these two accounts cannot be merged now; undefined if they can. The transaction holds a
     * lock on both.
     */
    bar?: (tx: Tx, accounts: readonly [number, number]) => Promise<MergeBar | undefined>
    /**
     * Moves the rows of one account to the other account, or ends them. A second run does no harm: it takes only the
     * rows that calls have written since.
     */
    adopt?: (tx: Tx, merging: Merging) => Promise<void>
  }
  copy?: {
    /** Returns the data of an account, by the section of the copy. `mobile` is the unmasked number. */
    ofAccount?: (
      working: PersonalCopy,
      holder: { uid: number; mobile: string | null },
    ) => Promise<Record<string, unknown>>
    /** Returns the data that belongs to one registration. The caller has prepared the race's key. */
    ofRegistration?: (db: Db, raceid: number, registrationid: number) => Promise<Record<string, unknown>>
    /** Returns the files that are part of the copy. */
    files?: (working: PersonalCopy, uid: number) => Promise<{ name: string; bytes: Buffer }[]>
  }
  erase?: {
    registration?: (tx: Tx, erased: ErasedRegistration, now: Date) => Promise<GoneFile[] | void>
    account?: (tx: Tx, uid: number, now: Date) => Promise<GoneFile[] | void>
  }
  /** The things that the organiser has sold and not sent yet. An erasure keeps the addresses to which they go. */
  unsent?: {
    /** Names the things of an account, or of one registration, that wait to be sent. */
    list: (db: Db, of: { uid: number; raceid?: number; registrationid?: number }) => Promise<UnsentThing[]>
    /**
     * Erases each address that an earlier erasure kept, if the thing is now sent or cancelled. A nightly job calls the
     * function.
     */
    eraseDone: (tx: Tx) => Promise<void>
  }
  retention?: {
    /**
     * Erases one class of data of a race's registrations whose ids are greater than `after` and not greater than
     * `upto`. Returns the number of erased rows.
     */
    span?: (tx: Tx, raceid: number, of: RaceClass, ids: { after: number; upto: number }, now: Date) => Promise<number>
    /**
     * Erases data of a class that the room kept longer than the days of the class, because a case about the data was
     * open. The case is now settled.
     */
    settled?: Partial<Record<RaceClass, (tx: Tx, raceid: number) => Promise<void>>>
    /** Removes files after the last row of a class is erased. */
    files?: (working: Working, raceid: number, of: RaceClass) => Promise<void>
    /** Returns the number of rows of a race that still hold data of each class. */
    remaining?: (db: Db, raceid: number) => Promise<Partial<Record<RaceClass, number>>>
    /** Erases data that is older than `before`, at most `limit` rows at a time. Returns the number of erased rows. */
    organisation?: {
      class: OrganisationClass
      remove: (db: Db, before: Date, now: Date, limit: number) => Promise<number>
      count: (db: Db) => Promise<number>
    }
    /** Erases papers that are older than `before`. The law orders the organiser to keep younger papers. */
    papers?: (working: Working, before: Date) => Promise<void>
  }
}

/** The personal data of every room, in the order of the rooms. */
export const everyPersonal = needed<readonly Personal[]>('what rooms hold on people')
