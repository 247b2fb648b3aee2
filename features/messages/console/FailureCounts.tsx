import { failureText } from '#features/platform/failure.words.ts'
import { Card } from '#ui/layout/Card.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { outboxWords as words } from './outbox.words.ts'

type Failure = { what: string; failed: number; said: string; last_at: string }

/** The number of failed calls to other services. The callers of our server did not get these failures as errors. */
export const FailureCounts = ({ failures }: { failures: readonly Failure[] }) => {
  const t = useWords()
  const { lang } = useLang()
  if (failures.length === 0) return null
  return (
    <Card title={t(words.integrations)} aside={<span className="text-14 text-soft">{t(words.outside_text)}</span>}>
      <ul className="grid gap-3 pt-2">
        {failures.map(({ what, failed, said, last_at }) => {
          const known = words.failure_what[what as keyof typeof words.failure_what]
          return (
            <li key={what}>
              <p className="font-medium">{known ? t(known) : what}</p>
              <p className="figures text-14 text-soft">
                {t(words.failure_times, { n: countText(failed), when: dateText(last_at, lang, 'minute') })}
              </p>
              <p className="break-words text-14 text-soft">{failureText(said, lang)}</p>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
