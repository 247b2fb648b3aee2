import { useState } from 'react'
import type { InputOf } from '#contract/endpoint.ts'
import type { Lang } from '#contract/words.ts'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FieldSet } from '#ui/form/Field.tsx'
import { NamedDialog, textsIn } from '#ui/form/NamedDialog.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type ConsoleChallenge, consoleChallengesSave } from '../contract.ts'
import { type Goal, goals, proofKinds } from '../days.rules.ts'
import { proofWords } from '../words.ts'
import { challengeDeskWords as words } from './challengeDesk.words.ts'

type Form = Omit<
  InputOf<typeof consoleChallengesSave>,
  'raceid' | 'id' | 'name' | 'names' | 'description' | 'descriptions' | 'updated_at'
> & {
  name: Partial<Record<Lang, string>>
  description: Partial<Record<Lang, string>>
  target: number
  least_metres: number
  makeups: number
  makeup_days: number
  review: boolean
  published: boolean
}
const formOf = (challenge: ConsoleChallenge | undefined, today: string): Form =>
  challenge
    ? {
        name: { 'zh-cn': challenge.name, ...challenge.names },
        description: { 'zh-cn': challenge.description, ...challenge.descriptions },
        goal: challenge.goal,
        target: challenge.target,
        starts_on: challenge.starts_on,
        ends_on: challenge.ends_on,
        least_metres: challenge.least_metres,
        proofs: challenge.proofs,
        review: challenge.review,
        makeups: challenge.makeups,
        makeup_days: challenge.makeup_days,
        published: challenge.published_at !== null,
      }
    : {
        name: {},
        description: {},
        goal: 'days',
        target: 21,
        starts_on: today,
        ends_on: today,
        least_metres: 3000,
        proofs: ['track'],
        review: false,
        makeups: 2,
        makeup_days: 3,
        published: false,
      }

type Props = {
  raceid: number
  challenge: ConsoleChallenge | undefined
  today: string
  onClose: () => void
  onSaved: () => void
}
export const ChallengeDialog = ({ raceid, challenge, today, onClose, onSaved }: Props) => {
  const t = useWords()
  const save = useCall(consoleChallengesSave, { quiet: true })
  const [form, setForm] = useState(() => formOf(challenge, today))
  const put = (patch: Partial<Form>) => setForm((now) => ({ ...now, ...patch }))
  const send = () =>
    save.mutate(
      {
        raceid,
        ...(challenge ? { id: challenge.id, updated_at: challenge.updated_at } : {}),
        ...form,
        ...textsIn(form),
      },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onSaved()
        },
      },
    )
  return (
    <NamedDialog
      title={t(challenge ? words.edit : words.add)}
      labels={{ name: t(words.name), description: t(words.description) }}
      form={form}
      put={put}
      busy={save.isPending}
      refused={save.error}
      onClose={onClose}
      onSave={send}
    >
      <GoalFields form={form} put={put} />
      <RuleFields form={form} put={put} />
    </NamedDialog>
  )
}

type FieldsProps = { form: Form; put: (patch: Partial<Form>) => void }
const GoalFields = ({ form, put }: FieldsProps) => {
  const t = useWords()
  const isDays = form.goal === 'days'
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Select
        label={t(words.goal)}
        value={form.goal}
        onChange={(event) =>
          put({ goal: event.target.value as Goal, target: event.target.value === 'days' ? 21 : 100_000 })
        }
        options={goals.map((value) => ({ value, label: t(value === 'days' ? words.goal_days : words.goal_metres) }))}
      />
      {isDays ? (
        <NumberInput
          label={t(words.target_days)}
          value={form.target}
          min={1}
          max={366}
          onChange={(target) => put({ target })}
        />
      ) : (
        <NumberInput
          label={t(words.target_km)}
          value={form.target / 1000}
          min={1}
          max={100_000}
          onChange={(km) => put({ target: km * 1000 })}
        />
      )}
      <TextInput
        type="date"
        label={t(words.starts_on)}
        value={form.starts_on}
        inputClassName="figures"
        onChange={(event) => put({ starts_on: event.target.value })}
      />
      <TextInput
        type="date"
        label={t(words.ends_on)}
        value={form.ends_on}
        inputClassName="figures"
        onChange={(event) => put({ ends_on: event.target.value })}
      />
    </div>
  )
}

const RuleFields = ({ form, put }: FieldsProps) => {
  const t = useWords()
  return (
    <>
      <FieldSet label={t(words.takes)}>
        <div className="flex flex-wrap gap-x-6">
          {proofKinds.map((kind) => (
            <Checkbox
              key={kind}
              checked={form.proofs.includes(kind)}
              onChange={(event) =>
                put({
                  proofs: proofKinds.filter((one) => (one === kind ? event.target.checked : form.proofs.includes(one))),
                })
              }
            >
              {t(proofWords[kind])}
            </Checkbox>
          ))}
        </div>
      </FieldSet>
      <div className="grid items-start gap-4 md:grid-cols-3">
        <NumberInput
          label={t(words.least_km)}
          value={form.least_metres / 1000}
          decimals={1}
          min={0}
          max={200}
          onChange={(km) => put({ least_metres: Math.round(km * 1000) })}
        />
        <NumberInput
          label={t(words.makeups)}
          value={form.makeups}
          min={0}
          max={366}
          onChange={(makeups) => put({ makeups })}
        />
        <NumberInput
          label={t(words.makeup_days)}
          value={form.makeup_days}
          min={1}
          max={366}
          onChange={(makeup_days) => put({ makeup_days })}
        />
      </div>
      <Checkbox checked={form.review} onChange={(event) => put({ review: event.target.checked })}>
        {t(words.review)}
      </Checkbox>
      <Checkbox checked={form.published} onChange={(event) => put({ published: event.target.checked })}>
        {t(words.published)}
      </Checkbox>
    </>
  )
}
