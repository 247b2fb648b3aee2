import {
  Bell,
  Mail,
  Building2,
  Scale,
  ChevronRight,
  CalendarCheck,
  ClipboardList,
  Footprints,
  Medal,
  Image as ImageIcon,
  Pencil,
  ReceiptText,
  ShieldCheck,
  UserRound,
  UsersRound,
  Gift,
} from 'lucide-react'
import { useState } from 'react'
import { messageUnread } from '#features/messages/contract.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { LanguageSwitch } from '#ui/language/LanguageSwitch.tsx'
import { Link } from '#ui/router/Link.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { useHasPage } from '#ui/router/Router.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { userAccounts, userModify } from '#features/accounts/contract.ts'
import { words } from '#features/accounts/words.ts'
import { MyRaces } from '#features/scenes/web/MyRaces.tsx'
import { Bindings } from '#features/people/web/Bindings.tsx'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { SessionList } from '#features/accounts/web/SessionList.tsx'
import { goOnAs } from '#features/accounts/web/useAccount.ts'
import { useAccount } from '#seam/web/account.tsx'
import { myWayWords } from './ways.words.ts'

type Account = ReturnType<typeof useAccount>

/** The account: its name, its ways to log in, its log-ins, and links to its pages. */
export const MePage = () => {
  const t = useWords()
  const account = useAccount()
  if (account.pending)
    return (
      <Page title={t(words.me)}>
        <SkeletonCards count={3} className="h-32" />
      </Page>
    )
  if (account.lost)
    return (
      <Page title={t(words.me)} narrow>
        <ErrorState error={account.lost.error} onRetry={account.lost.retry} />
      </Page>
    )
  return account.loggedIn ? (
    <Mine account={account} />
  ) : (
    <LoginNeeded title={t(words.me)} heading={t(words.log_in_first)}>
      <LanguageSwitch />
    </LoginNeeded>
  )
}

const Mine = ({ account }: { account: Account }) => {
  const t = useWords()
  return (
    <Page title={t(words.me)}>
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid gap-4 md:gap-6">
          <Who account={account} />
          <MyRaces />
          <Ways />
        </div>
        <div className="grid gap-4 md:gap-6">
          <Bindings account={account} />
          <Accounts account={account} />
          <SessionList account={account} />
        </div>
      </div>
    </Page>
  )
}

const Initial = ({ name, className }: { name: string | null | undefined; className: string }) => (
  <span
    aria-hidden
    className={
      'flex shrink-0 items-center justify-center rounded-full font-bold ' +
      `${name ? 'bg-fill text-on-fill' : 'bg-tint text-strong'} ${className}`
    }
  >
    {name ? [...name][0]!.toUpperCase() : <UserRound className="size-1/2" />}
  </span>
)

const Who = ({ account }: { account: Account }) => {
  const t = useWords()
  const [editing, setEditing] = useState(false)
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-4">
        <Initial name={account.name} className="size-16 text-28" />
        <div className="min-w-0 flex-[1_1_7rem]">
          <h2 className={`truncate text-20 font-bold ${account.name ? '' : 'text-soft'}`}>
            {account.name ?? t(words.no_name)}
          </h2>
          <p className="figures text-soft">{account.mobile ?? t(words.account_number, { uid: account.uid ?? 0 })}</p>
        </div>
        <IconButton label={t(words.name_edit)} onClick={() => setEditing(true)}>
          <Pencil className="size-5" aria-hidden />
        </IconButton>
      </div>
      {editing ? (
        <NameDialog name={account.name ?? ''} onClose={() => setEditing(false)} onDone={account.refresh} />
      ) : null}
    </Card>
  )
}

const NameDialog = ({ name, onClose, onDone }: { name: string; onClose: () => void; onDone: () => void }) => {
  const t = useWords()
  const save = useCall(userModify, { quiet: true })
  const [typed, setTyped] = useState(name)
  return (
    <Dialog open onClose={onClose} title={t(words.name_edit)}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(
            { name: typed },
            {
              onSuccess: () => {
                toastSuccess(t(words.name_altered))
                onDone()
                onClose()
              },
            },
          )
        }}
      >
        <TextInput
          label={t(words.name)}
          hint={t(words.name_hint)}
          error={save.error ? (save.error.fields.name ?? save.error.msg) : undefined}
          value={typed}
          maxLength={20}
          autoComplete="nickname"
          onChange={(event) => setTyped(event.target.value)}
          onClear={() => setTyped('')}
          name="name"
        />
        <Button type="submit" wide busy={save.isPending}>
          {t(words.save)}
        </Button>
      </form>
    </Dialog>
  )
}

/** Links to the pages of the account. A link whose page does not exist is left out. */
const Ways = () => {
  const t = useWords()
  const has = useHasPage()
  const unread = useAsk(messageUnread, {}, { quiet: true })
  const ways = [
    [path.personallist(), words.registrations, ClipboardList],
    [path.personallist({ tab: 'orders' }), words.orders, ReceiptText],
    [path.personallist({ tab: 'people' }), words.saved_people, UsersRound],
    [path.club({ raceid: null }), myWayWords.club, Building2],
    [path.posters(), words.posters, ImageIcon],
    [path.myresults({ raceid: null }), myWayWords.results, Medal],
    [path.trails({ raceid: null }), myWayWords.trails, Footprints],
    [path.challenges({ raceid: null }), myWayWords.challenges, CalendarCheck],
    [path.messages(), words.messages, Bell],
    [path.mail({ raceid: null }), myWayWords.mail, Mail],
    [path.legal({ raceid: null }), myWayWords.legal, Scale],
    [path.mydata(), words.my_data, ShieldCheck],
    [path.prizes(), words.prizes, Gift],
  ] as const
  return (
    <Card flush>
      <nav aria-label={t(words.me)}>
        <ul className="divide-y divide-line">
          {ways
            .filter(([href]) => has(href))
            .map(([href, name, Icon]) => (
              <li key={href}>
                <Link href={href} className="flex min-h-14 items-center gap-3 px-4 hover:bg-sunk md:px-6">
                  <Icon className="size-5 text-strong" aria-hidden />
                  <span className="flex-1">{t(name)}</span>
                  {name === words.messages && (unread.data?.unread ?? 0) > 0 ? (
                    <Chip tone="info">{t(words.unread, { n: unread.data!.unread })}</Chip>
                  ) : null}
                  <ChevronRight className="size-5 text-soft" aria-hidden />
                </Link>
              </li>
            ))}
          <li className="flex min-h-14 items-center justify-between gap-3 pl-4 pr-1 md:pl-6 md:pr-3">
            <span>{t(words.language)}</span>
            <LanguageSwitch />
          </li>
        </ul>
      </nav>
    </Card>
  )
}

/** The accounts of one person of the messaging app. They are shown if there are at least two. */
const Accounts = ({ account }: { account: Account }) => {
  const t = useWords()
  const reached = useAsk(userAccounts, {}, { quiet: true })
  const change = useCall(userAccounts)
  if ((reached.data?.accounts.length ?? 0) < 2) return null
  const choose = (uid: number) =>
    change.mutate(
      { uid },
      {
        onSuccess: ({ token }) => {
          if (token) goOnAs(token)
          toastSuccess(t(words.logged_in))
          account.refresh()
        },
      },
    )
  return (
    <Card title={t(words.accounts)}>
      <p className="-mt-2 mb-2 text-14 text-soft">{t(words.accounts_text)}</p>
      <ul className="-mb-2 divide-y divide-line">
        {reached.data!.accounts.map(({ uid, name, mobile, here }) => (
          <li key={uid} className="flex min-h-14 items-center gap-3">
            <Initial name={name} className="size-10 text-16" />
            <span className="figures min-w-0 flex-1 truncate">
              {[name, mobile].filter(Boolean).join(' · ') || t(words.account_number, { uid })}
            </span>
            {here ? (
              <Chip tone="success">{t(words.account_here)}</Chip>
            ) : (
              <Button look="quiet" className="px-3 text-14" busy={change.isPending} onClick={() => choose(uid)}>
                {t(words.accounts)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {change.error ? (
        <p role="alert" className="mt-3 text-danger-ink">
          {change.error.msg}
        </p>
      ) : null}
    </Card>
  )
}
