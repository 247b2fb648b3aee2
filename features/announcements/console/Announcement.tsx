import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useRace } from '#seam/console/useRace.ts'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type AnnouncementLine, consoleAnnouncementsStop } from '../contract.ts'
import { words } from '../words.ts'
import { Readers } from './Readers.tsx'

const tones: Record<AnnouncementLine['state'], Tone> = {
  scheduled: 'info',
  sending: 'info',
  sent: 'success',
  stopped: 'warning',
}
const states = { scheduled: words.waiting, sending: words.sending, sent: words.done, stopped: words.stopped } as const

/** One announcement with its progress. */
export const Announcement = ({
  raceid,
  one,
  onChange,
}: {
  raceid: number
  one: AnnouncementLine
  onChange: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const zone = useRace()?.zone
  const { may } = useMe(raceid)
  const [open, setOpen] = useState(false)
  const [stopping, setStopping] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const stop = useCall(consoleAnnouncementsStop, { quiet: true })
  const progress = t(words.progress, { done: countText(one.told), total: countText(Math.max(one.told, one.total)) })
  const isForNobody = one.state === 'sent' && one.told === 0
  const isOpen = one.state === 'scheduled' || one.state === 'sending'
  const end = async () => {
    try {
      await stop.mutateAsync({ raceid, id: one.id })
      setStopping(false)
      toastSuccess(t(words.stopped_now))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    onChange()
  }
  return (
    <Card
      title={one.title}
      aside={
        isForNobody ? (
          <Chip tone="warning">{t(words.sent_nobody)}</Chip>
        ) : (
          <Chip tone={tones[one.state]}>{t(states[one.state])}</Chip>
        )
      }
    >
      <p className="whitespace-pre-line break-words">{one.body}</p>
      {one.state === 'sending' ? (
        <div className="pt-3">
          <Progress label={progress} value={one.total === 0 ? 0 : one.told / one.total} />
        </div>
      ) : null}
      {isForNobody ? <p className="pt-3 text-14 text-warning-ink">{t(words.sent_nobody_why)}</p> : null}
      <p className="figures flex flex-wrap gap-x-3 pt-3 text-14 text-soft">
        <span>{t(words.audience[one.audience])}</span>
        {one.event === null ? null : <span>{one.event}</span>}
        <span>{progress}</span>
        {one.by_text ? <span>{t(words.texted)}</span> : null}
        {one.by_mail ? <span>{t(words.mailed)}</span> : null}
        <span>
          {one.state === 'scheduled' && one.send_at
            ? t(words.goes_at, { when: dateText(one.send_at, lang, 'deadline', zone) })
            : dateText(one.created_at, lang, 'deadline')}
        </span>
      </p>
      <div className="flex flex-wrap gap-2 pt-3">
        {may('registrations.read') ? (
          <>
            <Button look="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(words.report)}
            </Button>
            <ExportButton raceid={raceid} table="announcement_readers" filter={{ id: one.id }} />
          </>
        ) : null}
        {isOpen ? (
          <Button look="quiet" onClick={() => setStopping(true)}>
            {t(words.stop)}
          </Button>
        ) : null}
      </div>
      {open ? <Readers raceid={raceid} id={one.id} moving={isOpen} /> : null}
      <AskDialog
        open={stopping}
        title={t(words.stop)}
        action={t(words.stop)}
        look="danger"
        busy={stop.isPending}
        refused={refused}
        onClose={() => setStopping(false)}
        onDo={() => void end()}
      >
        <p>{t(words.stop_sure)}</p>
      </AskDialog>
    </Card>
  )
}
