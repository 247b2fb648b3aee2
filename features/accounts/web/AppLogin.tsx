import { MessageCircle } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { wechatAppAuth, wechatAppRegister } from '../app.contract.ts'
import { words } from '../words.ts'
import { type AppLoginReturn, inMessagingApp, visitMessagingApp } from './appLogin.ts'
import { LoginForm } from './LoginForm.tsx'
import { goOnAs } from './useAccount.ts'

/** The dividing line between the log-in through the app and the log-in by mobile. */
export const OrByMobile = () => {
  const t = useWords()
  return (
    <p
      className={
        'flex items-center gap-3 text-14 text-soft before:h-px before:flex-1 ' +
        'before:bg-line after:h-px after:flex-1 after:bg-line'
      }
    >
      {t(words.app_or)}
    </p>
  )
}

/**
 * The log-in of the messaging app, inside the app. `to` is the next page. Without `to` the person returns to this page.
 */
export const AppLoginButton = ({ to }: { to?: string | undefined }) => {
  const t = useWords()
  if (!inMessagingApp()) return null
  return (
    <div className="mb-4 grid gap-4">
      <Button
        wide
        icon={<MessageCircle className="size-5" aria-hidden />}
        onClick={() => visitMessagingApp(to ?? location.pathname + location.search)}
      >
        {t(words.app_log_in)}
      </Button>
      <OrByMobile />
    </div>
  )
}

type Came =
  | { state: 'working' }
  | { state: 'ask'; ticket: string; name: string | null }
  | { state: 'failed'; said: string }

/**
 * The page after the messaging app has returned. It logs in, or asks for the mobile of a person without a bound
 * account.
 */
export const AppReturned = ({
  returned,
  onDone,
  fallback,
}: {
  returned: Exclude<AppLoginReturn, { bind: true }>
  onDone: () => void
  fallback: React.ReactNode
}) => {
  const t = useWords()
  const auth = useCall(wechatAppAuth, { quiet: true })
  const register = useCall(wechatAppRegister, { quiet: true })
  const [came, setCame] = useState<Came>(() =>
    typeof returned === 'string'
      ? { state: 'failed', said: t(returned === 'refused' ? words.app_refused : words.app_mismatch) }
      : { state: 'working' },
  )
  const began = useRef(false)
  const logIn = useEffectEvent(() => {
    if (typeof returned === 'string') return
    auth.mutateAsync({ code: returned.code, app: 'web' }).then(
      ({ login, ticket, name }) => {
        if (ticket !== null) return setCame({ state: 'ask', ticket, name })
        goOnAs(login!.token)
        toastSuccess(t(words.logged_in))
        onDone()
      },
      (thrown: unknown) => setCame({ state: 'failed', said: refusedFrom(thrown).msg }),
    )
  })
  useEffect(() => {
    if (began.current) return
    began.current = true
    logIn()
  }, [])
  const skip = (ticket: string) =>
    register.mutate(
      { ticket },
      {
        onSuccess: ({ token }) => {
          goOnAs(token)
          toastSuccess(t(words.logged_in))
          onDone()
        },
        onError: (refused) => setCame({ state: 'failed', said: refused.msg }),
      },
    )
  if (came.state === 'working')
    return (
      <Card>
        <p role="status" className="py-6 text-center text-soft">
          {t(words.app_working)}
        </p>
      </Card>
    )
  if (came.state === 'failed')
    return (
      <>
        <p role="alert" className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
          {came.said}
        </p>
        {fallback}
      </>
    )
  return (
    <Card>
      <LoginForm
        ticket={came.ticket}
        note={came.name ? t(words.app_bind_mobile, { name: came.name }) : t(words.app_bind_plain)}
        onDone={onDone}
      />
      <Button look="quiet" wide className="mt-2" busy={register.isPending} onClick={() => skip(came.ticket)}>
        {t(words.app_skip)}
      </Button>
    </Card>
  )
}
