import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { consoleRacecontrolSettingsSave, consoleRacecontrolSettingsShow } from '../monitor/monitor.contract.ts'
import { words } from './control.words.ts'

type Settings = OutputOf<typeof consoleRacecontrolSettingsShow>['settings']
export const LimitsPanel = ({ raceid }: { raceid: number }) => {
  const { data, error, refetch } = useAsk(consoleRacecontrolSettingsShow, { raceid }, { staleTime: 0 })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <LimitsForm raceid={raceid} settings={data.settings} /> : <SkeletonCards count={1} className="h-72" />
}

const LimitsForm = ({ raceid, settings }: { raceid: number; settings: Settings }) => {
  const t = useWords()
  const save = useCall(consoleRacecontrolSettingsSave)
  const { refused, trying } = useTrying()
  const [draft, setDraft] = useState(settings)
  const number = (name: Exclude<keyof Settings, 'cutoff' | 'overdue'>, unit: string, max: number) => (
    <NumberInput
      label={t(words[name])}
      unit={unit}
      max={max}
      value={draft[name]}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
    />
  )
  const [minutes, metres] = [t(words.minutes), t(words.metres_unit)]
  return (
    <Card title={t(words.limits_title)}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void trying(async () => {
            await save.mutateAsync({ raceid, ...draft })
            toastSuccess(t(words.saved))
          })
        }}
      >
        <p className="text-soft">{t(words.limits_text)}</p>
        <div className="grid gap-4 md:grid-cols-3">
          {number('still_minutes', minutes, 240)}
          {number('off_metres', metres, 10_000)}
          {number('off_minutes', minutes, 120)}
          {number('back_metres', metres, 10_000)}
          {number('silent_minutes', minutes, 600)}
          {number('battery_percent', t(words.percent), 90)}
        </div>
        {(['cutoff', 'overdue'] as const).map((name) => (
          <Checkbox
            key={name}
            checked={draft[name]}
            onChange={({ target }) => setDraft({ ...draft, [name]: target.checked })}
          >
            {t(words[name])}
          </Checkbox>
        ))}
        <Refusal refused={refused} />
        <Button type="submit" busy={save.isPending} className="md:w-fit">
          {t(words.save)}
        </Button>
      </form>
    </Card>
  )
}
