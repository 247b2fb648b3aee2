/** Codes of posts and screens. A code holds its point, its step of time and a part that only the server can make. */

/** The time after which a screen shows the next code, in milliseconds. */
export const STEP_MS = 30_000
/** The number of steps by which a code may be too old or too new at the moment of the check. */
const slack = 1

export const codeStepOf = (at: Date): number => Math.floor(at.getTime() / STEP_MS)
/** Returns the text that the server's key signs. A printed code has no step. */
export const pointSignedText = (trailid: number, point: number, serial: number, step: number | null): string =>
  [trailid, point, serial, step ?? 'post'].join(' ')

/** Writes a code of at most 32 characters, so that the scene of a mini-program can carry it. */
export const pointCodeFrom = (point: number, step: number | null, mac: string): string =>
  [point.toString(36), step === null ? 'p' : step.toString(36), mac].join('.')

export type ReadCode = { point: number; step: number | null; mac: string }
/** Reads a code. A link whose last part is the code counts too, because phones scan links. */
export const readPointCode = (given: string): ReadCode | undefined => {
  const found = /(?:^|[?&#]code=)([0-9a-z]{1,4})\.(p|[0-9a-z]{5,9})\.([\w-]{16})$/.exec(given.trim())
  if (!found) return undefined
  const [, point, step, mac] = found
  return { point: parseInt(point!, 36), step: step === 'p' ? null : parseInt(step!, 36), mac: mac! }
}

/** Tells whether a code fits the kind of its point and the moment of the check. */
export const isCurrent = ({ step }: ReadCode, rotating: boolean, at: Date): boolean =>
  rotating ? step !== null && Math.abs(step - codeStepOf(at)) <= slack : step === null
