import { miniCode } from '#features/codes/service.ts'
import type { Asker } from '#seam/server/asker.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { type ViewRow, writeBindCode } from '../store.ts'

/** Tells whether the race's codes open a real mini-program. Nobody could scan the codes of a sandbox. */
export const hasMini = ({ integrations }: Pick<Parts, 'integrations'>, race: Pick<RaceGiven, 'settings'>): boolean =>
  integrations.miniPrograms[race.settings.qr_app]?.sandbox === false

/**
 * Returns the code that opens a registration in the mini-program. The server makes the code when the registrant first
 * sees the registration, and keeps it. From then on everybody with the registration's key sees the code. Before that
 * the result is null for other callers. It is also null if no mini-program is connected or if the mini-program does not
 * answer. With null the page draws an ordinary code.
 */
export const bindCodeOf = async (
  parts: Pick<Parts, 'db' | 'integrations'>,
  row: Pick<ViewRow, 'raceid' | 'id' | '_key' | 'bindqrcode'>,
  race: Pick<RaceGiven, 'settings'>,
  { mine, asker }: { mine: boolean; asker: Asker },
  now: Date,
): Promise<string | null> => {
  if (row.bindqrcode !== null || !mine || !hasMini(parts, race)) return row.bindqrcode
  const { qr_app: app, qr_page: page } = race.settings
  const link = `/queryDetail?raceid=${row.raceid}&_key=${row._key}`
  const made = await miniCode(parts, { raceid: row.raceid, app, page, asker, data: { link } }, now).catch(
    () => undefined,
  )
  if (!made || !('url' in made)) return null
  await writeBindCode(parts.db, row.raceid, row.id, made.url)
  return made.url
}
