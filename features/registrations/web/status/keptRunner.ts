import { inSession, onDevice } from '#ui/router/address.ts'

/**
 * A runner that the look-up of a game found, with the facts of the card. `_key` is there if the server has a
 * registration.
 */
export type KeptRunner = {
  _key?: string
  name?: string
  event?: string
  bib?: string | null
  certificateid?: string | number | null
  [field: string]: string | number | null | undefined
}

/**
 * The values that may stay on a device with several users. Document number, birthday and contacts are not among them.
 */
const plain = ['_key', 'id', 'gameid', 'certificateid', 'name', 'event', 'bib', 'state', 'time', 'nettime'] as const
const keyOf = (gameid: string): string => `runner:${gameid}`

/**
 * Stores the chosen runner for the status page of a game (docs/behaviour/accounts.md, A game's runner). This tab keeps
 * all values. The device keeps only the values of `plain`, so that the link still works the next day.
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
    // A stored text that is not JSON is only a key.
    return { _key: stored }
  }
}
/** Finds the runner that was last opened for a game, first in this tab and then on this device. */
export const keptRunner = (gameid: string): KeptRunner | undefined =>
  read(inSession.get(keyOf(gameid))) ?? read(onDevice.get(keyOf(gameid)))
