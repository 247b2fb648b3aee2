import { useState } from 'react'
import { roles } from '#contract/rights.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { consoleStaffPolicySave, consoleStaffPolicyShow } from '../second/contract.ts'
import { type GuardedRole, secondGraceDays, guardedRoles } from '../second/rules.ts'
import { words } from '../second/words.ts'
import { useMe } from './useMe.ts'

type Policy = { roles: GuardedRole[]; grace_days: number }

const PolicyForm = ({ kept }: { kept: Policy }) => {
  const t = useWords()
  const { refresh } = useMe()
  const [policy, setPolicy] = useState(kept)
  const save = useCall(consoleStaffPolicySave, { quiet: true })
  const isAsking = save.error?.refusal === 'policy_locks_out'
  const write = (sure: boolean) =>
    save.mutate(
      { ...policy, sure },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          refresh()
        },
      },
    )
  const toggle = (role: GuardedRole, isOn: boolean) =>
    setPolicy({ ...policy, roles: guardedRoles.filter((one) => (one === role ? isOn : policy.roles.includes(one))) })
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        write(false)
      }}
    >
      <p className="text-soft">{t(words.policy_says)}</p>
      <div className="flex flex-wrap gap-x-8">
        {guardedRoles.map((role) => (
          <Checkbox
            key={role}
            checked={policy.roles.includes(role)}
            onChange={(event) => toggle(role, event.target.checked)}
          >
            {t(roles[role].label)}
          </Checkbox>
        ))}
      </div>
      <NumberInput
        className="max-w-40"
        label={t(words.policy_days)}
        value={policy.grace_days}
        min={secondGraceDays.least}
        max={secondGraceDays.most}
        error={save.error?.fields.grace_days}
        onChange={(days) => setPolicy({ ...policy, grace_days: days })}
      />
      {isAsking ? null : <Refusal refused={save.error ?? undefined} />}
      <Button type="submit" look="plain" className="w-fit" busy={save.isPending}>
        {t(words.policy_apply)}
      </Button>
      <AskDialog
        open={isAsking}
        title={t(words.policy_sure_title)}
        action={t(words.policy_anyway)}
        look="danger"
        busy={save.isPending}
        onClose={() => save.reset()}
        onDo={() => write(true)}
      >
        <p>{save.error?.msg}</p>
      </AskDialog>
    </form>
  )
}

/** The rule of the platform: the roles that need a second factor, and the days of grace. */
export const PolicyCard = () => {
  const t = useWords()
  const policy = useAsk(consoleStaffPolicyShow, {})
  if (policy.error && !policy.data) return <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />
  if (!policy.data) return <SkeletonCards count={1} className="h-40" />
  return (
    <Card title={t(words.policy)}>
      <PolicyForm kept={policy.data} />
    </Card>
  )
}
