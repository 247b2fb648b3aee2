import { useState } from 'react'
import { userSmsSend2 } from '#features/accounts/contract.ts'
import { CheckField } from '#features/checks/web/CheckField.tsx'
import { useCheck } from '#features/checks/web/useCheck.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { mydataErase, mydataPlan } from '../contract.ts'
import { myDataWords as words } from './myData.words.ts'

export type ErasedThing = { kind: 'account' } | { kind: 'person' | 'registration'; id: string; name: string }

/**
 * The dialog that tells which data is erased, which data stays, and how long it stays. The dialog asks for a code sent
 * to the account's own mobile.
 */
export const EraseDialog = ({
  thing,
  mobile,
  onClose,
  onAsked,
}: {
  thing: ErasedThing
  mobile: string | null
  onClose: () => void
  onAsked: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const of = { kind: thing.kind, ...('id' in thing ? { id: thing.id } : {}) }
  const planned = useAsk(mydataPlan, of)
  const [sent, setSent] = useState(false)
  const checking = useCheck(!sent)
  const send = useCall(userSmsSend2, { quiet: true })
  const erase = useCall(mydataErase, { quiet: true })
  const [code, setCode] = useState('')
  const [named, setNamed] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const sendCode = async () => {
    setRefused(undefined)
    try {
      await send.mutateAsync({ own: true, ...(await checking.given()) })
      setSent(true)
      toastSuccess(t(words.sent))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      checking.renew(refusedFrom(thrown))
    }
  }
  const go = async () => {
    setRefused(undefined)
    try {
      await erase.mutateAsync({ ...of, anonymous: !named, code })
      onAsked()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const plan = planned.data
  return (
    <AskDialog
      title={t(words.eraseTitle)}
      action={t(words.confirmErase)}
      look="danger"
      busy={erase.isPending}
      disabledReason={sent ? undefined : t(words.codeFirst)}
      refused={refused}
      onClose={onClose}
      onDo={() => void go()}
    >
      {planned.error ? <ErrorState error={planned.error} onRetry={() => void planned.refetch()} /> : null}
      {!plan && !planned.error ? <SkeletonCards count={1} className="h-40" /> : null}
      {plan ? (
        <div className="grid gap-4">
          {'name' in thing ? <p className="font-bold">{thing.name}</p> : null}
          <List title={t(words.gone)} lines={plan.gone} />
          <List title={t(words.kept)} lines={plan.kept} />
          <p className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
            {t(words.due, { day: dateText(plan.due_at, lang) })}
          </p>
          {thing.kind === 'person' ? null : (
            <Checkbox checked={named} onChange={(event) => setNamed(event.target.checked)}>
              {t(words.keepName)}
            </Checkbox>
          )}
          <p className="text-14 text-soft">{t(words.codeHow, { mobile: mobile ?? '' })}</p>
          {sent ? null : <CheckField {...checking} error={refused?.fields.captcha} />}
          <TextInput
            label={t(words.code)}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={refused?.fields.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            inputClassName="figures"
            after={
              sent ? undefined : (
                <Button look="plain" className="shrink-0" busy={send.isPending} onClick={() => void sendCode()}>
                  {t(words.send)}
                </Button>
              )
            }
          />
        </div>
      ) : null}
    </AskDialog>
  )
}

const List = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section>
    <h3 className="mb-1 font-medium">{title}</h3>
    <ul className="list-disc pl-5 text-14 text-soft">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </section>
)
