import { type QuestionKind, isChoiceKind, questionKinds } from '#features/fields/own/kinds.rules.ts'
import type { Question } from '#features/fields/own/question.contract.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { ofKind } from '../arranging.rules.ts'
import { most } from '../forms.rules.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { formWords as words } from './form.words.ts'
import { OptionRows } from './OptionRows.tsx'
import { PersonalMark } from './PersonalMark.tsx'
import { type QuestionProps, without } from './question.ts'

export const QuestionEditor = ({ builder, question }: QuestionProps) => {
  const t = useWords()
  const { name, kind, says, hint, required } = question
  const { changeQuestion, wrongAt, edited, known, form, put } = builder
  const answered = known.get(name)?.answered ?? 0
  const elsewhere = edited.events.filter(({ id }) => id !== edited.eventid && known.get(name)?.events.includes(id))
  const everywhere = form.everywhere.includes(name)
  return (
    <div className="grid gap-5 rounded border border-line bg-ground p-4">
      <WordsInput
        label={t(words.label)}
        max={most.label}
        error={wrongAt(name, 'says') ?? wrongAt(name)}
        value={says}
        onChange={(next) => builder.changeSays(name, next)}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Select
          label={t(words.kind)}
          value={kind}
          disabled={answered > 0}
          error={wrongAt(name, 'kind')}
          {...(answered > 0 ? { hint: t(words.kind_fixed, { n: answered }) } : {})}
          options={questionKinds.map((one) => ({ value: one, label: t(words[`kind_${one}`]) }))}
          onChange={(event) => changeQuestion(name, (before) => ofKind(before, event.target.value as QuestionKind))}
        />
        <div className="md:pt-6">
          <Checkbox
            checked={required}
            onChange={(event) => changeQuestion(name, (before) => ({ ...before, required: event.target.checked }))}
          >
            {t(kind === 'consent' ? words.must_agree : words.must)}
          </Checkbox>
        </div>
      </div>
      {isChoiceKind(kind) ? <OptionRows builder={builder} question={question} /> : null}
      <Bounds builder={builder} question={question} />
      <WordsInput
        label={t(words.help)}
        long
        max={most.help}
        error={wrongAt(name, 'hint')}
        value={hint ?? {}}
        onChange={(next) =>
          changeQuestion(name, (before) =>
            without(before, 'hint', Object.values(next).some((said) => said) ? next : null),
          )
        }
      />
      <ConditionFields builder={builder} name={name} when={question.when} />
      <PersonalMark builder={builder} question={question} />
      {kind === 'file' ? (
        <Checkbox
          checked={question.desk === true}
          onChange={(event) =>
            changeQuestion(name, (before) => without(before, 'desk', event.target.checked ? true : null))
          }
        >
          {t(words.desk_photo)}
        </Checkbox>
      ) : null}
      {edited.events.length > 1 ? (
        <div>
          <Checkbox
            checked={everywhere}
            onChange={(event) =>
              put((now) => ({
                ...now,
                everywhere: [...now.everywhere.filter((one) => one !== name), ...(event.target.checked ? [name] : [])],
              }))
            }
          >
            {t(words.everywhere)}
          </Checkbox>
          {elsewhere.length > 0 ? (
            <p className="pl-8 text-14 text-soft">
              {t(words.asked_in, { events: elsewhere.map((event) => event.name).join(' · ') })}
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

const Bounds = ({ builder, question }: QuestionProps) => {
  const t = useWords()
  const { name, kind } = question
  const set = <Name extends keyof Question>(field: Name, value: Question[Name] | null) =>
    builder.changeQuestion(name, (before) => without(before, field, value))
  const error = builder.wrongAt(name, 'max')
  if (kind === 'text' || kind === 'choices')
    return (
      <div className="grid grid-cols-2 items-start gap-4">
        <NumberInput
          label={t(kind === 'text' ? words.min_text : words.min_choices)}
          optional
          value={question.min ?? null}
          onChange={(value) => set('min', value)}
        />
        <NumberInput
          label={t(kind === 'text' ? words.max_text : words.max_choices)}
          value={question.max}
          error={error}
          onChange={(value) => builder.changeQuestion(name, (before) => ({ ...before, max: value }))}
        />
      </div>
    )
  if (kind === 'number')
    return (
      <div className="grid grid-cols-2 items-start gap-4">
        <NumberInput
          label={t(words.least)}
          optional
          min={-1_000_000}
          value={question.least ?? null}
          onChange={(value) => set('least', value)}
        />
        <NumberInput
          label={t(words.most)}
          optional
          min={-1_000_000}
          value={question.most ?? null}
          error={error}
          onChange={(value) => set('most', value)}
        />
      </div>
    )
  if (kind !== 'date') return null
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      {(['from', 'until'] as const).map((bound) => (
        <TextInput
          key={bound}
          type="date"
          label={t(words[bound])}
          optional
          value={question[bound] ?? ''}
          error={bound === 'until' ? error : undefined}
          onChange={(event) => set(bound, event.target.value || null)}
        />
      ))}
    </div>
  )
}
