import { wrong } from '#contract/wrong.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#features/staff/console/useMe.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { consoleMovesMake, consoleMovesPreview } from '../contract.ts'
import { moveWords as words } from '../move.words.ts'
import { Consequences, TargetCards } from '../web/MoveTargets.tsx'

/** The dialog that moves a registration to another event. It shows the consequences first. */
export const MoveDialog = (props: { raceid: number; id: number; name: string; onClose: () => void }) => {
  const { raceid, id, name, onClose } = props
  const t = useWords()
  const { lang } = useLang()
  const { may } = useMe(raceid)
  const queries = useQueryClient()
  const preview = useAsk(consoleMovesPreview, { raceid, id })
  const make = useCall(consoleMovesMake, { quiet: true })
  const [eventid, setEventid] = useState('')
  const [charge, setCharge] = useState<'ask' | 'waive'>('ask')
  const [reason, setReason] = useState('')
  const [overrule, setOverrule] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const target = preview.data?.targets.find((one) => String(one.id) === eventid)
  const send = async () => {
    setRefused(undefined)
    try {
      const { state } = await make.mutateAsync({
        raceid,
        id,
        eventid: eventid === '' ? Number.NaN : Number(eventid),
        shown: target?.difference ?? 0,
        charge,
        reason,
        overrule,
      })
      toastSuccess(t(state === 'done' ? words.done : words.offered))
      onClose()
      void queries.invalidateQueries()
    } catch (thrown) {
      const refusal = refusedFrom(thrown)
      setRefused(refusal)
      if (refusal.refusal === 'move_changed') void preview.refetch()
    }
  }
  const { data } = preview
  return (
    <AskDialog
      wide
      title={t(words.title, { name })}
      action={t(words.move)}
      busy={make.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      {preview.isPending ? <Skeleton lines={4} className="h-12" /> : null}
      {preview.error ? <ErrorState error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {data?.pending ? (
        <p>
          {t(words.pending, {
            amount: bookMoney(data.pending.amount),
            event: data.pending.event,
            until: dateText(data.pending.pay_end, lang, 'deadline'),
          })}
        </p>
      ) : null}
      {data && !data.pending ? (
        <>
          <p className="text-soft">{t(words.from, { event: data.event })}</p>
          <TargetCards
            targets={data.targets}
            mayOverrule={may('registrations.overrule')}
            value={eventid}
            error={refused?.fields.eventid && t(wrong.required)}
            onChange={(chosen) => {
              setEventid(chosen)
              setOverrule(data.targets.find((one) => String(one.id) === chosen)?.why !== null)
            }}
          />
          {target && target.difference > 0 ? <ChargeCards value={charge} onChange={setCharge} /> : null}
          {target ? <Consequences preview={data} target={target} /> : null}
          {target?.overrulable ? (
            <Checkbox checked={overrule} onChange={(event) => setOverrule(event.target.checked)}>
              {t(words.overrule)}
            </Checkbox>
          ) : null}
          <TextInput
            label={t(words.reason)}
            value={reason}
            maxLength={200}
            error={refused?.fields.reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <p className="text-14 text-soft">{t(words.told)}</p>
        </>
      ) : null}
    </AskDialog>
  )
}

const ChargeCards = ({ value, onChange }: { value: 'ask' | 'waive'; onChange: (charge: 'ask' | 'waive') => void }) => {
  const t = useWords()
  return (
    <RadioCards
      label={t(words.charge)}
      value={value}
      onChange={(chosen) => onChange(chosen === 'waive' ? 'waive' : 'ask')}
      options={[
        { value: 'ask', label: t(words.ask), description: t(words.ask_text) },
        { value: 'waive', label: t(words.waive), description: t(words.waive_text) },
      ]}
    />
  )
}
