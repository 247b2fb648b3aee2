import { agreesTo } from '#features/registrations/signup/consents.rules.ts'
import { FULL_AGE } from '#features/registrations/signup/signup.rules.ts'

/** The answers to a check of a face. `slow` and `down` mean that the service gave no answer. */
export const faceOutcomes = ['match', 'no_match', 'several', 'none', 'dark', 'slow', 'down'] as const
export type FaceOutcome = (typeof faceOutcomes)[number]
export const detectOutcomes = ['one', 'several', 'none', 'dark', 'slow', 'down'] as const
export type DetectOutcome = (typeof detectOutcomes)[number]

/** Tells whether a desk may check a runner's face. A runner under 18 comes with a guardian, who shows the document. */
export const mayCheckFace = (on: boolean, { face, age }: { face: unknown; age: number | null }): boolean =>
  on && agreesTo({ face: face ?? undefined }, 'face') && age !== null && age >= FULL_AGE

export const outcomeOfFaces = ({ faces, dark }: { faces: number; dark: boolean }): DetectOutcome =>
  dark ? 'dark' : faces === 0 ? 'none' : faces === 1 ? 'one' : 'several'
