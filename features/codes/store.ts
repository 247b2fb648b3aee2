import type { Insertable, Selectable } from 'kysely'
import { isNoneOf, takeByRace } from '#db/sharing/byRace.ts'
import type { Db, Tx } from '#db/db.ts'
import type { AppCodes } from '#db/schema.ts'

export type CodeRow = Selectable<AppCodes>
type Named = Pick<CodeRow, 'raceid' | 'scene' | 'app' | 'page'>

export const findCode = (db: Db, { raceid, scene, app, page }: Named, now: Date): Promise<CodeRow | undefined> =>
  db
    .selectFrom('app_codes')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('scene', '=', scene)
    .where('app', '=', app)
    .where('page', '=', page)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .executeTakeFirst()

/** Finds the content of a scene. All mini-programs share the scenes. */
export const findScene = (db: Db, raceid: number, scene: string): Promise<Pick<CodeRow, 'data'> | undefined> =>
  db
    .selectFrom('app_codes')
    .select('data')
    .where('raceid', '=', raceid)
    .where('scene', '=', scene)
    .where('data', 'is not', null)
    .limit(1)
    .executeTakeFirst()

/** Saves a code. Two callers may make the same code at once, and either picture is good. */
export const saveCode = async (db: Db, row: Insertable<AppCodes>): Promise<void> => {
  const { picture, created_at, ends_at } = row
  await db
    .insertInto('app_codes')
    .values(row)
    .onConflict((on) => on.columns(['raceid', 'scene', 'app', 'page']).doUpdateSet({ picture, created_at, ends_at }))
    .execute()
}

export const insertBrief = async (
  db: Db,
  brief: { raceid: number; name: string; ends_at: Date; bytes: number },
): Promise<void> => {
  await db.insertInto('brief_pictures').values(brief).execute()
}
/** Sums the bytes of all brief pictures whose time is not over. */
export const bytesOfBriefs = async (db: Db, now: Date): Promise<number> => {
  const { bytes } = await db
    .selectFrom('brief_pictures')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('bytes'), eb.lit(0)).as('bytes'))
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}
export const isBrief = async (db: Db, raceid: number, name: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('brief_pictures')
    .select('name')
    .where('raceid', '=', raceid)
    .where('name', '=', name)
    .where('ends_at', '>', now)
    .executeTakeFirst()) !== undefined

/**
 * Lists pictures whose time is over, and locks them until the transaction ends. The function skips pictures that
 * another process removes.
 */
export const claimEnded = (tx: Tx, now: Date, limit: number): Promise<{ raceid: number; name: string }[]> => {
  const ended = tx.selectFrom('brief_pictures').where('ends_at', '<=', now).orderBy('ends_at')
  return takeByRace(
    limit,
    async (but) => (await ended.select('raceid').where(isNoneOf('raceid', but)).limit(1).executeTakeFirst())?.raceid,
    (raceid, most) =>
      ended.select(['raceid', 'name']).where('raceid', '=', raceid).limit(most).forUpdate().skipLocked().execute(),
  )
}
export const removeBrief = async (tx: Tx, raceid: number, name: string): Promise<void> => {
  await tx.deleteFrom('brief_pictures').where('raceid', '=', raceid).where('name', '=', name).execute()
}
