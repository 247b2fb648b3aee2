import { RotateCw } from 'lucide-react'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { consoleOutboxState } from '../contract.ts'
import { FailureCounts } from './FailureCounts.tsx'
import { outboxWords as words } from './outbox.words.ts'
import { SandboxMessages } from './SandboxMessages.tsx'
import { Troubles } from './Troubles.tsx'

/**
 * The state of text messages: the providers, and the messages that were not sent. Without a real provider the page also
 * shows the messages of the sandbox.
 */
export const OutboxPage = () => {
  const t = useWords()
  const state = useAsk(consoleOutboxState, {}, { refetchInterval: 15_000 })
  const { data } = state
  return (
    <DeskPage
      title={t(words.title)}
      narrow
      actions={
        <>
          <ButtonLink look="plain" href={path.mail()}>
            {t(words.mail)}
          </ButtonLink>
          <Button
            look="plain"
            icon={<RotateCw className="size-5" aria-hidden />}
            busy={state.isRefetching}
            onClick={() => void state.refetch()}
          >
            {t(words.refresh)}
          </Button>
        </>
      }
    >
      {state.error && !data ? <ErrorState error={state.error} onRetry={() => void state.refetch()} /> : null}
      {!data && !state.error ? <SkeletonCards count={2} className="h-24" /> : null}
      {data ? (
        <>
          <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
            {(['queued', 'sending', 'failed', 'lost'] as const).map((name) => (
              <div key={name} className="rounded bg-surface p-4 shadow-card">
                <dt className="text-14 text-soft">{t(words.counts[name])}</dt>
                <dd className="figures text-20 font-bold">{countText(data[name])}</dd>
              </div>
            ))}
          </dl>
          <p className="figures text-14 text-soft">
            {t(words.manner, { from: data.quiet.from, to: data.quiet.to, n: countText(data.perDay) })}
          </p>
          <p className="figures text-14 text-soft">
            {t(words.codes, { n: countText(data.codes.sent), most: countText(data.codes.perDay) })}
          </p>
          {data.codes.alarm ? (
            <p role="alert" className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
              {t(words.codes_alarm)}
            </p>
          ) : null}
          <FailureCounts failures={data.outside} />
          {data.providers.map((one) => (
            <Card
              key={one.name}
              title={t(words.provider[one.name as keyof typeof words.provider] ?? words.other, { name: one.name })}
              aside={one.unproved ? <Chip tone="warning">{t(words.unproved)}</Chip> : undefined}
            >
              {one.unproved ? <p className="text-soft">{t(words.unproved_text)}</p> : null}
              <p className="figures pt-2">
                {t(words.fared, {
                  sent: countText(one.sent),
                  delivered: countText(one.delivered),
                  undelivered: countText(one.undelivered),
                })}
              </p>
              {one.resting ? <p className="pt-2 text-warning-ink">{t(words.resting)}</p> : null}
              {one.last ? (
                <p className="break-words pt-1 text-14 text-soft">{t(words.last, { said: one.last })}</p>
              ) : null}
            </Card>
          ))}
          {data.failed + data.lost > 0 ? <Troubles onChange={() => void state.refetch()} /> : null}
          {data.pretend ? <SandboxMessages /> : null}
        </>
      ) : null}
    </DeskPage>
  )
}
