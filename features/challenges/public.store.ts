import { readable } from '#db/readable.ts'

/** Proofs of challenges, for other rooms. */
export const challengeProofRows = readable('challenge_proofs', ['raceid', 'id', 'state'])
