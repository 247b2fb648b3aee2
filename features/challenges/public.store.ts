import { readable } from '#db/readable.ts'

export const challengeProofRows = readable('challenge_proofs', ['raceid', 'id', 'state'])
