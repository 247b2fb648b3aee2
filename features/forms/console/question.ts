import type { Question } from '#features/fields/own/question.contract.ts'
import type { Builder } from './useBuilder.ts'

export type QuestionProps = { builder: Builder; question: Question }
/** Sets a property of a question. The value null or undefined removes the property. */
export const without = <Name extends keyof Question>(question: Question, name: Name, value: Question[Name] | null) => {
  const { [name]: _, ...rest } = question
  return (value === null || value === undefined ? rest : { ...rest, [name]: value }) as Question
}
