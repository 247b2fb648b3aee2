import { requiredOf } from '#contract/wrong.ts'

/**
 * Returns the sentence about a wrong field, with the label that the screen gives the field. Returns undefined if the
 * field is not wrong.
 */
export const withLabel = (error: string | undefined, label: unknown): string | undefined =>
  error !== undefined && typeof label === 'string' ? requiredOf(error, label) : error
