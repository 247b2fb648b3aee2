import type { Db, Tx } from '#db/db.ts'
import type { PlatformSettings } from './settings.rules.ts'

type SettingsRow = { settings: Partial<PlatformSettings>; updated_at: Date; has_logo: boolean }

export const findSettings = async (on: Db | Tx): Promise<SettingsRow | undefined> =>
  (await on
    .selectFrom('platform_settings')
    .select((eb) => ['settings', 'updated_at', eb('logo', 'is not', null).as('has_logo')])
    .where('id', '=', 1)
    .executeTakeFirst()) as SettingsRow | undefined

/** Locks the row of the settings, so that two changes follow one another. The first call makes this row. */
export const lockSettings = async (tx: Tx, now: Date): Promise<SettingsRow> => {
  await tx
    .insertInto('platform_settings')
    .values({ id: 1, settings: JSON.stringify({}), updated_at: now })
    .onConflict((clash) => clash.column('id').doNothing())
    .execute()
  return (await tx
    .selectFrom('platform_settings')
    .select((eb) => ['settings', 'updated_at', eb('logo', 'is not', null).as('has_logo')])
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow()) as SettingsRow
}
export const savePlatformSettings = async (tx: Tx, settings: PlatformSettings, now: Date): Promise<void> => {
  await tx
    .updateTable('platform_settings')
    .set({ settings: JSON.stringify(settings), updated_at: now })
    .where('id', '=', 1)
    .execute()
}

export type Logo = { bytes: Buffer; type: string; updated_at: Date }
export const findLogo = async (db: Db): Promise<Logo | undefined> => {
  const row = await db
    .selectFrom('platform_settings')
    .select(['logo', 'logo_type', 'updated_at'])
    .where('id', '=', 1)
    .executeTakeFirst()
  return row?.logo && row.logo_type ? { bytes: row.logo, type: row.logo_type, updated_at: row.updated_at } : undefined
}
export const saveLogo = async (tx: Tx, logo: { bytes: Buffer; type: string } | null, now: Date): Promise<void> => {
  await tx
    .updateTable('platform_settings')
    .set({ logo: logo?.bytes ?? null, logo_type: logo?.type ?? null, updated_at: now })
    .where('id', '=', 1)
    .execute()
}
