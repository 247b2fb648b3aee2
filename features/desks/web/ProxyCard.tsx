import { QrCode as QrIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type Proxy, checkinProxyList, checkinProxyMake, checkinProxyWithdraw } from '../proxies/proxies.contract.ts'
import { proxyWords as words } from './proxy.words.ts'

/**
 * Lets the registrant name one person who collects the pack. After the hand-out the card shows when this happened.
 * `id` is the key of the registration.
 */
export const ProxyCard = ({ id, zone }: { id: string; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const shown = useAsk(checkinProxyList, { id }, { quiet: true, staleTime: 5_000 })
  if (!shown.data?.entered) return null
  const { items, handed_at } = shown.data
  const used = items.find(({ used_at }) => used_at !== null)
  const active = items.find(({ withdrawn_at }) => withdrawn_at === null)
  const again = () => void shown.refetch()
  const at = dateText(handed_at, lang, 'deadline', zone)
  return (
    <Card title={t(words.title)}>
      {handed_at !== null ? (
        <p className="break-words">{used ? t(words.used, { name: used.name, at }) : t(words.handed, { at })}</p>
      ) : active ? (
        <Active id={id} proxy={active} onDone={again} />
      ) : (
        <Making id={id} onDone={again} />
      )}
    </Card>
  )
}

const Making = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const t = useWords()
  const [name, setName] = useState('')
  const make = useCall(checkinProxyMake)
  const go = async () => {
    await make.mutateAsync({ id, name })
    onDone()
  }
  const wrongName = make.error?.fields.name
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void go().catch(() => undefined)
      }}
    >
      <p className="text-14 text-pretty text-soft">{t(words.how)}</p>
      <TextInput
        label={t(words.name)}
        maxLength={80}
        autoComplete="off"
        value={name}
        error={wrongName}
        onChange={(event) => setName(event.target.value)}
      />
      {wrongName ? null : <Refusal refused={make.error ?? undefined} />}
      <div>
        <Button look="plain" type="submit" busy={make.isPending}>
          {t(words.make)}
        </Button>
      </div>
    </form>
  )
}

const Active = ({ id, proxy: { key, name }, onDone }: { id: string; proxy: Proxy; onDone: () => void }) => {
  const t = useWords()
  const [open, setOpen] = useState<'code' | 'withdraw'>()
  const withdraw = useCall(checkinProxyWithdraw)
  const close = () => setOpen(undefined)
  const go = async () => {
    await withdraw.mutateAsync({ id })
    toastSuccess(t(words.withdrawn))
    onDone()
  }
  return (
    <>
      <p className="break-words">{t(words.active, { name })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="plain" icon={<QrIcon className="size-5" aria-hidden />} onClick={() => setOpen('code')}>
          {t(words.show)}
        </Button>
        <Button look="quiet" onClick={() => setOpen('withdraw')}>
          {t(words.withdraw)}
        </Button>
      </div>
      <Dialog
        open={open === 'code'}
        onClose={close}
        title={t(words.code_title)}
        actions={
          <Button look="plain" onClick={close}>
            {t(kit.close)}
          </Button>
        }
      >
        <div className="flex flex-col items-center gap-3 py-2 text-center">
          <Suspense fallback={<div className="bone size-[13rem]" />}>
            <LaterQrCode text={key} label={t(words.code_alt, { name })} />
          </Suspense>
          <p className="break-words font-medium">{name}</p>
          <p className="text-soft">{t(words.code_how)}</p>
        </div>
      </Dialog>
      {open === 'withdraw' ? (
        <AskDialog
          title={t(words.withdraw)}
          action={t(words.withdraw)}
          look="danger"
          busy={withdraw.isPending}
          refused={withdraw.error ?? undefined}
          onClose={close}
          onDo={() => void go().catch(() => undefined)}
        >
          <p className="break-words">{t(words.withdraw_sure, { name })}</p>
        </AskDialog>
      ) : null}
    </>
  )
}
