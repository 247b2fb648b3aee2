import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type WebhookDelivery, type Webhook, consoleWebhooksDeliveries, consoleWebhooksReplay } from '../contract.ts'
import { TEST_EVENT, webhookEvents } from '../events.rules.ts'
import { failureText, consoleWords as words } from './integrations.words.ts'

const names = [...webhookEvents, TEST_EVENT] as const
const isKnown = (type: string): type is (typeof names)[number] => (names as readonly string[]).includes(type)

/** The newest messages of a webhook with their outcomes. While the webhook is on, staff can send each message again. */
export const LogDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const t = useWords()
  const which = { id: webhook.id, ...(webhook.raceid === null ? {} : { raceid: webhook.raceid }) }
  const query = useAsk(consoleWebhooksDeliveries, { ...which, limit: 100 })
  const replay = useCall(consoleWebhooksReplay)
  const again = (id: number) =>
    replay.mutate(
      { ...which, deliveries: [id] },
      {
        onSuccess: () => {
          toastSuccess(t(words.againDone))
          void query.refetch()
        },
      },
    )
  return (
    <Dialog open wide title={`${t(words.log)} · ${webhook.name}`} onClose={onClose}>
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton lines={4} className="h-12" /> : null}
      {query.data?.items.length === 0 ? <p className="text-soft">{t(words.logNone)}</p> : null}
      <ul className="divide-y divide-line">
        {query.data?.items.map((one) => (
          <Line key={one.id} one={one} canSend={webhook.state === 'on'} onAgain={() => again(one.id)} />
        ))}
      </ul>
    </Dialog>
  )
}

const Line = ({ one, canSend, onAgain }: { one: WebhookDelivery; canSend: boolean; onAgain: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const outcome = one.status !== null ? String(one.status) : one.failure === null ? null : failureText(one.failure, t)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p>{isKnown(one.type) ? t(words[one.type]) : one.type}</p>
        <p className="figures text-14 text-soft">
          {dateText(one.created_at, lang, 'minute')} · {t(words.tries, { n: one.tries })}
          {outcome === null ? '' : ` · ${outcome}`}
        </p>
      </div>
      <Chip tone={one.state === 'delivered' ? 'success' : 'plain'}>
        {t(one.state === 'delivered' ? words.delivered : words.pending)}
      </Chip>
      {canSend ? (
        <Button look="quiet" onClick={onAgain} aria-label={`${t(words.again)} ${one.id}`}>
          {t(words.again)}
        </Button>
      ) : null}
    </li>
  )
}
