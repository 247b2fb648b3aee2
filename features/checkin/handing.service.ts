import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { declarationFor, saidIn, windowOf } from './rules.ts'
import { type DeclarationKind, declarationKinds } from './contract.ts'
import { type PackageRow, listDeclarations, listPackages } from './store.ts'

/**
 * Returns a function that lists the kinds of declaration that an event asks for now. A declaration that people cannot
 * sign yet is left out. A declaration that people can no longer sign still counts.
 */
export const declaredIn = async (
  on: Db | Tx,
  raceid: number,
  now: Date,
): Promise<(eventid: number) => DeclarationKind[]> => {
  const rows = await listDeclarations(on, raceid)
  return (eventid) =>
    declarationKinds.filter((kind) => {
      const row = declarationFor(
        rows.filter((one) => one.kind === kind),
        eventid,
      )
      return row !== undefined && windowOf(row, now) !== 'soon'
    })
}

/** Returns a function that lists the contents of the race packs of an event, in one language. */
export const contentsIn = async (on: Db | Tx, raceid: number, lang: Lang): Promise<(eventid: number) => string[]> => {
  const rows = await listPackages(on, raceid)
  return (eventid) =>
    rows
      .filter((row) => row.eventid === 0 || row.eventid === eventid)
      .flatMap(({ contents }) => (contents as unknown[]).map((said) => saidIn(lang, said)))
}

/** Returns the race pack of an event, or else the pack for all events. */
export const packOf = async (on: Db | Tx, raceid: number, eventid: number): Promise<PackageRow | undefined> => {
  const rows = (await listPackages(on, raceid)).filter((row) => row.eventid === 0 || row.eventid === eventid)
  return rows.find((row) => row.eventid === eventid) ?? rows[0]
}
