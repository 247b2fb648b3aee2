import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { words } from '../words.ts'
import { AppBound } from './AppBound.tsx'
import { AppReturned } from './AppLogin.tsx'
import { takeReturn } from './appLogin.ts'
import { LoginWays } from './LoginWays.tsx'
import { useAccount } from './useAccount.ts'

/**
 * Returns the address after the log-in. The function accepts only addresses of this app, so that a link cannot lead
 * elsewhere. Any other address gives undefined.
 */
const wayBack = (to: string | undefined): string | undefined => {
  if (!to || !/^\/(?![/\\])/.test(to)) return undefined
  const address = new URL(to, location.origin)
  return address.origin === location.origin && address.pathname !== '/login'
    ? address.pathname + address.search
    : undefined
}

/** The page of the log-in. After the log-in it leads to the address in `to`, or to the person's own page. */
export const LoginPage = () => {
  const t = useWords()
  const go = useGo()
  const params = usePageParams()
  const account = useAccount()
  const [returned] = useState(takeReturn)
  const to = wayBack(params.to)
  // If another page sent a logged-in person here, the person needs another account, so the form is open.
  const [isFormOpen, setFormOpen] = useState(to !== undefined)
  const goOn = () => go(to ?? path.me(), { replace: true })
  const done = () => {
    account.refresh()
    goOn()
  }
  if (typeof returned === 'object' && returned.bind)
    return (
      <Page title={t(words.title)} narrow>
        <AppBound code={returned.code} mobile={account.mobile} onDone={done} />
      </Page>
    )
  const form = (
    <>
      {account.loggedIn ? (
        <Card>
          <p className="figures mb-4 font-medium">
            {t(words.logged_in_as, {
              mobile: account.mobile ?? account.name ?? t(words.account_number, { uid: account.uid ?? 0 }),
            })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button look={isFormOpen ? 'plain' : 'strong'} onClick={goOn}>
              {t(words.go_on)}
            </Button>
            {isFormOpen ? null : (
              <Button look="plain" onClick={() => setFormOpen(true)}>
                {t(words.use_another)}
              </Button>
            )}
            <Button
              look="plain"
              busy={account.loggingOut}
              onClick={() => void account.logOut().then(() => toastSuccess(t(words.logged_out)))}
            >
              {t(words.log_out)}
            </Button>
            <Button
              look="quiet"
              busy={account.loggingOut}
              onClick={() => void account.logOut(true).then(() => toastSuccess(t(words.logged_out)))}
            >
              {t(words.log_out_everywhere)}
            </Button>
          </div>
        </Card>
      ) : null}
      {account.loggedIn && !isFormOpen ? null : (
        <Card>
          <LoginWays
            to={to ?? path.me()}
            note={account.loggedIn ? t(words.registrants_number) : undefined}
            onDone={done}
          />
        </Card>
      )}
    </>
  )
  return (
    <Page title={t(words.title)} narrow>
      {returned === undefined ? (
        form
      ) : (
        <AppReturned returned={returned as Exclude<typeof returned, { bind: true }>} onDone={done} fallback={form} />
      )}
    </Page>
  )
}
