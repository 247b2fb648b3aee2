import { wrong } from '#contract/wrong.ts'

/**
 * "…is a required item" (docs/behaviour/sentences.md, Fields): where the label is a text it stands in the sentence, in
 * place of the word that a server that knows no label puts there.
 */
export const withLabel = (error: string | undefined, label: unknown): string | undefined =>
  error === wrong.required.en && typeof label === 'string' ? error.replace(/^This/, () => label) : error
