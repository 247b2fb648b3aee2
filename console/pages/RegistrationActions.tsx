import { type ReactNode, useState } from 'react'
import { MoveDialog } from '#features/moves/console/MoveDialog.tsx'
import { moveWords } from '#features/moves/move.words.ts'
import { CancelDialog } from '#features/refunds/console/CancelDialog.tsx'
import { cancelWords } from '#features/refunds/console/cancel.words.ts'
import type { Opened, RegistrationFile } from '#features/registrations/changes/changes.contract.ts'
import { CorrectDialog } from '#features/registrations/console/correct/CorrectDialog.tsx'
import { words as correctWords } from '#features/registrations/console/correct/correct.words.ts'
import { words } from '#features/registrations/console/desk.words.ts'
import { consoleRegistrationsResend } from '#features/registrations/resend/resend.contract.ts'
import { resendWords } from '#features/registrations/resend/resend.words.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { RareActions } from '#seam/console/RareActions.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { useQueryClient } from '@tanstack/react-query'

type OpenedAction = 'correct' | 'move' | 'cancel'

type Props = {
  raceid: number
  file: RegistrationFile
  opened: Opened | undefined
  /** Further actions, before the cancellation. On a phone they are behind the button `More`. */
  children: ReactNode
}
/**
 * The actions of staff on a registration. Staff can correct any registration. They can cancel a live registration and
 * notify its runner again. They can move a live registration if its state is `normal`.
 */
export const RegistrationActions = ({ raceid, file, opened, children }: Props) => {
  const t = useWords()
  const { may } = useMe(raceid)
  const queries = useQueryClient()
  const resend = useCall(consoleRegistrationsResend)
  const [dialog, setDialog] = useState<OpenedAction>()
  const { registration } = file
  const off = may('registrations.edit') ? undefined : t(words.not_right)
  const live = !registration.deleted_at && !file.closed_at && ['0', '1'].includes(registration.status.paid)
  const close = () => setDialog(undefined)
  const send = async () => {
    const { mobile } = await resend.mutateAsync({ raceid, id: registration.id })
    toastSuccess(t(resendWords.sent, { mobile: mobile ?? '' }))
    void queries.invalidateQueries()
  }
  return (
    <>
      <Button look="plain" disabledReason={off} onClick={() => setDialog('correct')}>
        {t(correctWords.correct)}
      </Button>
      {live && registration.state === 'normal' ? (
        <Button look="plain" disabledReason={off} onClick={() => setDialog('move')}>
          {t(moveWords.move)}
        </Button>
      ) : null}
      <RareActions>
        {live ? (
          <Button look="plain" busy={resend.isPending} disabledReason={off} onClick={() => void send().catch(() => {})}>
            {t(resendWords.resend)}
          </Button>
        ) : null}
        {children}
        {live ? (
          <Button look="danger" disabledReason={off} onClick={() => setDialog('cancel')}>
            {t(cancelWords.cancel)}
          </Button>
        ) : null}
      </RareActions>
      {dialog === 'correct' ? <CorrectDialog raceid={raceid} file={file} opened={opened} onClose={close} /> : null}
      {dialog === 'move' ? (
        <MoveDialog raceid={raceid} id={registration.id} name={registration.name} onClose={close} />
      ) : null}
      {dialog === 'cancel' ? <CancelDialog registration={registration} onClose={close} /> : null}
    </>
  )
}
