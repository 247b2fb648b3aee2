import { type Seal, raceScope } from '#db/sealing/seal.ts'

type HealthAnswers = { answers: Readonly<Record<string, string>>; notes: Readonly<Record<string, string>> }
type Proof = { strokes: string | null; typed: string | null; guardian: string | null }

/**
 * Seals answers and signature under the race's key, which the caller has prepared. Each sealed value is bound to its
 * column, so that nobody can read the answers as the signature or the signature as the answers.
 */
export const sealSigned = (
  seal: Seal,
  raceid: number,
  kept: HealthAnswers,
  proof: Proof & { address: string; lang: string },
): { answers: Buffer; proof: Buffer } => ({
  answers: seal.seal(raceScope(raceid), 'declaration answers', JSON.stringify(kept)),
  proof: seal.seal(raceScope(raceid), 'declaration proof', JSON.stringify(proof)),
})
export const openSigned = (
  seal: Seal,
  raceid: number,
  row: { answers: Buffer; proof: Buffer },
): { answers: Record<string, string>; notes: Record<string, string> } & Proof => {
  const { answers, notes } = JSON.parse(seal.open(raceScope(raceid), 'declaration answers', row.answers)) as {
    answers: Record<string, string>
    notes: Record<string, string>
  }
  const { strokes, typed, guardian } = JSON.parse(seal.open(raceScope(raceid), 'declaration proof', row.proof)) as Proof
  return { answers, notes, strokes, typed, guardian }
}
