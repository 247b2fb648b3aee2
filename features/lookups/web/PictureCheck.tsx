import { useEffect, useEffectEvent } from 'react'
import { CheckField } from '#features/accounts/web/CheckField.tsx'
import { useCheck } from '#features/accounts/web/useCheck.ts'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { queryWords as words } from './query.words.ts'

export type CheckAnswer = { captchaid: string; captcha: string }

/**
 * The check that a person is asking, wanted after a few misses; the search goes on from below it. `round` counts the
 * refusals: each uses up a check.
 */
export const PictureCheck = ({
  round,
  error,
  onAnswer,
}: {
  round: number
  error: string | undefined
  onAnswer: (answer: CheckAnswer | undefined) => void
}) => {
  const t = useWords()
  const checking = useCheck(true)
  const { captchaid, answer } = checking.check
  const tell = useEffectEvent((given: CheckAnswer | undefined) => onAnswer(given))
  useEffect(() => tell(captchaid && answer ? { captchaid, captcha: answer } : undefined), [captchaid, answer])
  const renew = useEffectEvent(() => checking.renew())
  useEffect(() => {
    if (round > 1) renew()
  }, [round])
  return (
    <div className="rounded bg-sunk p-4">
      <p className="mb-3 text-14">{t(words.pictureCheckHow)}</p>
      <CheckField {...checking} error={error} />
      <Button type="submit" wide className="mt-3">
        {t(words.search)}
      </Button>
    </div>
  )
}
