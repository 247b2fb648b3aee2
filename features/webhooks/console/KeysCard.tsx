import { Plus } from 'lucide-react'
import { useState } from 'react'
import { rights } from '#contract/rights.ts'
import { type ApiKey, consoleApikeysList, consoleApikeysRevoke } from '#features/apikeys/contract.ts'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { KeyDialog } from './KeyDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { consoleWords as words } from './integrations.words.ts'

export const KeysCard = ({ raceid }: { raceid: number | undefined }) => {
  const t = useWords()
  const query = useAsk(consoleApikeysList, raceid === undefined ? {} : { raceid })
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const [leaving, setLeaving] = useState<ApiKey>()
  const again = () => void query.refetch()
  return (
    <Card
      title={t(words.keys)}
      aside={
        <span className="flex flex-wrap gap-2">
          {raceid === undefined ? null : <ExportButton raceid={raceid} table="apikeys" />}
          <Button look="plain" icon={<Plus className="size-5" aria-hidden />} onClick={() => setMaking(true)}>
            {t(words.keyNew)}
          </Button>
        </span>
      }
    >
      {query.error ? <ErrorState error={query.error} onRetry={again} /> : null}
      {query.isPending ? <Skeleton lines={3} className="h-14" /> : null}
      {query.data?.items.length === 0 ? <p className="text-soft">{t(words.keyNone)}</p> : null}
      <ul className="divide-y divide-line">
        {query.data?.items.map((item) => (
          <KeyLine key={item.id} item={item} onRevoke={() => setLeaving(item)} />
        ))}
      </ul>
      {making && query.data ? (
        <KeyDialog
          raceid={raceid}
          offered={query.data.rights}
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false)
            setMade(key)
            again()
          }}
        />
      ) : null}
      {made === undefined ? null : (
        <SecretDialog title={t(words.keyMade)} secret={made} onClose={() => setMade(undefined)} />
      )}
      {leaving ? (
        <RevokeDialog
          item={leaving}
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined)
            again()
          }}
        />
      ) : null}
    </Card>
  )
}

const KeyLine = ({ item, onRevoke }: { item: ApiKey; onRevoke: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const labels = item.rights.map((right) => t(rights[right]))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium">
          {item.name} <code className="text-14 text-soft">{item.prefix}…</code>
        </p>
        <p className="text-14 text-soft">{labels.join(lang === 'en' ? ', ' : '、')}</p>
        <p className="text-14 text-soft">
          {item.used_at ? t(words.used, { at: dateText(item.used_at, lang) }) : t(words.unused)} ·{' '}
          {item.expires_at ? t(words.until, { at: dateText(item.expires_at, lang) }) : t(words.endless)}
        </p>
      </div>
      <Chip tone={item.state === 'live' ? 'success' : 'plain'}>{t(words[item.state])}</Chip>
      {item.state === 'live' ? (
        <Button look="quiet" onClick={onRevoke} aria-label={`${t(words.revoke)} ${item.name}`}>
          {t(words.revoke)}
        </Button>
      ) : null}
    </li>
  )
}

const RevokeDialog = ({ item, onClose, onDone }: { item: ApiKey; onClose: () => void; onDone: () => void }) => {
  const t = useWords()
  const revoke = useCall(consoleApikeysRevoke)
  const [refused, setRefused] = useState<Refused>()
  const go = async () => {
    try {
      await revoke.mutateAsync({ id: item.id, ...(item.raceid === null ? {} : { raceid: item.raceid }) })
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      title={t(words.revokeTitle, { name: item.name })}
      action={t(words.revoke)}
      look="danger"
      busy={revoke.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void go()}
    >
      <p>{t(words.revokeText)}</p>
    </AskDialog>
  )
}
