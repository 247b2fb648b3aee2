import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type TrackedRun, appLivePublish, type appLiveQuery } from '../../share/share.contract.ts'
import { CheersCard } from './CheersCard.tsx'
import { ConsentCard } from './ConsentCard.tsx'
import { EndedCard } from './EndedCard.tsx'
import { LinkCard } from './LinkCard.tsx'
import { RunActions } from './RunActions.tsx'
import { RunMap } from './RunMap.tsx'
import { RunningCard } from './RunningCard.tsx'
import { TrackerCard } from './TrackerCard.tsx'
import { words } from './share.words.ts'
import type { ShareRecorder } from './useRecorder.ts'
import { sharedAddress } from './sharedLink.ts'
import { useRunMap } from './useRunMap.ts'

type Props = {
  state: OutputOf<typeof appLiveQuery>
  run: TrackedRun
  raceid: number
  recorder: ShareRecorder
  again: () => Promise<void>
}

/** The caller's own run: under way on this phone or another device, or ended. */
export const OwnRun = ({ state, run, raceid, recorder, again }: Props) => {
  const [anew, setAnew] = useState(false)
  const here = recorder.held?.id === run.id && recorder.view ? recorder.view : undefined
  const map = useRunMap(run, undefined, run.stopped_at === null ? 15_000 : false)
  const place = here?.last ?? (run.last ? ([run.last.lat, run.last.lon] as const) : null)
  const link = recorder.held?.id === run.id && recorder.held.link ? recorder.held.link : null
  const done = async (change: 'withdraw' | 'delete') => {
    await recorder.forget()
    if (change === 'delete') setAnew(false)
    await again()
  }
  if (anew && run.stopped_at !== null)
    return <ConsentCard state={state} raceid={raceid} recorder={recorder} onOpened={() => void again()} />
  if (run.stopped_at !== null)
    return <Ended run={run} state={state} again={again} map={map} onDone={done} onAnew={() => setAnew(true)} />
  return (
    <div className="grid gap-4">
      {here ? (
        <RunningCard
          run={run}
          view={here}
          onStart={() => void recorder.start()}
          onStop={async () => {
            await recorder.stop()
            await again()
          }}
        />
      ) : (
        <Elsewhere run={run} recorder={recorder} again={again} />
      )}
      {map.course || map.line.length > 0 ? (
        <Card flush>
          <RunMap {...map} here={place} />
        </Card>
      ) : null}
      <CheersCard cheers={state.cheers} on={run.cheers} zone={run.zone} />
      <LinkCard
        run={run}
        address={link === null ? null : sharedAddress(raceid, link)}
        onLink={recorder.keepLink}
        onChanged={() => void again()}
      />
      {recorder.held?.id === run.id ? <TrackerCard token={recorder.held.token} /> : null}
      <RunActions run={run} onDone={done} />
    </div>
  )
}

/** The card of a run that another device records. This phone can take the run over or stop it. */
const Elsewhere = ({ run, recorder, again }: Pick<Props, 'run' | 'recorder' | 'again'>) => {
  const t = useWords()
  const publish = useCall(appLivePublish)
  const { raceid, id } = run
  const takeOver = async () => {
    const { token } = await publish.mutateAsync({ raceid, id, change: 'token' })
    await recorder.adopt(id, { token: token!, link: null })
    await recorder.start()
  }
  return (
    <Card>
      <div className="grid gap-4">
        <p>{t(words.elsewhere)}</p>
        <Button busy={publish.isPending} onClick={() => void takeOver().catch(() => undefined)}>
          {t(words.go_on)}
        </Button>
        <Button
          look="danger"
          onClick={() => publish.mutate({ raceid, id, change: 'stop' }, { onSuccess: () => void again() })}
        >
          {t(words.stop)}
        </Button>
        {publish.error ? <Refusal refused={publish.error} /> : null}
      </div>
    </Card>
  )
}

const Ended = ({
  run,
  state,
  again,
  map,
  onDone,
  onAnew,
}: Pick<Props, 'run' | 'state' | 'again'> & {
  map: ReturnType<typeof useRunMap>
  onDone: (change: 'withdraw' | 'delete') => Promise<void>
  onAnew: () => void
}) => {
  const t = useWords()
  const open = state.entries.some(({ why }) => why === null)
  return (
    <div className="grid gap-4">
      <p role="status" className="rounded bg-tint px-4 py-3 font-medium">
        {t(words[run.stopped_by ?? 'hand'])}
      </p>
      {map.line.length > 0 ? (
        <Card flush>
          <RunMap {...map} here={null} />
        </Card>
      ) : null}
      {run.withdrawn_at && !run.kept ? null : <EndedCard run={run} onChanged={() => void again()} />}
      {state.cheers.length > 0 ? <CheersCard cheers={state.cheers} on zone={run.zone} /> : null}
      {open ? (
        <Button look="plain" onClick={onAnew}>
          {t(words.again_new)}
        </Button>
      ) : null}
      <RunActions run={run} onDone={onDone} />
    </div>
  )
}
