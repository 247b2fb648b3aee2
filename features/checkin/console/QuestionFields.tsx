import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import type { HealthQuestion } from '../contract.ts'
import { deskWords as words } from './desk.words.ts'
import { SaidFields, blankText } from './SaidFields.tsx'

/**
 * Returns a name that no other question has. A question keeps its name when it moves, because its answers are kept
 * under this name.
 */
const nextName = (questions: readonly HealthQuestion[]): string => {
  let n = questions.length + 1
  while (questions.some(({ name }) => name === `q${n}`)) n++
  return `q${n}`
}
type On = HealthQuestion['doctor_on']

export const QuestionFields = ({
  questions,
  onChange,
  fields,
}: {
  questions: readonly HealthQuestion[]
  onChange: (questions: HealthQuestion[]) => void
  fields: Readonly<Record<string, string>> | undefined
}) => {
  const t = useWords()
  const put = (at: number, patch: Partial<HealthQuestion>) =>
    onChange(questions.map((one, n) => (n === at ? { ...one, ...patch } : one)))
  const answers = [
    { value: '', label: t(words.never) },
    { value: 'yes', label: t(words.yes) },
    { value: 'no', label: t(words.no) },
  ]
  return (
    <section className="grid gap-4" aria-label={t(words.questions)}>
      <h3 className="text-16 font-bold">{t(words.questions)}</h3>
      {questions.map((question, at) => (
        <div key={question.name} className="grid gap-3 rounded border border-line p-4">
          <div className="flex items-center justify-between gap-2">
            <p className="font-medium">{t(words.question_n, { n: at + 1 })}</p>
            <IconButton
              label={`${t(words.remove)} ${t(words.question_n, { n: at + 1 })}`}
              onClick={() => onChange(questions.filter((_, n) => n !== at))}
            >
              <Trash2 className="size-5" aria-hidden />
            </IconButton>
          </div>
          <SaidFields
            label={t(words.heading)}
            name={`questions.${at}.says`}
            value={question.says}
            fields={fields}
            max={300}
            lines={2}
            onChange={(says) => put(at, { says })}
          />
          <div className="grid gap-3 md:grid-cols-3">
            <Select
              label={t(words.question_kind)}
              value={question.kind}
              options={[
                { value: 'yesno', label: t(words.yesno) },
                { value: 'text', label: t(words.text_kind) },
              ]}
              onChange={(event) =>
                put(at, { kind: event.target.value as HealthQuestion['kind'], doctor_on: null, note_on: null })
              }
            />
            {question.kind === 'yesno' ? (
              <Select
                label={t(words.doctor_on)}
                value={question.doctor_on ?? ''}
                options={answers}
                onChange={(event) => put(at, { doctor_on: (event.target.value || null) as On })}
              />
            ) : null}
            {question.kind === 'yesno' ? (
              <Select
                label={t(words.note_on)}
                value={question.note_on ?? ''}
                options={answers}
                onChange={(event) => put(at, { note_on: (event.target.value || null) as On })}
              />
            ) : null}
          </div>
          <Checkbox checked={question.required} onChange={(event) => put(at, { required: event.target.checked })}>
            {t(words.must)}
          </Checkbox>
        </div>
      ))}
      <div>
        <Button
          look="plain"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() =>
            onChange([
              ...questions,
              {
                name: nextName(questions),
                kind: 'yesno',
                says: blankText,
                required: true,
                doctor_on: null,
                note_on: null,
              },
            ])
          }
        >
          {t(words.add_question)}
        </Button>
      </div>
    </section>
  )
}
