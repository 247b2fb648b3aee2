import { Card, Facts } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Opened, RegistrationFile } from '../../changes/changes.contract.ts'
import { words } from '../desk.words.ts'

type Props = { answers: RegistrationFile['answers']; opened: Opened | undefined }

/** The answers to the race's own fields. Personal answers are masked until staff open them with a reason. */
export const OwnAnswers = ({ answers, opened }: Props) => {
  const t = useWords()
  if (answers.length === 0) return null
  const shown = ({ name, kind, answer, personal }: Props['answers'][number]) => {
    const open = personal ? opened?.answers.find((one) => one.name === name)?.answer : answer
    if (open === undefined) return answer
    return kind === 'file' ? (
      <a className="text-strong underline" href={open} target="_blank" rel="noreferrer">
        {t(words.answer_photo)}
      </a>
    ) : (
      open
    )
  }
  return (
    <Card title={t(words.answers)}>
      <Facts rows={answers.map((one) => [one.label, shown(one)] as const)} />
    </Card>
  )
}
