import { useState } from 'react'
import { LoginSheet } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { PageState } from '#ui/feedback/PageState.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { clubAccept, clubInvited } from '../desk/desk.contract.ts'
import { clubWords as words } from './club.words.ts'

/**
 * The page of a captain's link. The person must press a button, because programs that preview links would otherwise use
 * the link up. The secret comes after the # of the address, so no server logs it.
 */
export const CaptainPage = () => {
  const t = useWords()
  const go = useGo()
  const raceid = link().raceid ?? 0
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('captain') ?? '')
  const invited = useAsk(clubInvited, { raceid, token }, { enabled: token !== '', quiet: true })
  const accept = useCall(clubAccept, { quiet: true })
  const [login, setLogin] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const join = async () => {
    setRefused(undefined)
    try {
      const { id } = await accept.mutateAsync({ raceid, token })
      go(path.club({ id }), { replace: true })
    } catch (thrown) {
      const said = refusedFrom(thrown)
      if (said.code === '401' || said.code === '10001') setLogin(true)
      else setRefused(said)
    }
  }
  const { data, error } = invited
  return (
    <Page title={t(words.captain_title)} narrow>
      {token === '' ? <Empty title={t(words.none)} description={t(words.none_how)} /> : null}
      {token !== '' && invited.isPending ? <SkeletonCards count={1} className="h-40" /> : null}
      {error ? <ErrorState error={error} onRetry={() => void invited.refetch()} /> : null}
      {data ? (
        <PageState
          picture={<StatusIcon kind="info" />}
          heading="h2"
          title={data.name}
          description={t(words.captain_how, { name: data.name, race: data.race })}
          actions={
            <Button wide="phone" busy={accept.isPending} onClick={() => void join()}>
              {t(words.accept)}
            </Button>
          }
        >
          <Refusal refused={refused} />
        </PageState>
      ) : null}
      <LoginSheet
        open={login}
        onClose={() => setLogin(false)}
        onDone={() => {
          setLogin(false)
          void join()
        }}
      />
    </Page>
  )
}
