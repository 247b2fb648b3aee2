import { useState } from 'react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type ChallengeMine, clockSign } from '../contract.ts'
import type { ProofKind } from '../days.rules.ts'
import { challengeWords as words } from './challenges.words.ts'

type Props = { mine: ChallengeMine; chosen: string | undefined; onDone: () => void }
export const ClockCard = ({ mine, chosen, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const sign = useCall(clockSign, { quiet: true })
  const [last, setLast] = useState<ChallengeMine['proofs'][number]>()
  const { challenge } = mine
  const send = async (proof: ProofKind, file: File) => {
    setLast(undefined)
    try {
      const answer = await sign.mutateAsync({
        raceid: challenge.raceid,
        id: challenge.id,
        proof,
        ...(chosen === undefined ? {} : { day: chosen }),
        files: { file },
      })
      setLast(answer.proof)
      onDone()
    } catch {
      // The page shows the refusal below the form.
    }
  }
  const day = chosen === undefined || chosen === mine.today ? undefined : dateText(chosen, lang, 'short')
  return (
    <Card title={day === undefined ? t(words.clock_in) : t(words.clock_day, { day })}>
      <div className="grid gap-4">
        <p className="text-14 text-soft">{t(words.clock_how)}</p>
        {challenge.proofs.includes('track') ? (
          <FileInput
            label={t(words.track)}
            hint={t(words.track_how)}
            accept=".gpx,.fit"
            busy={sign.isPending}
            onFile={(file) => void send('track', file)}
          />
        ) : null}
        {challenge.proofs.includes('photo') ? (
          <FileInput
            label={t(words.photo)}
            hint={t(words.photo_how)}
            accept=".jpg,.jpeg,.png,.gif,.bmp"
            busy={sign.isPending}
            onFile={(file) => void send('photo', file)}
          />
        ) : null}
        <Refusal refused={sign.error ?? undefined} />
        <div role="status">
          {last?.state === 'refused' ? (
            <p className="rounded bg-danger-tint p-4 font-medium text-danger-ink">
              {t(words.not_counted, { why: last.says ?? '' })}
            </p>
          ) : last ? (
            <p className="rounded bg-success-tint p-4 font-medium text-success-ink">
              {t(last.state === 'waiting' ? words.counted_waits : words.counted)}
            </p>
          ) : null}
        </div>
      </div>
    </Card>
  )
}
