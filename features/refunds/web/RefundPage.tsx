import { useEffect, useState } from 'react'
import { useAccount } from '#seam/web/account.tsx'
import { registrationShow } from '#features/registrations/contract.ts'
import { useLookUp } from '#features/registrations/web/status/useLookUp.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { takeIdnum } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { toastWarn } from '#ui/feedback/Toast.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { refundRule, refundShow } from '../contract.ts'
import { RefundCourse } from './RefundCourse.tsx'
import { RefundForm } from './RefundForm.tsx'
import { refundWords as words } from './refund.words.ts'

/**
 * The page to leave a race and follow the refund (docs/behaviour/refunds.md, Leaving a race). Before the request the
 * page shows the outcome of leaving. After the request it shows the steps of the refund.
 */
export const RefundPage = () => {
  const t = useWords()
  const params = usePageParams()
  const id = params._key ?? params.key ?? params.userKey ?? ''
  // The page that found the registration hands over the ID number. The number is filled in and is never in the address.
  const [idnum] = useState(takeIdnum)
  const account = useAccount()
  const rule = useAsk(refundRule, { id }, { enabled: id !== '' && !account.pending, quiet: true, staleTime: 0 })
  const registration = useAsk(registrationShow, { id }, { enabled: id !== '' && !account.pending, quiet: true })
  useLookUp('refunds', id === '')
  const applied = rule.data?.applied ?? false
  const refund = useAsk(refundShow, { id }, { enabled: applied, quiet: true, staleTime: 0, refetchInterval: 15_000 })
  const again = () => void Promise.all([rule.refetch(), registration.refetch()])
  const home = (
    <ButtonLink look="plain" href={path.home()}>
      {t(words.backHome)}
    </ButtonLink>
  )
  const title = t(applied ? words.courseTitle : words.title)
  const error = rule.error ?? registration.error ?? refund.error
  // The toast shows a sentence of the server. Only the page itself tells about a lost connection.
  const lost = refund.data || error?.code === 'network' ? undefined : error?.msg
  useEffect(() => {
    if (lost !== undefined) toastWarn(lost)
  }, [lost])
  if (error && !(applied ? refund.data : rule.data && registration.data))
    return (
      <Page title={title} narrow>
        <ErrorState
          error={error}
          onRetry={() =>
            void Promise.all([rule.refetch(), registration.refetch(), ...(applied ? [refund.refetch()] : [])])
          }
          action={home}
        />
      </Page>
    )
  if (applied && refund.data) return <RefundCourse refund={refund.data} />
  if (!applied && rule.data && registration.data)
    return (
      <RefundForm
        key={rule.data.mine ? 'mine' : 'other'}
        rule={rule.data}
        registration={registration.data}
        idnum={idnum ?? ''}
        loggedIn={account.loggedIn}
        again={again}
        refresh={account.refresh}
      />
    )
  return (
    <Page title={title}>
      <SkeletonCards count={3} className="h-56" />
    </Page>
  )
}
