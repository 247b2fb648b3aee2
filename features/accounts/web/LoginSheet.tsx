import type { ReactNode } from 'react'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../words.ts'
import { AppLoginButton } from './AppLogin.tsx'
import { LoginForm } from './LoginForm.tsx'

/** The log-in in place: the screen beneath stays as it is, with all typed text. */
export const LoginSheet = ({
  open,
  onClose,
  onDone,
  mobile,
  note,
  stays,
}: {
  open: boolean
  onClose: () => void
  onDone: () => void
  /** Fills the first field. */ mobile?: string
  /** The reason for the log-in. */ note?: ReactNode
  /** The person must not leave the page, not even for the messaging app. */ stays?: boolean
}) => {
  const t = useWords()
  return (
    <Dialog open={open} onClose={onClose} title={t(words.title)}>
      {stays ? null : <AppLoginButton />}
      <LoginForm mobile={mobile} note={note} onDone={onDone} />
    </Dialog>
  )
}
