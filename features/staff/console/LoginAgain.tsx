import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../words.ts'
import { LoginForm } from './LoginForm.tsx'

/** The log-in over the page, after the session ended: typed text underneath stays, and another press sends it. */
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
