import { Download, ShieldCheck } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { words as login } from '#seam/web/loggedInPage.words.ts'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { Button } from '#ui/form/Button.tsx'
import { refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Erasure, mydataExport, mydataHide, mydataKeep, mydataShow } from '../contract.ts'
import { EraseDialog, type ErasedThing } from './EraseDialog.tsx'
import { HeldCard } from './HeldCard.tsx'
import { myDataWords as words } from './myData.words.ts'
import { OpenValues } from './OpenValues.tsx'

const pageSize = 10

export const MyDataPage = () => {
  const t = useWords()
  const account = useAccount()
  if (account.pending)
    return (
      <Page title={t(words.title)}>
        <SkeletonCards count={3} className="h-40" />
      </Page>
    )
  if (account.lost)
    return (
      <Page title={t(words.title)} narrow>
        <ErrorState error={account.lost.error} onRetry={account.lost.retry} />
      </Page>
    )
  if (account.loggedIn) return <Mine />
  return (
    <Page title={t(words.title)} narrow>
      <LoginFirst title={t(words.logIn)} description={t(login.entry_number)} />
    </Page>
  )
}

const Mine = () => {
  const t = useWords()
  const { lang } = useLang()
  const queries = useQueryClient()
  const [afters, setAfters] = useState<(string | undefined)[]>([undefined])
  const [erasing, setErasing] = useState<ErasedThing>()
  const first = useAsk(mydataShow, { limit: pageSize })
  const refresh = () => void queries.invalidateQueries({ queryKey: [mydataShow.path] })
  if (first.error && !first.data)
    return (
      <Page title={t(words.title)}>
        <ErrorState error={first.error} onRetry={() => void first.refetch()} />
      </Page>
    )
  if (!first.data)
    return (
      <Page title={t(words.title)}>
        <SkeletonCards count={3} className="h-40" />
      </Page>
    )
  const { account, people, erasures } = first.data
  return (
    <Page title={t(words.title)}>
      <p className="flex items-start gap-3 text-soft">
        <ShieldCheck className="mt-0.5 size-5 shrink-0 text-strong" aria-hidden />
        {t(words.intro)}
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-[22rem_1fr] lg:gap-6">
        <div className="grid gap-4">
          <Card title={t(words.account)}>
            <Facts
              rows={[
                [t(words.since), dateText(account.created_at, lang)],
                [t(words.sessions), String(account.sessions)],
                [t(words.messages), String(account.messages)],
                [t(words.files), String(account.files)],
                ...(account.invoices ? [[t(words.invoices), String(account.invoices)] as const] : []),
                ...(account.prizes ? [[t(words.prizes), String(account.prizes)] as const] : []),
                ...(account.purchases ? [[t(words.purchases), String(account.purchases)] as const] : []),
                ...(account.parcels ? [[t(words.parcels), String(account.parcels)] as const] : []),
              ]}
            />
            {account.mobile ? <OpenValues kind="account" masked={[[t(words.mobile), account.mobile]]} /> : null}
          </Card>
          <PublicCard
            key={`${account.hide_name} ${account.hide_age}`}
            hideName={account.hide_name}
            hideAge={account.hide_age}
            onSaved={refresh}
          />
          <CopyCard />
          {erasures.length > 0 ? <Erasures erasures={erasures} onChanged={refresh} /> : null}
        </div>
        <div className="grid gap-4">
          <h2 className="text-20 font-bold">{t(words.registrations)}</h2>
          {first.data.registrations.length === 0 ? (
            <Empty title={t(words.none)} description={t(words.noneHow)} />
          ) : null}
          {afters.map((after, at) => (
            <HeldPage
              key={after ?? ''}
              after={after}
              onErase={setErasing}
              onChanged={refresh}
              onMore={at === afters.length - 1 ? (next) => setAfters((before) => [...before, next]) : undefined}
            />
          ))}
          {people.length > 0 ? (
            <Card title={t(words.people)}>
              <ul className="divide-y divide-line">
                {people.map((person) => (
                  <li key={person._key} className="py-3">
                    <div className="flex items-center justify-between gap-3">
                      <span className="font-medium">{person.name}</span>
                      <Button
                        look="quiet"
                        className="-mr-3 px-3"
                        onClick={() => setErasing({ kind: 'person', id: person._key, name: person.name })}
                      >
                        {t(words.erase)}
                        <span className="sr-only"> {person.name}</span>
                      </Button>
                    </div>
                    <OpenValues kind="person" id={person._key} masked={[['', `${person.idnum} · ${person.mobile}`]]} />
                  </li>
                ))}
              </ul>
            </Card>
          ) : null}
          <Button look="danger" className="justify-self-center" onClick={() => setErasing({ kind: 'account' })}>
            {t(words.eraseAccount)}
          </Button>
        </div>
      </div>
      {erasing ? (
        <EraseDialog
          thing={erasing}
          mobile={account.mobile}
          onClose={() => setErasing(undefined)}
          onAsked={() => {
            setErasing(undefined)
            toastSuccess(t(words.asked))
            refresh()
          }}
        />
      ) : null}
    </Page>
  )
}

const HeldPage = ({
  after,
  onErase,
  onChanged,
  onMore,
}: {
  after: string | undefined
  onErase: (thing: ErasedThing) => void
  onChanged: () => void
  onMore?: ((after: string) => void) | undefined
}) => {
  const t = useWords()
  const page = useAsk(mydataShow, { limit: pageSize, ...(after ? { after } : {}) })
  if (page.error && !page.data) return <ErrorState error={page.error} onRetry={() => void page.refetch()} />
  if (!page.data) return <SkeletonCards count={2} className="h-32" />
  const next = page.data.after
  return (
    <>
      {page.data.registrations.map((one) => (
        <HeldCard key={one._key} held={one} onErase={onErase} onChanged={onChanged} />
      ))}
      {next && onMore ? (
        <Button look="plain" className="justify-self-center" onClick={() => onMore(next)}>
          {t(words.more)}
        </Button>
      ) : null}
    </>
  )
}

const PublicCard = ({ hideName, hideAge, onSaved }: { hideName: boolean; hideAge: boolean; onSaved: () => void }) => {
  const t = useWords()
  const hide = useCall(mydataHide)
  const set = (hide_name: boolean, hide_age: boolean) =>
    hide.mutate(
      { hide_name, hide_age },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onSaved()
        },
      },
    )
  return (
    <Card title={t(words.publicTitle)}>
      <p className="mb-1 text-14 text-soft">{t(words.publicHow)}</p>
      <Checkbox checked={hideName} disabled={hide.isPending} onChange={(event) => set(event.target.checked, hideAge)}>
        {t(words.hideName)}
      </Checkbox>
      <Checkbox checked={hideAge} disabled={hide.isPending} onChange={(event) => set(hideName, event.target.checked)}>
        {t(words.hideAge)}
      </Checkbox>
    </Card>
  )
}

const CopyCard = () => {
  const t = useWords()
  const make = useCall(mydataExport, { quiet: true })
  const take = async () => {
    try {
      const { path } = await make.mutateAsync({})
      const anchor = document.createElement('a')
      anchor.href = path
      anchor.rel = 'noreferrer'
      anchor.click()
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  return (
    <Card title={t(words.copyTitle)}>
      <p className="mb-4 text-14 text-soft">{t(words.copyHow)}</p>
      <Button
        look="plain"
        wide
        icon={<Download className="size-5" aria-hidden />}
        busy={make.isPending}
        onClick={() => void take()}
      >
        {t(words.copy)}
      </Button>
    </Card>
  )
}

const Erasures = ({ erasures, onChanged }: { erasures: readonly Erasure[]; onChanged: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const keep = useCall(mydataKeep)
  return (
    <Card title={t(words.erasures)}>
      <ul className="divide-y divide-line">
        {erasures.map((one) => (
          <li key={one.id} className="grid gap-2 py-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 font-medium">{one.what}</span>
              <Chip tone={one.done_at ? 'success' : one.withdrawn_at ? 'info' : 'warning'}>
                {one.done_at
                  ? t(words.done, { day: dateText(one.done_at, lang) })
                  : one.withdrawn_at
                    ? t(words.takenBack)
                    : t(words.waiting, { day: dateText(one.due_at, lang) })}
              </Chip>
            </div>
            {one.withdrawn_at ? null : (
              <ul className="text-14 text-soft">
                {one.report.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
            {one.done_at || one.withdrawn_at ? null : (
              <Button
                look="plain"
                className="justify-self-start"
                busy={keep.isPending}
                onClick={() =>
                  keep.mutate(
                    { id: one.id },
                    {
                      onSuccess: () => {
                        toastSuccess(t(words.kept_again))
                        onChanged()
                      },
                    },
                  )
                }
              >
                {t(words.takeBack)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
