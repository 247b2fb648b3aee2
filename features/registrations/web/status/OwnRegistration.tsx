import type { ReactNode } from 'react'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { words as login } from '#seam/web/loggedInPage.words.ts'
import { useAccount } from '#seam/web/account.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { registrationFetch } from '../../changes/changes.contract.ts'
import { useLookUp } from './useLookUp.ts'
import type { Fetched } from '../changes/editForm.ts'
import { editWords as words } from '../changes/edit.words.ts'

const unproven = new Set(['401', '10001', '403'])

/**
 * A page about one's own registration. It asks for a proof of identity if there is none, and then shows the loaded
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
  const fetched = useAsk(registrationFetch, { id }, { enabled: id !== '', quiet: true, staleTime: 0 })
  useLookUp(lookUp, id === '')
  if (fetched.data) return children(fetched.data, async () => (await fetched.refetch()).data)
  const { error } = fetched
  if (error && unproven.has(error.code))
    return (
      <LoginNeeded
        title={title}
        backTo={path.queryDetail({ _key: id })}
        heading={error.code === '403' ? error.msg : t(words.logIn)}
        how={t(login.entry_number)}
        {...(account.loggedIn ? { action: t(words.logInOther) } : {})}
        onDone={() => {
          account.refresh()
          void fetched.refetch()
        }}
      >
        <ButtonLink look="quiet" href={path.queryDetail({ _key: id })}>
          {t(words.toStatus)}
        </ButtonLink>
      </LoginNeeded>
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
