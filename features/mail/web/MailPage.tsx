import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageState } from '#ui/feedback/PageState.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { mailProve, mailShow, mailStop } from '../contract.ts'
import { words } from '../words.ts'
import { AddressForm } from './AddressForm.tsx'
import { AddressShown } from './AddressShown.tsx'

/** Messages by mail: the address of the account, and the two pages to which links of mails lead. */
export const MailPage = () => {
  const { prove, stop } = usePageParams()
  if (prove) return <FromLink kind="prove" token={prove} />
  if (stop) return <FromLink kind="stop" token={stop} />
  return <Own />
}

/**
 * A page that a mail opens. It changes nothing until the reader presses, because mail programs open links by
 * themselves.
 */
const FromLink = ({ kind, token }: { kind: 'prove' | 'stop'; token: string }) => {
  const t = useWords()
  const prove = useCall(mailProve, { quiet: true })
  const stop = useCall(mailStop, { quiet: true })
  const one = kind === 'prove' ? prove : stop
  const done = one.data?.mail
  const title = kind === 'prove' ? words.link_title : words.stop_title
  const heading = done === undefined ? title : kind === 'prove' ? words.proved_now : words.stopped
  const text =
    done === undefined
      ? kind === 'prove'
        ? words.link_text
        : words.stop_text
      : kind === 'prove'
        ? words.text
        : words.stopped_text
  return (
    <Page title={t(title)} narrow>
      <PageState
        picture={<StatusIcon kind={done === undefined ? 'info' : 'success'} />}
        heading="h2"
        title={t(heading)}
        description={t(text)}
        actions={
          <>
            {done === undefined ? (
              <Button
                wide="phone"
                busy={one.isPending}
                onClick={() => (kind === 'prove' ? prove.mutate({ token }) : stop.mutate({ token }))}
              >
                {t(kind === 'prove' ? words.confirm : words.stop_action)}
              </Button>
            ) : null}
            {done !== undefined || one.error ? (
              <ButtonLink look="quiet" href={path.mail()}>
                {t(words.to_account)}
              </ButtonLink>
            ) : null}
          </>
        }
      >
        {done ? <p className="figures font-medium">{done}</p> : null}
        {one.error ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
            {one.error.msg}
          </p>
        ) : null}
      </PageState>
    </Page>
  )
}

const Own = () => {
  const t = useWords()
  const account = useAccount()
  if (account.pending)
    return (
      <Page title={t(words.title)} narrow>
        <SkeletonCards count={2} className="h-28" />
      </Page>
    )
  if (account.lost)
    return (
      <Page title={t(words.title)} narrow>
        <ErrorState error={account.lost.error} onRetry={account.lost.retry} />
      </Page>
    )
  if (!account.loggedIn) return <LoginNeeded title={t(words.title)} heading={t(words.log_in_how)} />
  return <Mine />
}

const Mine = () => {
  const t = useWords()
  const own = useAsk(mailShow, {})
  const { data } = own
  const changed = () => void own.refetch()
  return (
    <Page title={t(words.title)} narrow>
      <p className="pb-4 text-soft">{t(words.text)}</p>
      {own.error && !data ? <ErrorState error={own.error} onRetry={changed} /> : null}
      {own.isPending ? <SkeletonCards count={2} className="h-28" /> : null}
      {data ? (
        <div className="grid gap-4">
          {data.state === 'proved' ? (
            <AddressShown own={data} onChange={changed} />
          ) : (
            <Card>
              <AddressForm waiting={data.state === 'pending' ? data.mail : null} onDone={changed} />
            </Card>
          )}
        </div>
      ) : null}
    </Page>
  )
}
