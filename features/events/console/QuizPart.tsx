import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import type { EventForm as Form } from '../form.contract.ts'
import type { PartProps } from './parts.ts'
import { eventWords } from './event.words.ts'
import { optionsFrom, optionsText } from './options.ts'

/** Returns a name that no other question of the list has. */
const nextName = (list: readonly { name: string }[], letter: string): string => {
  let n = list.length + 1
  while (list.some(({ name }) => name === `${letter}${n}`)) n++
  return `${letter}${n}`
}

export const QuizPart = ({ draft: { form }, change, errorAt }: PartProps) => {
  const t = useWords()
  const set = (patch: Partial<Form>) => change({ form: { ...form, ...patch } })
  const quizAt = (at: number, patch: Partial<Form['quiz'][number]>) =>
    set({ quiz: form.quiz.map((one, n) => (n === at ? { ...one, ...patch } : one)) })
  return (
    <Card title={t(eventWords.quiz)}>
      <p className="mb-3 text-14 text-soft">{t(eventWords.quiz_text)}</p>
      <ul className="grid gap-6">
        {form.quiz.map((one, at) => (
          <li key={one.name} className="grid gap-3 border-l-4 border-line pl-4">
            <WordsInput
              label={t(eventWords.question_n, { n: at + 1 })}
              error={errorAt(`form.quiz.${at}`)}
              value={one.says}
              onChange={(says) => quizAt(at, { says })}
            />
            <div className="grid items-start gap-3 md:grid-cols-[2fr_1fr_auto]">
              <TextArea
                label={t(eventWords.options)}
                rows={4}
                defaultValue={optionsText(one.options)}
                onChange={(event) => quizAt(at, { options: optionsFrom(event.target.value, one.options) })}
              />
              <Select
                label={t(eventWords.right)}
                value={one.right ?? ''}
                placeholder={t(eventWords.choose)}
                options={one.options.map(({ value }) => ({ value, label: value }))}
                onChange={(event) => quizAt(at, { right: event.target.value })}
              />
              <IconButton
                className="md:mt-7"
                label={t(eventWords.drop, { name: t(eventWords.question_n, { n: at + 1 }) })}
                onClick={() => set({ quiz: form.quiz.filter((_, n) => n !== at) })}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        className="-ml-5 mt-1"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() =>
          set({
            quiz: [
              ...form.quiz,
              { name: nextName(form.quiz, 'q'), says: {}, options: [{ value: 'A' }, { value: 'B' }] },
            ],
          })
        }
      >
        {t(eventWords.add_option)}
      </Button>
    </Card>
  )
}
