import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf } from '#contract/endpoint.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { dayAfter } from '#contract/days.ts'
import {
  consoleExportsScheduleSave,
  consoleExportsScheduleStaff,
  consoleExportsScheduled,
} from '../../schedules/schedules.contract.ts'
import { scheduleWords } from '../../schedules/schedules.words.ts'

/** The choices of an export that a schedule repeats. */
export type Repeated = Pick<
  InputOf<typeof consoleExportsScheduleSave>,
  'table' | 'filter' | 'columns' | 'format' | 'open' | 'why'
>
type Day = 0 | 1 | 2 | 3 | 4 | 5 | 6
const days: readonly Day[] = [1, 2, 3, 4, 5, 6, 0]
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))
const WEEKS = 4
const weeksAfter = (today: string): string => dayAfter(today, WEEKS * 7)

type Props = { raceid: number; label: string; repeated: Repeated; onClose: () => void }
/** The form for a new schedule that repeats an export. */
export const ScheduleDialog = ({ raceid, label, repeated, onClose }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const queries = useQueryClient()
  const found = useAsk(consoleExportsScheduleStaff, { raceid, table: repeated.table }, { quiet: true })
  const save = useCall(consoleExportsScheduleSave)
  const [name, setName] = useState(label)
  const [chosen, setChosen] = useState<string>()
  const [weekdays, setWeekdays] = useState<readonly Day[]>([])
  const [hour, setHour] = useState('8')
  const [last, setLast] = useState<string>()
  const staff = (found.data?.staff ?? []).filter(({ open }) => open || !repeated.open)
  const staffid = chosen ?? String((staff.find(({ mine }) => mine) ?? staff[0])?.staffid ?? '')
  const until = last ?? (found.data ? weeksAfter(found.data.today) : '')
  const { fields = {} } = save.error ?? {}
  const go = async () => {
    const when = { weekdays: [...weekdays], hour: Number(hour), until }
    const { next_at } = await save.mutateAsync({ raceid, ...repeated, name, staffid: Number(staffid), ...when })
    await queries.invalidateQueries({ queryKey: [consoleExportsScheduled.path] })
    toastSuccess(t(scheduleWords.saved, { when: dateText(next_at, lang, 'minute', found.data?.zone) }))
    onClose()
  }
  return (
    <AskDialog
      title={t(scheduleWords.add_title, { table: label })}
      action={t(scheduleWords.save)}
      busy={save.isPending || found.isLoading}
      disabledReason={found.error && !found.data ? t(kit.failed_title) : undefined}
      refused={save.error ?? undefined}
      onClose={onClose}
      onDo={() => (found.data ? void go().catch(() => undefined) : undefined)}
    >
      <p className="text-soft">{t(scheduleWords.add_text)}</p>
      {repeated.open ? <p className="text-14">{t(scheduleWords.sealed, { why: repeated.why ?? '' })}</p> : null}
      {found.isPending ? <Skeleton lines={4} className="h-12" /> : null}
      {found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.data ? (
        <>
          <TextInput
            label={t(scheduleWords.name)}
            value={name}
            maxLength={60}
            error={fields.name}
            onChange={(event) => setName(event.target.value)}
          />
          <Select
            label={t(scheduleWords.for)}
            value={staffid}
            error={fields.staffid}
            onChange={(event) => setChosen(event.target.value)}
            options={staff.map(({ staffid: id, name: called, mine }) => ({
              value: String(id),
              label: mine ? t(scheduleWords.me, { name: called }) : called,
            }))}
          />
          <fieldset>
            <legend className="pb-1 text-14 font-medium">{t(scheduleWords.days)}</legend>
            <div className="flex flex-wrap gap-2">
              {days.map((day) => (
                <ChoiceChip
                  key={day}
                  chosen={weekdays.includes(day)}
                  onClick={() =>
                    setWeekdays(weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day])
                  }
                >
                  {t(scheduleWords.weekdays[day])}
                </ChoiceChip>
              ))}
            </div>
            <p className="pt-1 text-14 text-soft">{t(scheduleWords.days_hint)}</p>
          </fieldset>
          <div className="grid gap-3 md:grid-cols-2">
            <Select
              label={t(scheduleWords.hour)}
              hint={t(scheduleWords.hour_hint, { zone: found.data.zone })}
              value={hour}
              onChange={(event) => setHour(event.target.value)}
              options={hours}
            />
            <TextInput
              label={t(scheduleWords.until)}
              type="date"
              value={until}
              min={found.data.today}
              error={fields.until}
              onChange={(event) => setLast(event.target.value)}
            />
          </div>
        </>
      ) : null}
    </AskDialog>
  )
}
