import { IdCard, MessageCircle, Smartphone } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { userBind, wechatBindGet } from '#features/people/binding.contract.ts'
import { words as people } from '#features/people/words.ts'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { words } from '#features/accounts/words.ts'
import { inMessagingApp, visitMessagingApp } from '#features/accounts/web/appLogin.ts'
import type { Account } from '#seam/web/account.tsx'
import { onDemand } from '#ui/router/onDemand.tsx'

const MobileDialog = onDemand(
  async () => (await import('#features/accounts/web/MobileDialog.tsx')).MobileDialog,
  ({ onClose }) => ({ onClose }),
)
const PlayerDialog = onDemand(
  async () => (await import('./PlayerDialog.tsx')).PlayerDialog,
  ({ onClose }) => ({ onClose }),
)

const Row = ({
  icon,
  name,
  value,
  children,
  note,
}: {
  icon: ReactNode
  name: string
  value: ReactNode
  children: ReactNode
  note?: string | undefined
}) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
    <span aria-hidden className="flex size-10 shrink-0 items-center justify-center rounded-full bg-tint text-strong">
      {icon}
    </span>
    <div className="min-w-0 flex-1">
      <p className="text-14 text-soft">{name}</p>
      <p className="figures truncate font-medium">{value}</p>
    </div>
    <div className="flex flex-wrap justify-end">{children}</div>
    {note ? <p className="w-full pl-13 text-14 text-soft">{note}</p> : null}
  </li>
)

/** The bindings of the account: mobile, messaging app, own document. */
export const Bindings = ({ account }: { account: Account }) => {
  const t = useWords()
  const player = useAsk(wechatBindGet, {}, { quiet: true })
  const bind = useCall(userBind, { quiet: true })
  const [open, setOpen] = useState<'mobile' | 'unbind_mobile' | 'app' | 'player' | 'unbind_player'>()
  const done = () => {
    setOpen(undefined)
    account.refresh()
  }
  const hasPlayer = player.data !== undefined && player.error === null
  const lone = account.mobile === undefined || !account.app ? t(words.only_way) : undefined
  const quiet = 'px-3 text-14'
  return (
    <Card title={t(words.ways_in)}>
      <ul className="-my-3 divide-y divide-line">
        <Row
          icon={<Smartphone className="size-5" />}
          name={t(words.mobile)}
          value={account.mobile ?? t(words.unbound)}
          note={account.mobile ? lone : undefined}
        >
          <Button look="quiet" className={quiet} onClick={() => setOpen('mobile')}>
            {t(account.mobile ? words.change : words.bind)}
          </Button>
          {account.mobile && account.app ? (
            <Button look="quiet" className={quiet} onClick={() => setOpen('unbind_mobile')}>
              {t(words.unbind)}
            </Button>
          ) : null}
        </Row>
        <Row
          icon={<MessageCircle className="size-5" />}
          name={t(words.wechat)}
          value={t(account.app ? words.bound : words.unbound)}
          note={
            account.app ? (account.mobile ? undefined : lone) : inMessagingApp() ? undefined : t(words.wechat_inside)
          }
        >
          {account.app ? (
            account.mobile ? (
              <Button look="quiet" className={quiet} onClick={() => setOpen('app')}>
                {t(words.unbind)}
              </Button>
            ) : null
          ) : inMessagingApp() ? (
            <Button look="quiet" className={quiet} onClick={() => visitMessagingApp(path.me(), true)}>
              {t(words.bind)}
            </Button>
          ) : null}
        </Row>
        <Row
          icon={<IdCard className="size-5" />}
          name={t(words.player)}
          value={hasPlayer ? `${player.data.name} ${player.data.idnum}` : t(words.unbound)}
          note={hasPlayer ? undefined : t(words.player_text)}
        >
          <Button
            look="quiet"
            className={quiet}
            disabled={player.isPending}
            onClick={() => setOpen(hasPlayer ? 'unbind_player' : 'player')}
          >
            {t(hasPlayer ? words.unbind : words.bind)}
          </Button>
        </Row>
      </ul>
      <Suspense>
        {open === 'mobile' || open === 'unbind_mobile' ? (
          <MobileDialog
            mobile={account.mobile}
            hasPlayer={hasPlayer}
            unbind={open === 'unbind_mobile'}
            onClose={() => setOpen(undefined)}
            onDone={done}
          />
        ) : null}
        {open === 'player' || open === 'unbind_player' ? (
          <PlayerDialog unbind={open === 'unbind_player'} onClose={() => setOpen(undefined)} onDone={done} />
        ) : null}
      </Suspense>
      <Dialog
        open={open === 'app'}
        onClose={() => setOpen(undefined)}
        title={t(words.app_unbind_sure)}
        actions={
          <>
            <Button look="plain" onClick={() => setOpen(undefined)}>
              {t(words.cancel)}
            </Button>
            <Button
              look="danger"
              busy={bind.isPending}
              onClick={() =>
                bind.mutate(
                  { kind: 'app', unbind: true },
                  {
                    onSuccess: () => {
                      toastSuccess(t(people.app_unbound))
                      done()
                    },
                  },
                )
              }
            >
              {t(words.unbind)}
            </Button>
          </>
        }
      >
        <p className="text-soft">{t(words.app_unbind_text)}</p>
        {bind.error ? (
          <p role="alert" className="mt-2 text-danger-ink">
            {bind.error.msg}
          </p>
        ) : null}
      </Dialog>
    </Card>
  )
}
