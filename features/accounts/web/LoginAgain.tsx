import { useEffect, useState } from 'react'
import type { Refused } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../words.ts'
import { LoginSheet } from './LoginSheet.tsx'
import { useAccount } from './useAccount.ts'

/** The log-in that a call asked for, over the unchanged page. `onEnd` receives whether the person has logged in. */
export const LoginAgain = ({ refused, onEnd }: { refused: Refused; onEnd: (done: boolean) => void }) => {
  const t = useWords()
  const account = useAccount()
  // The dialog opens only after React has added it to the page. The browser can then return the focus when the dialog
  // closes.
  const [open, setOpen] = useState(false)
  useEffect(() => {
    // Without its styles the log-in still works.
    void import('#seam/web/screens.css').catch(() => undefined).then(() => setOpen(true))
  }, [])
  const note =
    refused.code === '403' ? t(words.registrants_number) : t(refused.code === '10001' ? words.over : words.stays)
  return (
    <LoginSheet
      open={open}
      stays
      note={note}
      onClose={() => onEnd(false)}
      onDone={() => {
        account.refresh()
        onEnd(true)
      }}
    />
  )
}
