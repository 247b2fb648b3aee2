import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { IconButton } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { serverNow } from '#ui/network/serverClock.ts'
import type { StaffMember } from '../contract.ts'
import { consoleStaffSecondReset } from '../second/contract.ts'
import { words } from '../second/words.ts'

/** Shows whether a member of staff has a second factor, or the time by which the person must set it up. */
export const SecondChip = ({ staff }: { staff: StaffMember }) => {
  const t = useWords()
  const { lang } = useLang()
  if (staff.second) return <Chip tone="success">{t(words.chip_on)}</Chip>
  if (staff.second_due_at === null) return null
  const isOver = new Date(staff.second_due_at).getTime() <= serverNow()
  const when = dateText(staff.second_due_at, lang, 'deadline')
  return <Chip tone="warning">{isOver ? t(words.chip_locked) : t(words.chip_due, { when })}</Chip>
}

/** Resets the second factor of a member of staff who lost it, after a confirmation. */
export const ResetButton = ({ staff, onDone }: { staff: StaffMember; onDone: () => void }) => {
  const t = useWords()
  const [isOpen, setIsOpen] = useState(false)
  const reset = useCall(consoleStaffSecondReset, { quiet: true })
  return (
    <>
      <IconButton label={`${t(words.reset)} ${staff.name}`} onClick={() => setIsOpen(true)}>
        <ShieldOff className="size-5" aria-hidden />
      </IconButton>
      <AskDialog
        open={isOpen}
        title={t(words.reset_title, { name: staff.name })}
        action={t(words.reset)}
        look="danger"
        busy={reset.isPending}
        refused={reset.error ?? undefined}
        onClose={() => setIsOpen(false)}
        onDo={() =>
          reset.mutate(
            { staffid: staff.staffid },
            {
              onSuccess: () => {
                setIsOpen(false)
                toastSuccess(t(words.reset_done))
                onDone()
              },
            },
          )
        }
      >
        <p>{t(words.reset_text)}</p>
      </AskDialog>
    </>
  )
}
