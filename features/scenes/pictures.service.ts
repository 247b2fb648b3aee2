import { csvLine, csvMark } from '#features/files/csv.rules.ts'
import { drawCode, miniCode } from '#features/codes/service.ts'
import { readKept } from '#features/files/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import type { Flowing } from '#integrations/archives/streamedZip.ts'
import type { Parts } from '#seam/server/handle.ts'
import { pictureName } from './scene.rules.ts'
import type { SceneRow } from './store.ts'

/** Returns the address that an ordinary QR code of a scene holds. */
export const addressOfScene = (origin: string, { scene }: Pick<SceneRow, 'scene'>): string => `${origin}/s/${scene}`

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Makes the picture of one scene: the code of the mini-program, or an ordinary code if no code of the mini-program can
 * be made or read.
 */
const pictureOf = async (
  parts: Parts,
  race: { id: number; settings: unknown },
  row: SceneRow,
  now: Date,
): Promise<{ kind: 'mini' | 'web'; bytes: Uint8Array }> => {
  const { qr_app: app, qr_page: page } = settingsOf(race)
  const made = await miniCode(parts, { raceid: row.raceid, app, page, scene: row.scene, asker: null }, now)
  const bytes = made && 'url' in made ? await readKept(parts, made.url) : undefined
  return bytes ? { kind: 'mini', bytes } : { kind: 'web', bytes: await drawCode(addressOfScene(parts.origin, row)) }
}

/** Makes the files of a ZIP file: one picture for each scene, and a list that tells which picture is which. */
export async function* picturesOf(
  parts: Parts,
  race: { id: number; settings: unknown },
  rows: readonly SceneRow[],
  now: Date,
): AsyncGenerator<Flowing> {
  const lines = [csvLine(['file', 'label', 'scene', 'page', 'address', 'kind', 'expires_at'])]
  for (const [at, row] of rows.entries()) {
    const { kind, bytes } = await pictureOf(parts, race, row, now)
    const name = pictureName(at, row.label)
    yield { name, content: whole(bytes) }
    const cells = [name, row.label, row.scene, row.page, addressOfScene(parts.origin, row), kind]
    lines.push(csvLine([...cells, row.expires_at?.toISOString() ?? '']))
  }
  yield { name: 'codes.csv', content: whole(Buffer.from(csvMark + lines.join(''))) }
}
