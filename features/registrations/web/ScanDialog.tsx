import { lazy, Suspense, useState } from 'react'
import { LoginSheet } from '#features/accounts/web/LoginSheet.tsx'
import { useAccount } from '#features/accounts/web/useAccount.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useWords } from '#ui/lang.tsx'
import { words as kit } from '#ui/words.ts'
import { path } from '#web/paths.ts'
import type { Capability, Registration } from '../contract.ts'
import { statusWords as words } from './statusWords.ts'

const QrCode = lazy(async () => ({ default: (await import('#ui/QrCode.tsx')).QrCode }))
type Action = Capability | 'details'
const said = { pay: words.pay, edit: words.edit, mend: words.mend, delete: words.remove, exit: words.exit, delay: words.delay, team: words.team, again: words.signUpAgain, details: words.details } as const

/** The code's text: the mini-program's own where the registration has one, else this page with what is to be done. */
const codeOf = (registration: Registration, action: Action): string => registration.bindqrcode ?? new URL(path.queryDetail({ _key: registration._key, action }), location.origin).href

/**
 * The links of the status page do not act in the page: each opens a code to be scanned in the messaging app's mini-program (specification 1
 * section 2). The registrant may log in here instead.
 */
export const ScanDialog = ({ registration, action, onClose, onLoggedIn }: { registration: Registration; action: Action | undefined; onClose: () => void; onLoggedIn: () => void }) => {
  const t = useWords()
  const account = useAccount()
  const [loginOpen, setLoginOpen] = useState(false)
  const name = action ? t(said[action]) : ''
  return (
    <>
      <Dialog
        open={action !== undefined && !loginOpen}
        onClose={onClose}
        title={name}
        actions={
          <>
            <Button look="plain" onClick={onClose}>
              {t(kit.close)}
            </Button>
            {registration.mine ? null : (
              <Button look="plain" onClick={() => setLoginOpen(true)}>
                {t(words.logInInstead)}
              </Button>
            )}
          </>
        }
      >
        {action ? (
          <div className="flex flex-col items-center gap-4 py-2 text-center">
            <Suspense fallback={<div className="bone size-[13rem]" />}>
              <QrCode text={codeOf(registration, action)} label={t(words.scanAlt, { action: name })} />
            </Suspense>
            <p className="max-w-[30ch] text-soft">{t(words.scanHow, { action: name })}</p>
          </div>
        ) : null}
      </Dialog>
      <LoginSheet
        open={loginOpen}
        onClose={() => setLoginOpen(false)}
        onDone={() => {
          setLoginOpen(false)
          onClose()
          account.refresh()
          onLoggedIn()
        }}
      />
    </>
  )
}
