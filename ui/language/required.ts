import { requiredOf } from '#contract/wrong.ts'

/** What is wrong with a field, with the label that the screen gives it where the sentence names it. */
export const withLabel = (error: string | undefined, label: unknown): string | undefined =>
  error !== undefined && typeof label === 'string' ? requiredOf(error, label) : error
