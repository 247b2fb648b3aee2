import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type RefundCause, type RefundPolicy, type RefundTier, refundCauses } from '#features/races/refund.contract.ts'
import { CancelButton } from '#ui/form/unsaved/CancelButton.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { FieldSet } from '#ui/form/Field.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { localFrom } from '#ui/form/localTime.ts'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { words as kit } from '#ui/language/words.ts'
import { type RefundPolicies, consoleRefundsSave } from '../contract.ts'
import { words as room } from '../words.ts'
import { deskWords as words } from './desk.words.ts'

type Props = {
  raceid: number
  item: RefundPolicies['items'][number]
  /** The rules that the dialog starts with. */ like: RefundPolicy | null
  zone: string
  startsAt: string
  onClose: () => void
  onDone: () => void
}
/** Returns the rules that the dialog starts with if a race has none: everything goes back until the race starts. */
const fresh = (startsAt: string, zone: string): RefundPolicy => ({
  exit: true,
  tiers: [{ from: null, until: localFrom(startsAt, zone).slice(0, 10), percent: 0, fixed: 0 }],
  deadline: null,
  reasons: [...refundCauses],
  successor: null,
  cash: null,
})

export const PolicyDialog = ({ raceid, item, like, zone, startsAt, onClose, onDone }: Props) => {
  const t = useWords()
  const save = useCall(consoleRefundsSave, { quiet: true })
  const [policy, setPolicy] = useState<RefundPolicy>(() => like ?? fresh(startsAt, zone))
  const [refused, setRefused] = useState<Refused>()
  const change = (patch: Partial<RefundPolicy>) => setPolicy({ ...policy, ...patch })
  const errorAt = (field: string) => refused?.fields[`policy.${field}`]
  const reason = (cause: RefundCause, on: boolean) =>
    change({ reasons: refundCauses.filter((one) => (one === cause ? on : policy.reasons.includes(one))) })
  const send = async (given: RefundPolicy | undefined) => {
    setRefused(undefined)
    try {
      await save.mutateAsync({ raceid, eventid: item.eventid, ...(given ? { policy: given } : {}) })
      toastSuccess(t(words.saved))
      onClose()
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={item.eventid === 0 ? t(words.rules) : item.name}
      actions={
        <>
          {item.policy && item.eventid !== 0 ? (
            <Button look="danger" busy={save.isPending} onClick={() => void send(undefined)}>
              {t(words.takeAway)}
            </Button>
          ) : null}
          <CancelButton onClick={onClose} />
          <Button busy={save.isPending} onClick={() => void send(policy)}>
            {t(kit.confirm)}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 pb-2">
        <Checkbox checked={policy.exit} onChange={(event) => change({ exit: event.target.checked })}>
          {t(words.open)}
        </Checkbox>
        <FieldSet label={t(words.tiers)} hint={t(words.tiersText)} error={errorAt('tiers')}>
          <Tiers tiers={policy.tiers} errorAt={errorAt} onChange={(tiers) => change({ tiers })} />
        </FieldSet>
        <DateTimeInput
          optional
          label={t(words.deadline)}
          hint={t(words.deadlineHint)}
          zone={zone}
          value={policy.deadline}
          error={errorAt('deadline')}
          onChange={(deadline) => change({ deadline })}
        />
        <FieldSet label={t(words.reasons)} error={errorAt('reasons')}>
          <div className="grid grid-cols-2 gap-x-4 md:grid-cols-4">
            {refundCauses.map((cause) => (
              <Checkbox
                key={cause}
                checked={policy.reasons.includes(cause)}
                onChange={(event) => reason(cause, event.target.checked)}
              >
                {t(room[`cause_${cause}`])}
              </Checkbox>
            ))}
          </div>
        </FieldSet>
        <SuccessorPart policy={policy} errorAt={errorAt} onChange={change} />
        <div>
          <Checkbox
            checked={policy.cash !== null}
            onChange={(event) => change({ cash: event.target.checked ? 1 : null })}
          >
            {t(words.cash)}
          </Checkbox>
          <p className="text-14 text-soft">{t(words.cashText)}</p>
          {policy.cash !== null ? (
            <NumberInput
              className="mt-2 md:w-40"
              label={t(words.percent)}
              unit={t(words.per_cent)}
              value={policy.cash}
              error={errorAt('cash')}
              onChange={(cash) => change({ cash })}
            />
          ) : null}
        </div>
        <Refusal refused={refused} />
      </div>
    </Dialog>
  )
}

type KeptProps = {
  value: { percent: number; fixed: number }
  errorAt: ErrorAt
  onChange: (patch: { percent?: number; fixed?: number }) => void
}
/** Edits the kept part of a fee: a number of per cent, plus a number of yuan. */
const Kept = ({ value, errorAt, onChange }: KeptProps) => {
  const t = useWords()
  return (
    <>
      <NumberInput
        label={t(words.percent)}
        unit={t(words.per_cent)}
        value={value.percent}
        error={errorAt('percent')}
        onChange={(percent) => onChange({ percent })}
      />
      <MoneyInput
        label={t(words.fixed)}
        unit={t(words.yuan)}
        value={value.fixed}
        error={errorAt('fixed')}
        onChange={(fixed) => onChange({ fixed })}
      />
    </>
  )
}

type ErrorAt = (field: string) => string | undefined
/** Edits the tiers: spans of days, each with the part of the fee that the race keeps. */
const Tiers = (props: { tiers: readonly RefundTier[]; errorAt: ErrorAt; onChange: (tiers: RefundTier[]) => void }) => {
  const { tiers, errorAt, onChange } = props
  const t = useWords()
  const setTier = (at: number, patch: Partial<RefundTier>) =>
    onChange(tiers.map((tier, n) => (n === at ? { ...tier, ...patch } : tier)))
  return (
    <>
      <ul className="grid gap-3">
        {tiers.map((tier, at) => (
          <li
            key={at}
            className={
              'grid grid-cols-2 items-end gap-3 rounded border border-line p-3 ' +
              'md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6rem_7.5rem_auto] md:border-0 md:p-0'
            }
          >
            <TextInput
              type="date"
              optional
              label={t(words.from)}
              value={tier.from ?? ''}
              error={errorAt(`tiers.${at}.from`)}
              onChange={(event) => setTier(at, { from: event.target.value || null })}
            />
            <TextInput
              type="date"
              label={t(words.to)}
              value={tier.until}
              error={errorAt(`tiers.${at}.until`)}
              onChange={(event) => setTier(at, { until: event.target.value })}
            />
            <Kept
              value={tier}
              errorAt={(field) => errorAt(`tiers.${at}.${field}`)}
              onChange={(patch) => setTier(at, patch)}
            />
            <IconButton
              label={t(words.dropTier, { n: at + 1 })}
              disabled={tiers.length === 1}
              onClick={() => onChange(tiers.filter((_, n) => n !== at))}
            >
              <Trash2 className="size-5" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        className="-ml-5 mt-1"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() => onChange([...tiers, { from: tiers.at(-1)!.until, until: '', percent: 50, fixed: 0 }])}
      >
        {t(words.addTier)}
      </Button>
    </>
  )
}

/** Sets whether a runner gets more back when a successor has taken the place and has paid. */
const SuccessorPart = (props: {
  policy: RefundPolicy
  errorAt: ErrorAt
  onChange: (patch: Partial<RefundPolicy>) => void
}) => {
  const { policy, errorAt, onChange } = props
  const t = useWords()
  return (
    <div>
      <Checkbox
        checked={policy.successor !== null}
        onChange={(event) =>
          onChange({
            successor: event.target.checked ? { until: policy.tiers.at(-1)!.until, percent: 0, fixed: 0 } : null,
          })
        }
      >
        {t(words.successor)}
      </Checkbox>
      <p className="text-14 text-soft">{t(words.successorText)}</p>
      {policy.successor ? (
        <div className="mt-2 grid grid-cols-2 items-end gap-3 md:grid-cols-[minmax(0,1fr)_6rem_7.5rem]">
          <TextInput
            className="col-span-2 md:col-span-1"
            type="date"
            label={t(words.successorUntil)}
            value={policy.successor.until}
            error={errorAt('successor.until')}
            onChange={(event) => onChange({ successor: { ...policy.successor!, until: event.target.value } })}
          />
          <Kept
            value={policy.successor}
            errorAt={(field) => errorAt(`successor.${field}`)}
            onChange={(patch) => onChange({ successor: { ...policy.successor!, ...patch } })}
          />
        </div>
      ) : null}
    </div>
  )
}
