import { Smartphone, TriangleAlert, WifiOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { hoursText } from '#contract/written.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { TrackedRun } from '../../share/share.contract.ts'
import type { RecorderView } from './recorder.ts'
import { words } from './share.words.ts'

type Props = { run: TrackedRun; view: RecorderView; onStart: () => void; onStop: () => Promise<void> }

export const RunningCard = ({ run, view, onStart, onStop }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const now = useNow()
  const [sure, setSure] = useState(false)
  const [busy, setBusy] = useState(false)
  const { online, fault } = view
  const recording = view.recording && fault === null
  const began = Date.parse(run.started_at ?? run.created_at)
  const stop = async () => {
    setBusy(true)
    await onStop()
    setBusy(false)
    setSure(false)
  }
  const contact = view.contact ?? (run.contact_at ? Date.parse(run.contact_at) : null)
  const battery = view.battery ?? run.battery
  const facts: [string, ReactNode][] = [
    [t(words.sent), view.sent],
    [t(words.waiting), view.waiting],
    [t(words.contact), contact === null ? t(words.never) : dateText(new Date(contact), lang, 'second', run.zone)],
  ]
  if (battery !== null) facts.push([t(words.battery), t(words.percent, { n: battery })])
  return (
    <Card>
      <div className="grid gap-5">
        <p role="status" className="flex flex-wrap gap-2">
          <Chip tone={recording ? 'success' : 'warning'}>{t(recording ? words.running : words.paused)}</Chip>
          {online ? null : (
            <Chip tone="warning">
              <WifiOff className="mr-1 inline size-4" aria-hidden />
              {t(words.offline)}
            </Chip>
          )}
          {view.awake ? <Chip>{t(words.awake)}</Chip> : null}
          {view.stopping ? <Chip tone="warning">{t(words.stopping)}</Chip> : null}
        </p>
        <dl className="grid grid-cols-2 gap-4 text-center">
          <Figure name={t(words.time)}>{hoursText(Math.max(0, Math.floor((now - began) / 1000)))}</Figure>
          <Figure name={t(words.distance)}>
            {t(words.km, { n: (Math.max(view.metres, run.metres) / 1000).toFixed(2) })}
          </Figure>
        </dl>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line pt-4 md:grid-cols-4">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-14 text-soft">{name}</dt>
              <dd className="figures font-medium">{value}</dd>
            </div>
          ))}
        </dl>
        {fault === 'denied' || fault === 'no_position' ? (
          <div role="alert" className="flex gap-3 rounded bg-warning-tint p-4 text-warning-ink">
            <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
            <p>
              <span className="block font-medium">{t(words[fault])}</span>
              {fault === 'denied' ? <span className="text-14">{t(words.denied_how)}</span> : null}
            </p>
          </div>
        ) : null}
        {view.recording && fault !== 'denied' ? (
          <div className="flex gap-3 rounded bg-sunk p-4">
            <Smartphone className="mt-0.5 size-5 shrink-0 text-strong" aria-hidden />
            <p>
              <span className="block font-medium">{t(words.screen_on)}</span>
              <span className="text-14 text-soft">{t(words.screen_on_how)}</span>
            </p>
          </div>
        ) : view.stopping || fault === 'gone' ? null : (
          <Button wide onClick={onStart}>
            {t(words.again)}
          </Button>
        )}
        <Button wide look="danger" className="min-h-16 text-20" onClick={() => setSure(true)}>
          {t(words.stop)}
        </Button>
      </div>
      <AskDialog
        open={sure}
        title={t(words.stop_sure)}
        action={t(words.stop)}
        look="danger"
        busy={busy}
        onDo={() => void stop()}
        onClose={() => setSure(false)}
      >
        <p>{t(words.stop_how)}</p>
      </AskDialog>
    </Card>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-14 text-soft">{name}</dt>
    <dd className="display mt-1 text-40 leading-none">{children}</dd>
  </div>
)
