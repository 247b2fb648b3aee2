import { useWords } from '#ui/language/lang.tsx'
import type { RaceEvent } from '#features/events/contract.ts'
import { type StepName, partsOfStep } from './formSteps.ts'
import { signUpWords as words } from './signUp.words.ts'

const titles = {
  event: words.stepEvent,
  quiz: words.stepQuiz,
  who: words.stepWho,
  contact: words.stepContact,
  emergency: words.stepEmergency,
  more: words.stepMore,
  qualifying: words.stepQualifying,
  review: words.stepReview,
} as const
/**
 * Returns a function that finds the title of a part: a title of the product for a built-in part, a title of the
 * organiser for a section of the event.
 */
export const usePartTitle = (event: RaceEvent | undefined) => {
  const t = useWords()
  return (part: StepName): string =>
    part in titles
      ? t(titles[part as keyof typeof titles])
      : (event?.form.sections.find(({ name }) => `own-${name}` === part)?.title ?? t(words.stepMore))
}
/**
 * Returns a function that finds the title of a step. If the step `more` has only one part, it has the title of this
 * part.
 */
export const useStepTitle = (event: RaceEvent | undefined) => {
  const titleOf = usePartTitle(event)
  return (step: StepName): string => {
    const parts = partsOfStep(step, event)
    return titleOf(step === 'more' && parts.length === 1 ? parts[0]! : step)
  }
}
