import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type UserSession, userSessions, userSessionsEnd } from '../contract.ts'
import { words } from '../words.ts'
import type { useAccount } from './useAccount.ts'

const desks = new Set(['Windows', 'Mac', 'Linux', 'ChromeOS'])

/** The log-ins of the account, each with a button that ends it. */
export const SessionList = ({ account }: { account: ReturnType<typeof useAccount> }) => {
  const t = useWords()
  const { lang } = useLang()
  const sessions = useAsk(userSessions, {})
  const end = useCall(userSessionsEnd)
  const nameOf = ({ device, browser }: UserSession) =>
    [device, browser].filter(Boolean).join(' · ') || t(words.device_unknown)
  if (sessions.error && !sessions.data)
    return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
  if (!sessions.data) return <SkeletonCards count={1} className="h-40" />
  const logOut = () => toastSuccess(t(words.logged_out))
  return (
    <Card title={t(words.devices)}>
      <ul className="-my-3 divide-y divide-line">
        {sessions.data.map((one) => {
          const Icon = desks.has(one.device) ? Monitor : Smartphone
          return (
            <li key={one.id} className="flex items-center gap-3 py-3">
              <span aria-hidden className="flex size-10 shrink-0 items-center justify-center rounded-full bg-sunk">
                <Icon className="size-5" />
              </span>
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {nameOf(one)} {one.here ? <Chip tone="success">{t(words.device_here)}</Chip> : null}
                </p>
                <p className="figures text-14 text-soft">
                  <Dotted
                    text={`${t(words.device_seen, { when: dateText(one.seen_at, lang, 'deadline') })} · ${one.network}`}
                  />
                </p>
                <p className="figures text-12 text-soft">
                  {t(words.device_since, { when: dateText(one.created_at, lang, 'minute') })}
                </p>
              </div>
              {one.here ? null : (
                <IconButton
                  label={t(words.device_out, { device: nameOf(one) })}
                  onClick={() =>
                    end.mutate({ id: one.id }, { onSuccess: logOut, onSettled: () => void sessions.refetch() })
                  }
                >
                  <LogOut className="size-5" aria-hidden />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
      {end.error ? (
        <p role="alert" className="mt-3 text-danger-ink">
          {end.error.msg}
        </p>
      ) : null}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button look="plain" busy={account.loggingOut} onClick={() => void account.logOut().then(logOut)}>
          {t(words.log_out)}
        </Button>
        {sessions.data.length > 1 ? (
          <Button look="danger" busy={account.loggingOut} onClick={() => void account.logOut(true).then(logOut)}>
            {t(words.log_out_everywhere)}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
