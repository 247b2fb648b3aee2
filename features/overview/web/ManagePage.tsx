import { useState } from 'react'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { path } from '#seam/web/paths.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, needsLogin, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Link, useGo, usePageParams } from '#ui/router/Link.tsx'
import { wechatManageRaceMy } from '../managed/contract.ts'
import { managedWords as words } from '../managed/managed.words.ts'

/**
 * The races that the person may manage through a staff account. A scanned code first binds the staff account to the
 * person's own account.
 */
export const ManagePage = () => {
  const t = useWords()
  const go = useGo()
  const token = usePageParams().bind
  const list = useAsk(wechatManageRaceMy, {}, { quiet: true, staleTime: 0 })
  const change = useCall(wechatManageRaceMy, { quiet: true })
  const [leaving, setLeaving] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const run = async (input: { bind: string } | { unbind: '1' }, done: string) => {
    setRefused(undefined)
    try {
      await change.mutateAsync(input)
      toastSuccess(done)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    setLeaving(false)
    go(path.manage(), { replace: true })
    void list.refetch()
  }
  if (needsLogin(list.error))
    return (
      <LoginNeeded
        title={t(words.title)}
        heading={t(words.login)}
        how={t(words.loginHow)}
        onDone={() => void list.refetch()}
      />
    )
  return (
    <Page title={t(words.title)} narrow>
      <Refusal refused={refused} />
      {list.isPending ? <SkeletonCards count={2} className="h-28" /> : null}
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data && token ? (
        <Card title={t(words.asked)}>
          <p className="text-soft">{t(words.askedHow)}</p>
          <Button
            className="mt-4"
            wide
            busy={change.isPending}
            onClick={() => void run({ bind: token }, t(words.done))}
          >
            {t(words.confirm)}
          </Button>
        </Card>
      ) : null}
      {list.data && !list.data.bound && !token ? (
        <Empty title={t(words.unbound)} description={t(words.unboundHow)} />
      ) : null}
      {list.data?.bound ? (
        <>
          <p className="text-soft">{t(words.staff, { name: list.data.staff })}</p>
          {list.data.items.length === 0 ? <Empty title={t(words.none)} /> : null}
          <Races items={list.data.items} />
          <Button look="quiet" onClick={() => setLeaving(true)}>
            {t(words.unbind)}
          </Button>
        </>
      ) : null}
      <AskDialog
        open={leaving}
        look="danger"
        title={t(words.unbind)}
        action={t(words.unbind)}
        busy={change.isPending}
        onClose={() => setLeaving(false)}
        onDo={() => void run({ unbind: '1' }, t(words.unbindDone))}
      >
        <p>{t(words.unbindSure)}</p>
      </AskDialog>
    </Page>
  )
}

type Managed = { raceid: number; name: string; time: string; zone: string; rights: readonly string[] }
const Races = ({ items }: { items: readonly Managed[] }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <ul className="grid gap-3">
      {items.map(({ raceid, name, time, zone, rights }) => (
        <li key={raceid}>
          <Link href={path.race(raceid)} className="block rounded bg-surface px-4 py-4 shadow-card">
            <span className="block font-bold">{name}</span>
            <span className="figures block text-14 text-soft">
              <Dotted text={`${dateText(time, lang, 'minute', zone)} · ${t(words.rights, { n: rights.length })}`} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
