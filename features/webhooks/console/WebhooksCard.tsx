import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import {
  type Webhook,
  consoleWebhooksList,
  consoleWebhooksRotate,
  consoleWebhooksSave,
  consoleWebhooksTest,
} from '../contract.ts'
import { type WebhookEvent, type WebhookField, webhookEvents, webhookFields } from '../events.rules.ts'
import { LogDialog } from './LogDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { failureText, consoleWords as words } from './integrations.words.ts'

type Shown = { secret: string; note?: string }
export const WebhooksCard = ({ raceid }: { raceid: number | undefined }) => {
  const t = useWords()
  const query = useAsk(consoleWebhooksList, raceid === undefined ? {} : { raceid })
  const [making, setMaking] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const again = () => void query.refetch()
  return (
    <Card
      title={t(words.webhooks)}
      aside={
        <span className="flex flex-wrap gap-2">
          {raceid === undefined ? null : <ExportButton raceid={raceid} table="webhooks" />}
          <Button look="plain" icon={<Plus className="size-5" aria-hidden />} onClick={() => setMaking(true)}>
            {t(words.hookNew)}
          </Button>
        </span>
      }
    >
      {query.error ? <ErrorState error={query.error} onRetry={again} /> : null}
      {query.isPending ? <Skeleton lines={3} className="h-14" /> : null}
      {query.data?.items.length === 0 ? <p className="text-soft">{t(words.hookNone)}</p> : null}
      <ul className="divide-y divide-line">
        {query.data?.items.map((item) => (
          <WebhookLine key={item.id} item={item} again={again} onSecret={setShown} />
        ))}
      </ul>
      {making ? (
        <WebhookDialog
          raceid={raceid}
          onClose={() => setMaking(false)}
          onMade={(secret) => {
            setMaking(false)
            setShown({ secret })
            again()
          }}
        />
      ) : null}
      {shown ? <SecretDialog title={t(words.secretMade)} {...shown} onClose={() => setShown(undefined)} /> : null}
    </Card>
  )
}

const tones = { on: 'success', off: 'plain', failed: 'danger' } as const
const isEvent = (name: string): name is WebhookEvent => (webhookEvents as readonly string[]).includes(name)

type LineProps = { item: Webhook; again: () => void; onSecret: (shown: Shown) => void }
const WebhookLine = ({ item, again, onSecret }: LineProps) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState<'log' | 'remove'>()
  const why = item.failure ?? ''
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="font-medium">{item.name}</p>
        <Chip tone={tones[item.state]}>{t(words[item.state])}</Chip>
        {item.failing_since ? <Chip tone="danger">{t(words.failing, { why: failureText(why, t) })}</Chip> : null}
      </div>
      <p className="text-14 break-all text-soft">{item.url}</p>
      <p className="text-14 text-soft">
        {item.events
          .filter(isEvent)
          .map((event) => t(words[event]))
          .join(lang === 'en' ? ', ' : '、')}
        {item.waiting > 0 ? ` · ${t(words.waiting, { n: item.waiting })}` : ''}
      </p>
      <LineButtons item={item} again={again} onSecret={onSecret} onOpen={setOpen} />
      {open === 'log' ? <LogDialog webhook={item} onClose={() => setOpen(undefined)} /> : null}
      {open === 'remove' ? <RemoveDialog webhook={item} onClose={() => setOpen(undefined)} onDone={again} /> : null}
    </li>
  )
}

type ButtonsProps = LineProps & { onOpen: (what: 'log' | 'remove') => void }
const LineButtons = ({ item, again, onSecret, onOpen }: ButtonsProps) => {
  const t = useWords()
  const save = useCall(consoleWebhooksSave)
  const rotate = useCall(consoleWebhooksRotate)
  const test = useCall(consoleWebhooksTest)
  const which = { id: item.id, ...(item.raceid === null ? {} : { raceid: item.raceid }) }
  const turn = () => {
    const { name, url, keyid } = item
    const events = webhookEvents.filter((event) => item.events.includes(event))
    const fields: WebhookField[] = webhookFields.filter((field) => item.fields.includes(field))
    const state = item.state === 'on' ? 'off' : 'on'
    save.mutate({ ...which, name, url, events, fields, keyid, state }, { onSuccess: again })
  }
  const buttons: [label: string, run: () => void][] = [
    [t(words.log), () => onOpen('log')],
    ...(item.state === 'on'
      ? [
          [t(words.test), () => test.mutate(which, { onSuccess: () => toastSuccess(t(words.tested)) })] as [
            string,
            () => void,
          ],
        ]
      : []),
    [t(item.state === 'on' ? words.turnOff : words.turnOn), turn],
    [
      t(words.rotate),
      () => rotate.mutate(which, { onSuccess: ({ secret }) => onSecret({ secret, note: t(words.rotated) }) }),
    ],
    [t(words.remove), () => onOpen('remove')],
  ]
  return (
    <div className="-ml-2 flex flex-wrap">
      {buttons.map(([label, run]) => (
        <Button
          key={label}
          look="quiet"
          className={label === t(words.remove) ? 'text-danger-ink!' : 'text-ink!'}
          onClick={run}
          aria-label={`${label} ${item.name}`}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
