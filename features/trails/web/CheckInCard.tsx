import { QrCode, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { CodeCamera } from '#ui/media/camera/CodeCamera.tsx'
import type { Trail } from '../contract.ts'
import { PositionBar } from './PositionBar.tsx'
import type { Checking, CheckOutcome } from './useChecking.ts'
import type { Whereabouts } from './usePosition.ts'
import { trailWords as words } from './trails.words.ts'

type Props = {
  trail: Trail
  where: Whereabouts
  checking: Checking
  /** The code of the link that opened the page. */
  linked: string | undefined
  onCode: (code: string) => void
}
/** The card for checking in by a code or a track file. It also shows the state of the phone's position. */
export const CheckInCard = ({ trail, where, checking, linked, onCode }: Props) => {
  const t = useWords()
  const [scanning, setScanning] = useState(false)
  const takes = (way: 'code' | 'position' | 'file') => trail.points.some(({ ways }) => ways.includes(way))
  return (
    <Card title={t(words.check_in)}>
      <div className="grid gap-4">
        {linked ? (
          <div className="grid gap-3 rounded bg-info-tint p-4 text-info-ink">
            <p className="font-medium">{t(words.code_read)}</p>
            <Button busy={checking.busy} onClick={() => onCode(linked)}>
              {t(words.code_use)}
            </Button>
          </div>
        ) : null}
        {takes('position') || takes('code') ? <PositionBar where={where} /> : null}
        <Seen of={checking.outcome}>
          <OutcomeLine outcome={checking.outcome} all={trail.points.length} />
        </Seen>
        {checking.waiting.length > 0 ? <Waiting checking={checking} /> : null}
        {checking.standing === 'no_store' ? <p className="text-14 text-soft">{t(words.no_store)}</p> : null}
        {takes('code') && !scanning ? (
          <Button
            look="plain"
            icon={<QrCode className="size-5" aria-hidden />}
            busy={checking.busy}
            onClick={() => setScanning(true)}
          >
            {t(words.scan)}
          </Button>
        ) : null}
        {scanning ? (
          <CodeCamera
            onRead={(code) => {
              setScanning(false)
              onCode(code)
            }}
            onClose={() => setScanning(false)}
          />
        ) : null}
        {takes('file') ? (
          <FileInput
            label={t(words.file)}
            hint={t(words.file_how)}
            accept=".gpx,.fit"
            busy={checking.busy}
            onFile={(file) => void checking.checkFile(file)}
          />
        ) : null}
      </div>
    </Card>
  )
}

/** Brings the outcome into view, because the pressed button may be far below it on a phone. */
const Seen = ({ of, children }: { of: CheckOutcome; children: ReactNode }) => {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (of) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [of])
  return (
    <div ref={frame} className="scroll-my-20">
      {children}
    </div>
  )
}

const Waiting = ({ checking }: { checking: Checking }) => {
  const t = useWords()
  return (
    <div className="flex flex-wrap items-center gap-3 rounded bg-warning-tint p-4 text-warning-ink">
      <WifiOff className="size-5 shrink-0" aria-hidden />
      <span className="min-w-0 flex-[1_1_12rem]">
        <span className="figures block font-medium">{t(words.waiting, { n: checking.waiting.length })}</span>
        <span className="block text-14">{t(words.waiting_how)}</span>
      </span>
      <Button look="plain" onClick={checking.sendNow}>
        {t(words.send_now)}
      </Button>
    </div>
  )
}

/** Shows the outcome of the last check. Screen readers read it out. */
const OutcomeLine = ({ outcome, all }: { outcome: CheckOutcome; all: number }) => {
  const t = useWords()
  if (!outcome) return <div role="status" />
  if (outcome.kind === 'refused') return <Refusal refused={outcome.refused} />
  if (outcome.kind === 'kept')
    return (
      <div role="status" className="rounded bg-warning-tint p-4 font-medium text-warning-ink">
        {t(words.kept_now)}
      </div>
    )
  const { checks, signup } = outcome.answer
  const counted = checks.filter(({ reason }) => reason === null)
  const whys = [...new Set(checks.flatMap(({ says }) => (says === null ? [] : [says])))]
  return (
    <div role="status" className="grid gap-2">
      {counted.length > 0 ? (
        <p className="rounded bg-success-tint p-4 font-medium text-success-ink">
          <Dotted
            text={
              (counted.length === 1 ? t(words.counted) : t(words.counted_n, { n: counted.length })) +
              (signup.done.length >= all ? ` · ${t(words.round_done)}` : '')
            }
          />
        </p>
      ) : null}
      {whys.map((why) => (
        <p key={why} className="rounded bg-danger-tint p-4 font-medium text-danger-ink">
          {t(words.not_counted, { why })}
        </p>
      ))}
    </div>
  )
}
