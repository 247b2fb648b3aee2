import { useWords } from '#ui/language/lang.tsx'
import { RUN } from '../forms.rules.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { formWords as words } from './form.words.ts'
import type { Builder } from './useBuilder.ts'

/**
 * The step that asks for an earlier run. The page of the event has the rules of this step. This card has the condition
 * of the step.
 */
export const RunCard = ({ builder }: { builder: Builder }) => {
  const t = useWords()
  return (
    <section aria-label={t(words.run)} className="rounded bg-surface p-4 shadow-card md:p-6">
      <h2 className="text-20 font-bold">{t(words.run)}</h2>
      <p className="mb-3 mt-1 text-14 text-soft">{t(words.run_text)}</p>
      <ConditionFields builder={builder} name={RUN} when={builder.form.when[RUN]} />
    </section>
  )
}
