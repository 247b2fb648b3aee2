import type { ReactNode } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { inMiniProgram, openNative } from '#seam/web/miniProgram.ts'
import { words } from '../words.ts'
import { AppLoginButton, OrByMobile } from './AppLogin.tsx'
import { LoginForm } from './LoginForm.tsx'

/**
 * All ways to log in, in one order for the sheet and the page: the mini-program's own button, the messaging app, and a
 * code for the mobile.
 */
export const LoginWays = ({
  to,
  stays,
  ...form
}: {
  /** The next page after a log-in that leaves this page. */ to?: string | undefined
  /** True if the person must not leave the page, not even for the messaging app. */ stays?: boolean
  mobile?: string | undefined
  note?: ReactNode
  onDone: () => void
}) => {
  const t = useWords()
  return (
    <>
      {stays ? null : inMiniProgram() ? (
        <div className="mb-4 grid gap-4">
          <Button wide onClick={() => openNative('login', { to: to ?? location.pathname + location.search })}>
            {t(words.native_login)}
          </Button>
          <OrByMobile />
        </div>
      ) : (
        <AppLoginButton to={to} />
      )}
      <LoginForm {...form} />
    </>
  )
}
