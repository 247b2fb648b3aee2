import { useWords } from '#ui/language/lang.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { signupStepWords } from './steps.words.ts'
import type { SignUp } from '../useSignUp.ts'

/**
 * Asks about facts that every runner should know before the start, one question on each card. Only the server knows the
 * correct answers.
 */
export const QuizStep = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const questions = form.event?.form.quiz ?? []
  return (
    <div className="grid gap-5">
      <p className="text-soft">{t(signupStepWords.quizLead)}</p>
      {questions.map(({ name, label, options }, at) => (
        <section key={name} className="rounded bg-surface p-4 shadow-card md:p-5">
          <RadioCards
            label={
              <span className="text-16 leading-6">
                <span className="figures mr-1.5 text-soft">
                  {at + 1}/{questions.length}
                </span>
                {label}
              </span>
            }
            value={form.draft.quiz[name]}
            onChange={(chosen) => form.setField(`quiz.${name}`, chosen)}
            error={form.errorAt(`quiz.${name}`)}
            options={options}
          />
        </section>
      ))}
    </div>
  )
}
