import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { path } from '#seam/console/paths.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type ConsoleDisruption, consoleDisruptionsChange, consoleDisruptionsUndo } from '../contract.ts'
import { headlineOf } from '../headline.rules.ts'
import { planTermWords } from '../words.ts'
import { disruptionDeskWords as words } from './disruptionDesk.words.ts'

const tones = { open: 'warning', ended: 'plain', undone: 'plain' } as const
type Props = { raceid: number; plan: ConsoleDisruption; zone: string; again: () => void }

export const PlanOfStaff = ({ raceid, plan, zone, again }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState<'undo' | 'change'>()
  const { counts } = plan
  const figures = [
    [t(words.total), plan.total],
    ...plan.choices.map((choice) => [t(planTermWords.choices[choice]), counts[choice]] as const),
    [t(words.not_chosen), counts.open],
  ] as const
  const done = () => {
    setOpen(undefined)
    again()
  }
  return (
    <Card
      title={headlineOf(plan, t, lang)}
      aside={
        <span className="flex gap-2">
          {plan.sending ? <Chip tone="info">{t(words.sending)}</Chip> : null}
          <Chip tone={tones[plan.state]}>{t(words.state[plan.state])}</Chip>
        </span>
      }
    >
      <p className="break-words">{plan.reason}</p>
      <p className="figures mt-1 text-14 text-soft">
        {t(words.until_at, { when: dateText(plan.until, lang, 'deadline', zone) })} ·{' '}
        {t(words.by, { name: plan.by, when: dateText(plan.created_at, lang, 'deadline', zone) })}
      </p>
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3">
        {figures.map(([label, n]) => (
          <div key={label}>
            <dt className="text-14 text-soft">{label}</dt>
            <dd className="figures text-28 font-bold">{countText(n)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        {plan.can.change ? (
          <Button look="plain" onClick={() => setOpen('change')}>
            {t(words.change)}
          </Button>
        ) : null}
        {plan.can.undo ? (
          <Button look="plain" onClick={() => setOpen('undo')}>
            {t(words.undo)}
          </Button>
        ) : null}
        <ExportButton raceid={raceid} table="disruption_choices" filter={{ id: plan.id }} label={t(words.export)} />
        {plan.bulks.map((id) => (
          <ButtonLink key={id} look="plain" href={path.bulk({ raceid, id })}>
            {t(words.bulk, { n: id })}
          </ButtonLink>
        ))}
      </div>
      {open === 'undo' ? (
        <UndoDialog raceid={raceid} plan={plan} onClose={() => setOpen(undefined)} onDone={done} />
      ) : null}
      {open === 'change' ? (
        <ChangeDialog raceid={raceid} plan={plan} zone={zone} onClose={() => setOpen(undefined)} onDone={done} />
      ) : null}
    </Card>
  )
}

type DialogProps = { raceid: number; plan: ConsoleDisruption; onClose: () => void; onDone: () => void }
const UndoDialog = ({ raceid, plan, onClose, onDone }: DialogProps) => {
  const t = useWords()
  const undo = useCall(consoleDisruptionsUndo)
  return (
    <AskDialog
      title={t(words.undo_title)}
      action={t(words.undo)}
      look="danger"
      busy={undo.isPending}
      refused={undo.error ?? undefined}
      onClose={onClose}
      onDo={() =>
        undo.mutate(
          { raceid, id: plan.id },
          {
            onSuccess: () => {
              toastSuccess(t(words.undone))
              onDone()
            },
          },
        )
      }
    >
      <p>{t(words.undo_text)}</p>
    </AskDialog>
  )
}

const ChangeDialog = ({ raceid, plan, zone, onClose, onDone }: DialogProps & { zone: string }) => {
  const t = useWords()
  const change = useCall(consoleDisruptionsChange)
  const [until, setUntil] = useState<string | null>(plan.until)
  const [start, setStart] = useState<string | null>(plan.new_start)
  const fields = change.error?.fields ?? {}
  const changed = {
    ...(until !== null && until !== plan.until ? { until } : {}),
    ...(start !== null && start !== plan.new_start ? { new_start: start } : {}),
  }
  return (
    <AskDialog
      title={t(words.change_title)}
      action={t(words.change_save)}
      busy={change.isPending}
      disabledReason={Object.keys(changed).length === 0 ? t(words.change_title) : undefined}
      refused={change.error ?? undefined}
      onClose={onClose}
      onDo={() =>
        change.mutate(
          { raceid, id: plan.id, ...changed },
          {
            onSuccess: () => {
              toastSuccess(t(words.changed))
              onDone()
            },
          },
        )
      }
    >
      <div className="grid gap-4">
        <DateTimeInput label={t(words.until)} value={until} onChange={setUntil} zone={zone} error={fields.until} />
        {plan.kind === 'postpone' ? (
          <DateTimeInput
            label={t(words.new_start)}
            value={start}
            onChange={setStart}
            zone={zone}
            error={fields.new_start}
          />
        ) : null}
      </div>
    </AskDialog>
  )
}
