export const questionKinds = ['text', 'number', 'choice', 'choices', 'date', 'file', 'consent'] as const
export type QuestionKind = (typeof questionKinds)[number]
/**
 * Tells whether an answer of this kind names options. With `choices` the answer names several options, separated by
 * commas.
 */
export const isChoiceKind = (kind: string): boolean => kind === 'choice' || kind === 'choices'
