import { Suspense, useState } from 'react'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleProfileTotpConfirm } from '../../second/contract.ts'
import { words } from '../../second/words.ts'

type Props = {
  made: { secret: string; address: string }
  onClose: () => void
  onDone: (recovery: readonly string[] | null) => void
}
/** Shows the secret of a new authenticator app and takes its first code. */
export const AppDialog = ({ made, onClose, onDone }: Props) => {
  const t = useWords()
  const confirm = useCall(consoleProfileTotpConfirm, { quiet: true })
  const [code, setCode] = useState('')
  return (
    <AskDialog
      title={t(words.app_add)}
      action={t(words.turn_on)}
      busy={confirm.isPending}
      refused={confirm.error ?? undefined}
      onClose={onClose}
      onDo={() => confirm.mutate({ code }, { onSuccess: ({ recovery }) => onDone(recovery) })}
    >
      <p className="text-soft">{t(words.app_scan)}</p>
      <div className="flex justify-center">
        <Suspense fallback={<Skeleton lines={1} className="size-52" />}>
          <LaterQrCode text={made.address} label={t(words.app)} />
        </Suspense>
      </div>
      <p className="text-14">
        <span className="text-soft">{t(words.app_key)} </span>
        <code className="select-all break-all" data-secret>
          {made.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </p>
      <TextInput
        label={t(words.app_code)}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        inputClassName="figures"
        maxLength={10}
        value={code}
        error={confirm.error?.fields.code}
        onChange={(event) => {
          setCode(event.target.value)
          confirm.reset()
        }}
      />
    </AskDialog>
  )
}
