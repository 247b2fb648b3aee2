import { Button } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { type FeedReporter, consoleFeedMute, consoleFeedReporter } from '../console.contract.ts'
import { deskWords as words } from './feed.words.ts'

const tones = { waiting: 'warning', accepted: 'success', refused: 'plain' } as const
/** The people who applied as reporters. Applications without a decision come first. */
export const ReporterList = ({
  raceid,
  reporters,
  onChanged,
}: {
  raceid: number
  reporters: readonly FeedReporter[]
  onChanged: () => void
}) => {
  const t = useWords()
  const decide = useCall(consoleFeedReporter, { quiet: true })
  const mute = useCall(consoleFeedMute, { quiet: true })
  const then = {
    onSuccess: () => {
      toastSuccess(t(words.saved))
      onChanged()
    },
    onError: (thrown: unknown) => void toastError(refusedFrom(thrown).msg),
  }
  if (reporters.length === 0) return <Empty title={t(words.no_reporters)} />
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {reporters.map(({ id, uid, name, about, state, entries, muted }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-6">
            <div className="min-w-0 flex-[1_1_16rem]">
              <p className="font-medium">{name}</p>
              <p className="text-14 break-words text-soft">
                {[about, t(words.entries, { n: entries })].filter(Boolean).join(' · ')}
              </p>
            </div>
            {muted ? <Chip tone="danger">{t(words.muted)}</Chip> : null}
            <Chip tone={tones[state]}>{t(words[state])}</Chip>
            <span className="ml-auto flex flex-wrap gap-2">
              {state === 'accepted' ? null : (
                <Button look="plain" onClick={() => decide.mutate({ raceid, id, state: 'accepted' }, then)}>
                  {t(words.accept)}
                </Button>
              )}
              {state === 'refused' ? null : (
                <Button look="quiet" onClick={() => decide.mutate({ raceid, id, state: 'refused' }, then)}>
                  {t(words.refuse)}
                </Button>
              )}
              <Button look="quiet" onClick={() => mute.mutate({ raceid, uid, hours: 24, muted: !muted }, then)}>
                {t(muted ? words.unmute : words.mute)}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
