import { inSession, onDevice } from '#ui/router/address.ts'

/**
 * A runner as a game's look-up found it, with the facts of its card. `_key` where it is a registration on the server.
 */
export type KeptRunner = {
  _key?: string
  name?: string
  event?: string
  bib?: string | null
  certificateid?: string | number | null
  [field: string]: string | number | null | undefined
}

/** The values that may stay on a device with several users: no number, no birthday, no contact. */
const plain = ['_key', 'id', 'gameid', 'certificateid', 'name', 'event', 'bib', 'state', 'time', 'nettime'] as const
const keyOf = (gameid: string): string => `runner:${gameid}`

/**
 * Keeps the chosen runner for the status page that is opened by the game alone (docs/behaviour/accounts.md, A game's
 * runner): all values for this tab, and without sealed ones for the device, so that the link works again tomorrow.
 */
export const keepRunner = (gameid: string, runner: KeptRunner): void => {
  inSession.set(keyOf(gameid), JSON.stringify(runner))
  onDevice.set(
    keyOf(gameid),
    JSON.stringify(
      Object.fromEntries(plain.flatMap((field) => (runner[field] === undefined ? [] : [[field, runner[field]]]))),
    ),
  )
}

const read = (stored: string | undefined): KeptRunner | undefined => {
  if (!stored) return undefined
  try {
    const found: unknown = JSON.parse(stored)
    return typeof found === 'object' && found !== null ? (found as KeptRunner) : undefined
  } catch {
    // A key by itself.
    return { _key: stored }
  }
}
/** The runner that was last opened for a game in this tab, otherwise on this device. */
export const keptRunner = (gameid: string): KeptRunner | undefined =>
  read(inSession.get(keyOf(gameid))) ?? read(onDevice.get(keyOf(gameid)))
