import { nameIn } from '#contract/words.ts'
import { AGREED } from '#features/fields/own/answers.rules.ts'
import type { Condition } from '#features/fields/own/question.contract.ts'
import { type ChoiceField, stockFields } from '#features/fields/lists.rules.ts'
import { options as builtInOptions } from '#features/fields/words.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FieldSet } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { RUN, isSource, fieldOrderOf } from '../forms.rules.ts'
import { formWords as words } from './form.words.ts'
import type { Builder } from './useBuilder.ts'

/** Returns a function that lists the possible answers to a field, for a condition. */
const useAnswers = ({ form, edited }: Builder) => {
  const t = useWords()
  const { lang } = useLang()
  return (name: string): { value: string; label: string }[] => {
    const question = form.questions.find((one) => one.name === name)
    if (question?.kind === 'consent') return [{ value: AGREED, label: t(words.agreed) }]
    if (question)
      return question.options.map(({ value, says }, at) => ({
        value,
        label: nameIn(lang, says?.['zh-cn'] || t(words.option_n, { n: at + 1 }), says),
      }))
    const stock = stockFields.find((field) => field === name)
    if (stock) return edited.offered[stock].map((value) => ({ value, label: value }))
    return Object.entries(builtInOptions[name as ChoiceField] ?? {}).map(([value, label]) => ({
      value,
      label: t(label),
    }))
  }
}

/** The condition of a field. The form shows the field always, or after an answer to an earlier choice. */
export const ConditionFields = ({
  builder,
  name,
  when,
}: {
  builder: Builder
  name: string
  when?: Condition | undefined
}) => {
  const t = useWords()
  const answersOf = useAnswers(builder)
  const { form, nameOf, changeWhen, wrongAt } = builder
  const order = fieldOrderOf(form)
  const sources = order.slice(0, name === RUN ? undefined : order.indexOf(name)).filter((one) => isSource(form, one))
  const error = wrongAt(name, 'when')
  if (sources.length === 0 && !when) return <p className="text-14 text-soft">{t(words.when_none)}</p>
  const gone = when && !sources.includes(when.field) ? [when.field] : []
  return (
    <div className="grid gap-3">
      <Select
        label={t(words.when)}
        value={when?.field ?? ''}
        error={error}
        options={[
          { value: '', label: t(words.when_always) },
          ...[...sources, ...gone].map((one) => ({ value: one, label: t(words.when_field, { name: nameOf(one) }) })),
        ]}
        onChange={(event) => changeWhen(name, event.target.value ? { field: event.target.value, is: [] } : undefined)}
      />
      {when ? (
        <FieldSet label={t(words.when_answers)}>
          <div className="flex flex-wrap gap-x-6">
            {answersOf(when.field).map(({ value, label }) => (
              <Checkbox
                key={value}
                checked={when.is.includes(value)}
                onChange={(event) =>
                  changeWhen(name, {
                    field: when.field,
                    is: [...when.is.filter((one) => one !== value), ...(event.target.checked ? [value] : [])],
                  })
                }
              >
                {label}
              </Checkbox>
            ))}
          </div>
        </FieldSet>
      ) : null}
    </div>
  )
}
