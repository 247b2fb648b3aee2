import { LogOut, Search, UserRound } from 'lucide-react'
import { words as login } from '#seam/web/loggedInPage.words.ts'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { SavedPeople } from '#features/people/web/SavedPeople.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { hrefTo, link } from '#ui/router/address.ts'
import { Link, useGo, usePageParams } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { later } from '#ui/router/later.ts'
import { MyOrders, MyRegistrations } from './MyLists.tsx'
import { myWords as words } from './my.words.ts'

const UnpaidHere = later(async () => (await import('./UnpaidHere.tsx')).UnpaidHere)

const tabs = ['registrations', 'orders', 'people'] as const
type Tab = (typeof tabs)[number]

export const MyPage = () => {
  const t = useWords()
  const account = useAccount()
  if (account.pending)
    return (
      <Page title={t(words.title)}>
        <SkeletonCards count={3} className="h-28" />
      </Page>
    )
  if (account.lost)
    return (
      <Page title={t(words.title)} narrow>
        <ErrorState error={account.lost.error} onRetry={account.lost.retry} />
      </Page>
    )
  return account.loggedIn ? (
    <Mine account={account} />
  ) : (
    <LoginNeeded title={t(words.title)} heading={t(words.logIn)} how={t(login.entry_number)}>
      {link().raceid === undefined ? null : (
        <ButtonLink look="quiet" href={path.query()} icon={<Search className="size-5" aria-hidden />}>
          {t(words.lookUp)}
        </ButtonLink>
      )}
      <UnpaidHere />
    </LoginNeeded>
  )
}

type Account = ReturnType<typeof useAccount>

const Mine = ({ account }: { account: Account }) => {
  const t = useWords()
  const { lang } = useLang()
  const go = useGo()
  const params = usePageParams()
  const tab: Tab = tabs.find((one) => one === params.tab) ?? 'registrations'
  const choose = (chosen: string) =>
    go(path.personallist({ tab: chosen === 'registrations' ? undefined : chosen }), { replace: true })
  return (
    <Page title={t(words.title)}>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded bg-surface px-4 py-3 shadow-card">
        <Link
          href={path.me()}
          className="figures flex min-h-11 items-center gap-3 rounded pr-3 font-medium hover:bg-tint"
        >
          <span aria-hidden className="flex size-11 items-center justify-center rounded-full bg-tint text-strong">
            <UserRound className="size-6" />
          </span>
          <span className="[overflow-wrap:break-word]">
            {account.name ?? account.mobile}
            <span className="block text-12 font-normal text-soft">{t(words.account)}</span>
          </span>
        </Link>
        <Button
          look="quiet"
          busy={account.loggingOut}
          icon={<LogOut className="size-5" aria-hidden />}
          className="-mr-3 px-3"
          onClick={() => void account.logOut().then(() => toastSuccess(t(words.loggedOut)))}
        >
          {t(words.logOut)}
        </Button>
      </div>
      <div className="md:max-w-[32rem]">
        <Segmented
          label={t(words.title)}
          value={tab}
          onChange={choose}
          options={tabs.map((value) => ({ value, label: t(words[value]) }))}
        />
      </div>
      {tab === 'registrations' ? (
        <MyRegistrations key={lang} />
      ) : tab === 'orders' ? (
        <MyOrders key={lang} />
      ) : (
        <SavedPeople />
      )}
      {tab !== 'people' && link().raceid !== undefined ? (
        <Link
          href={hrefTo('/personallist', { raceid: null, color: null, tab: params.tab })}
          className={
            'flex min-h-11 items-center self-center rounded px-4 text-14 ' +
            'text-strong [.shell:has([data-waits])_&]:hidden hover:bg-tint'
          }
        >
          {t(words.allRaces)}
        </Link>
      ) : null}
    </Page>
  )
}
