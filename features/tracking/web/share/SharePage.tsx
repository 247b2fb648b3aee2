import { Suspense, useEffect } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { inMiniProgram, openNative } from '#seam/web/miniProgram.ts'
import { path } from '#seam/web/paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { onDemand } from '#ui/router/onDemand.tsx'
import { appLiveQuery } from '../../share/share.contract.ts'
import { ConsentCard } from './ConsentCard.tsx'
import { EarlierRuns } from './EarlierRuns.tsx'
import { words } from './share.words.ts'
import { type ShareRecorder, useRecorder } from './useRecorder.ts'

/**
 * The map of a run comes after the consent. The page fetches the file of the map at once, because a run continues
 * without a network.
 */
const loadRun = async () => (await import('./OwnRun.tsx')).OwnRun
const OwnRun = onDemand(loadRun)

/** The page on which a runner shares a run. An open page works without network. */
export const SharePage = () => {
  const t = useWords()
  const account = useAccount()
  const raceid = link().raceid ?? 0
  const recorder = useRecorder(raceid)
  useEffect(() => void loadRun().catch(() => undefined), [])
  const state = useAsk(
    appLiveQuery,
    { raceid },
    { enabled: !account.pending, quiet: true, keep: true, refetchInterval: 10_000, staleTime: 0 },
  )
  const again = async () => void (await state.refetch())
  return (
    <Page title={t(words.title)} backTo={path.home()} narrow>
      {state.error && !state.data ? <ErrorState error={state.error} onRetry={() => void again()} /> : null}
      {(!state.data && !state.error) || recorder.standing === 'opening' ? (
        <SkeletonCards count={2} className="h-56" />
      ) : recorder.standing === 'no_store' ? (
        <Empty title={t(words.no_store)} description={t(words.no_store_how)} />
      ) : state.data ? (
        <div className="grid gap-4">
          <Opened state={state.data} raceid={raceid} recorder={recorder} again={again} />
          {account.loggedIn ? <EarlierRuns besides={state.data.run?.id} /> : null}
        </div>
      ) : null}
    </Page>
  )
}

type State = OutputOf<typeof appLiveQuery>
type Props = { state: State; raceid: number; recorder: ShareRecorder; again: () => Promise<void> }
const Opened = ({ state, raceid, recorder, again }: Props) => {
  const t = useWords()
  const account = useAccount()
  const { run, entries } = state
  if (run)
    return (
      <Suspense fallback={<SkeletonCards count={2} className="h-56" />}>
        <OwnRun state={state} run={run} raceid={raceid} recorder={recorder} again={again} />
      </Suspense>
    )
  if (!account.loggedIn) return <LoginFirst title={t(words.log_in_first)} description={t(words.log_in_why)} />
  if (entries.length === 0) return <Empty title={t(words.no_entry)} description={t(words.no_entry_how)} />
  // The web view of the mini-program has no position while the phone is locked.
  if (inMiniProgram())
    return (
      <Empty
        title={t(words.native_run)}
        description={t(words.native_run_how)}
        action={<Button onClick={() => openNative('run')}>{t(words.native_run)}</Button>}
      />
    )
  return <ConsentCard state={state} raceid={raceid} recorder={recorder} onOpened={() => void again()} />
}
