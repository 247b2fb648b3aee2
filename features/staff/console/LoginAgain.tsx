import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../words.ts'
import { LoginForm } from './LoginForm.tsx'

/**
 * The log-in that opens over the page when the session has ended. Text that was typed on the page stays. The person can
 * send this text after the log-in.
 */
export const LoginAgain = ({ open, onClose, onDone }: { open: boolean; onClose: () => void; onDone: () => void }) => {
  const t = useWords()
  return (
    <Dialog open={open} onClose={onClose} title={t(words.login_again)}>
      <div className="grid gap-4">
        <p className="text-soft">{t(words.login_again_text)}</p>
        <LoginForm onDone={onDone} />
      </div>
    </Dialog>
  )
}
