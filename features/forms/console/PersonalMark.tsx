import { personalReason } from '#features/fields/own/personal.rules.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { formWords as words } from './form.words.ts'
import type { QuestionProps } from './question.ts'

/**
 * The checkbox that seals the answers to a question. Staff who untick it must give a reason if the label is about
 * personal data, or if the answers have been sealed until now. Files are always sealed.
 */
export const PersonalMark = ({ builder, question }: QuestionProps) => {
  const t = useWords()
  const { form, put, known, changeQuestion, wrongAt } = builder
  const { name, kind, says, personal } = question
  const before = known.get(name)
  const said = personalReason(says)
  const isFile = kind === 'file'
  const wantsReason = !personal && !isFile && (said !== undefined || before?.question.personal === true)
  return (
    <div>
      <Checkbox
        checked={personal || isFile}
        disabled={isFile}
        onChange={(event) => changeQuestion(name, (now) => ({ ...now, personal: event.target.checked }))}
      >
        {t(words.personal_label)}
        {isFile ? (
          <span className="block text-14 text-soft">{t(words.personal_file)}</span>
        ) : personal && said ? (
          <span className="block text-14 text-soft">{t(words[`personal_${said}`])}</span>
        ) : null}
      </Checkbox>
      {wantsReason ? (
        <div className="pl-8">
          <TextInput
            label={t(words.reason)}
            maxLength={300}
            hint={before?.question.personal ? t(words.personal_kept) : undefined}
            error={wrongAt(name, 'personal')}
            value={form.reasons[name] ?? before?.reason ?? ''}
            onChange={(event) => put((now) => ({ ...now, reasons: { ...now.reasons, [name]: event.target.value } }))}
          />
        </div>
      ) : null}
    </div>
  )
}
