import type { ReactNode } from 'react'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../words.ts'
import { LoginWays } from './LoginWays.tsx'

/** The log-in over the current screen. The screen below keeps all typed text. */
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
  /** The mobile that fills the first field. */ mobile?: string
  /** The reason for the log-in. */ note?: ReactNode
  /** True if the person must not leave the page, not even for the messaging app. */ stays?: boolean
}) => {
  const t = useWords()
  return (
    <Dialog open={open} onClose={onClose} title={t(words.title)}>
      <LoginWays mobile={mobile} note={note} onDone={onDone} stays={stays ?? false} />
    </Dialog>
  )
}
