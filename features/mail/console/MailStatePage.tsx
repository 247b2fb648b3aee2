import { RotateCw } from 'lucide-react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { consoleMailState } from '../console.contract.ts'
import { mailWords as words } from './mail.words.ts'
import { MailList } from './MailList.tsx'
import { MailTest } from './MailTest.tsx'
import { StoppedAddresses } from './StoppedAddresses.tsx'

export const MailStatePage = () => {
  const t = useWords()
  const state = useAsk(consoleMailState, {}, { refetchInterval: 15_000 })
  const { data } = state
  const again = () => void state.refetch()
  return (
    <DeskPage
      title={t(words.title)}
      narrow
      actions={
        <Button
          look="plain"
          icon={<RotateCw className="size-5" aria-hidden />}
          busy={state.isRefetching}
          onClick={again}
        >
          {t(words.refresh)}
        </Button>
      }
    >
      {state.error && !data ? <ErrorState error={state.error} onRetry={again} /> : null}
      {!data && !state.error ? <SkeletonCards count={3} className="h-24" /> : null}
      {data ? (
        <>
          {data.pretend ? <p className="rounded bg-info-tint px-4 py-3 text-info-ink">{t(words.pretend)}</p> : null}
          <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
            {(['queued', 'sending', 'failed', 'lost'] as const).map((name) => (
              <div key={name} className="rounded bg-surface p-4 shadow-card">
                <dt className="text-14 text-soft">{t(words.counts[name])}</dt>
                <dd className="figures text-20 font-bold">{countText(data.counts[name])}</dd>
              </div>
            ))}
          </dl>
          <p className="figures text-14 text-soft">
            {t(words.day, {
              n: countText(data.day.sent),
              bounced: countText(data.day.bounced),
              most: countText(data.day.most),
            })}
          </p>
          <Card title={t(words.parts)}>
            <p className="-mt-2 pb-2 text-14 text-soft">{t(words.parts_text)}</p>
            <ul className="divide-y divide-line">
              {data.parts.map(({ name, set }) => (
                <li key={name} className="flex flex-wrap items-center justify-between gap-2 py-3">
                  <span className="min-w-0 break-words">{t(words.part[name])}</span>
                  <Chip tone={set ? 'success' : 'plain'}>{t(set ? words.set : words.unset)}</Chip>
                </li>
              ))}
              <li className="flex flex-wrap items-center justify-between gap-2 py-3">
                <span>{t(words.from)}</span>
                <span className="figures break-all font-medium">{data.from}</span>
              </li>
            </ul>
            <MailTest onDone={again} />
          </Card>
          <MailList pretend={data.pretend} onChange={again} />
          <StoppedAddresses count={data.stopped} onChange={again} />
        </>
      ) : null}
    </DeskPage>
  )
}
