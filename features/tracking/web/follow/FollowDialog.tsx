import { useState } from 'react'
import { pushSupport, subscribeBrowser } from '#features/push/web/webPush.ts'
import { useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import {
  type Follow,
  type FollowPoints,
  followPoints,
  liveGpsGetsubscribes,
  liveGpsSubscribe,
} from '../../follows/follows.contract.ts'
import { usePoint } from '../usePoint.ts'
import { followWords as words } from './follow.words.ts'
import { useFollowsChanged } from './useFollows.ts'

type Props = {
  raceid: number
  bib: string
  eventid: number | null
  name: string
  /** True if no more messages can come, because the runner's race is over. */
  over: boolean
  follow: Follow | undefined
  onClose: () => void
}
type Way = 'app' | 'push' | 'sms'
const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The ways to send a person messages, with the reason if this browser shows no notifications. */
const Ways = ({
  ways,
  offered,
  loggedIn,
  onWays,
}: {
  ways: readonly Way[]
  offered: readonly string[]
  loggedIn: boolean
  onWays: (ways: Way[]) => void
}) => {
  const t = useWords()
  const support = pushSupport()
  const turn = (way: Way) => onWays(ways.includes(way) ? ways.filter((one) => one !== way) : [...ways, way])
  return (
    <fieldset>
      <legend className="mb-1 text-14 font-medium">{t(words.ways)}</legend>
      {loggedIn ? (
        <Checkbox checked={ways.includes('app')} onChange={() => turn('app')}>
          {t(words.app)}
        </Checkbox>
      ) : null}
      {support === 'yes' ? (
        <Checkbox checked={ways.includes('push')} onChange={() => turn('push')}>
          {t(words.push)}
          <span className="block text-14 text-soft">{t(words.push_text)}</span>
        </Checkbox>
      ) : (
        <p className="rounded bg-info-tint px-3 py-2 text-14 text-info-ink">
          {t(support === 'none' ? words.push_none : words.push_blocked)}
        </p>
      )}
      {offered.includes('sms') ? (
        <Checkbox checked={ways.includes('sms')} onChange={() => turn('sms')}>
          {t(words.sms)}
          <span className="block text-14 text-soft">{t(words.sms_text)}</span>
        </Checkbox>
      ) : null}
      {loggedIn ? null : (
        <ButtonLink look="quiet" href={path.login()} className="-ml-5">
          {t(words.log_in)}
        </ButtonLink>
      )}
    </fieldset>
  )
}

/**
 * The choice of points and ways for the messages about one runner. The page asks for the browser's permission only when
 * the person saves.
 */
export const FollowDialog = ({ raceid, bib, eventid, name, over, follow, onClose }: Props) => {
  const t = useWords()
  const point = usePoint()
  const changed = useFollowsChanged()
  const { loggedIn } = useAccount()
  const runner = { raceid, bib, ...(eventid === null ? {} : { eventid }) }
  const asked = useAsk(liveGpsGetsubscribes, runner, { quiet: true })
  const [points, setPoints] = useState<FollowPoints>(follow?.points ?? 'all')
  const [labels, setLabels] = useState<readonly string[]>(follow?.labels ?? [])
  const usual: Way[] = [
    ...(loggedIn ? (['app'] as const) : []),
    ...(pushSupport() === 'yes' ? (['push'] as const) : []),
  ]
  const before = follow?.channels.filter((one): one is Way => one !== 'wechat')
  const [chosen, setWays] = useState(before)
  // The account may become known after the dialog has opened.
  const isTimed = !over && (asked.data?.timed ?? true)
  const ways = isTimed ? (chosen ?? usual) : []
  const [said, setSaid] = useState<string>()
  const [asking, setAsking] = useState(false)
  const save = useCall(liveGpsSubscribe, { quiet: true })
  const turn = (label: string) =>
    setLabels((now) => (now.includes(label) ? now.filter((one) => one !== label) : [...now, label]))
  const go = async () => {
    if (isTimed && ways.length === 0) return setSaid(t(words.no_way))
    setSaid(undefined)
    setAsking(true)
    const push = ways.includes('push') ? await subscribeBrowser(asked.data?.push_key ?? '') : undefined
    setAsking(false)
    if (ways.includes('push') && !push)
      return setSaid(t(pushSupport() === 'blocked' ? words.push_blocked : words.push_failed))
    save.mutate(
      { ...runner, points, labels: [...labels], channels: [...ways], zone: zoneHere(), ...(push ? { push } : {}) },
      {
        onSuccess: () => {
          changed()
          toastSuccess(t(isTimed ? words.saved : words.saved_untimed))
          onClose()
        },
        onError: (refused) => setSaid(refused.msg),
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.follow_who, { who: name })}
      actions={
        <Button wide busy={asking || save.isPending} disabled={!asked.data} onClick={() => void go()}>
          {t(words.follow)}
        </Button>
      }
    >
      <div className="grid gap-4 pb-2">
        {asked.error ? <ErrorState error={asked.error} onRetry={() => void asked.refetch()} /> : null}
        {asked.isPending ? <Skeleton lines={4} /> : null}
        {asked.data && !isTimed ? <p>{t(over ? words.over : words.untimed)}</p> : null}
        {asked.data && isTimed ? (
          <>
            <RadioCards
              label={t(words.when)}
              value={points}
              onChange={(to) => setPoints(followPoints.find((one) => one === to) ?? 'all')}
              options={followPoints
                .filter((one) => one !== 'some' || asked.data.labels.length > 0)
                .map((value) => ({ value, label: t(words[value]) }))}
            />
            {points === 'some' ? (
              <fieldset className="grid grid-cols-2 gap-x-4">
                <legend className="sr-only">{t(words.points)}</legend>
                {asked.data.labels.map((label) => (
                  <Checkbox key={label} checked={labels.includes(label)} onChange={() => turn(label)}>
                    {point(label)}
                  </Checkbox>
                ))}
              </fieldset>
            ) : null}
            <Ways ways={ways} offered={asked.data.channels} loggedIn={loggedIn} onWays={setWays} />
            <p className="text-14 text-soft">{t(words.quiet)}</p>
          </>
        ) : null}
        {said === undefined ? null : (
          <p role="alert" className="rounded bg-danger-tint px-3 py-2 text-danger-ink">
            {said}
          </p>
        )}
      </div>
    </Dialog>
  )
}
