import { type ReactNode, useState } from 'react'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { registrationFetch } from '../../changes/changes.contract.ts'
import { useLookUp } from './useLookUp.ts'
import type { Fetched } from '../changes/editForm.ts'
import { editWords as words } from '../changes/edit.words.ts'

const unproven = new Set(['401', '10001', '403'])

/**
 * A page about one's own registration. It asks for a proof of identity if there is none, and then draws the loaded
 * registration.
 */
export const OwnRegistration = ({
  title,
  lookUp,
  children,
}: {
  title: string
  /** The look-up that can find the registration. */
  lookUp: 'reg' | 'enname'
  children: (fetched: Fetched, again: () => Promise<Fetched | undefined>) => ReactNode
}) => {
  const t = useWords()
  const { _key, key, userKey } = usePageParams()
  const id = _key ?? key ?? userKey ?? ''
  const account = useAccount()
  const [loginOpen, setLoginOpen] = useState(false)
  const fetched = useAsk(registrationFetch, { id }, { enabled: id !== '', quiet: true, staleTime: 0 })
  useLookUp(lookUp, id === '')
  if (fetched.data) return children(fetched.data, async () => (await fetched.refetch()).data)
  const { error } = fetched
  if (error && unproven.has(error.code))
    return (
      <Page title={title} backTo={path.queryDetail({ _key: id })} narrow>
        <div className="flex flex-col items-center gap-3 py-12 text-center">
          <StatusIcon kind="info" />
          <h2 className="text-20 font-bold">{error.code === '403' ? error.msg : t(words.logIn)}</h2>
          <p className="max-w-[36ch] text-balance text-soft">{t(words.logInHow)}</p>
          <Button className="mt-2 min-w-64" onClick={() => setLoginOpen(true)}>
            {t(account.loggedIn ? words.logInOther : words.logInAction)}
          </Button>
          <ButtonLink look="quiet" href={path.queryDetail({ _key: id })}>
            {t(words.toStatus)}
          </ButtonLink>
        </div>
        <LoginSheet
          open={loginOpen}
          onClose={() => setLoginOpen(false)}
          onDone={() => {
            setLoginOpen(false)
            account.refresh()
            void fetched.refetch()
          }}
        />
      </Page>
    )
  const home = (
    <ButtonLink look="plain" href={path.home()}>
      {t(kit.home)}
    </ButtonLink>
  )
  return (
    <Page title={title} narrow>
      {error ? (
        <ErrorState error={error} onRetry={() => void fetched.refetch()} action={home} />
      ) : (
        <SkeletonCards count={3} className="h-40" />
      )}
    </Page>
  )
}
