import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAccount } from '#seam/web/account.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { onDevice } from '#ui/router/address.ts'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { pushSave, pushShow } from '../contract.ts'
import { pushWords as words } from './push.words.ts'
import { pushSupport, subscribeBrowser, subscribedAt } from './webPush.ts'

const DECLINED = 'push-offer-declined'

/**
 * Offers messages of the account's box on this device. The offer is on pages where something may change soon. The offer
 * asks the browser for permission only after a tap, and never appears again after "not now".
 */
export const PushOffer = () => {
  const { loggedIn } = useAccount()
  const [endpoint, setEndpoint] = useState<string | null>()
  const [declined, setDeclined] = useState(() => onDevice.get(DECLINED) !== undefined)
  const able = loggedIn && !declined && pushSupport() === 'yes'
  useEffect(() => {
    if (able) void subscribedAt().then((found) => setEndpoint(found ?? null))
  }, [able])
  const state = useAsk(pushShow, endpoint ? { endpoint } : {}, {
    enabled: able && endpoint !== undefined,
    quiet: true,
    staleTime: 60_000,
  })
  if (!able || !state.data || state.data.box) return null
  const decline = () => {
    onDevice.set(DECLINED, '1')
    setDeclined(true)
  }
  return <Offer publicKey={state.data.push_key} onDone={() => void state.refetch()} onDecline={decline} />
}

const Offer = ({ publicKey, onDone, onDecline }: { publicKey: string; onDone: () => void; onDecline: () => void }) => {
  const t = useWords()
  const save = useCall(pushSave, { quiet: true })
  const [asking, setAsking] = useState(false)
  const [said, setSaid] = useState<string>()
  const [over, setOver] = useState(false)
  const turnOn = async () => {
    setSaid(undefined)
    setAsking(true)
    const push = await subscribeBrowser(publicKey)
    setAsking(false)
    if (!push) return setSaid(t(words.failed))
    save.mutate(
      { push, box: true, zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      {
        onSuccess: () => {
          toastSuccess(t(words.done))
          setOver(true)
          onDone()
        },
        onError: (refused) => setSaid(refused.msg),
      },
    )
  }
  if (over) return null
  return (
    <section aria-label={t(words.title)} className="flex gap-3 rounded bg-surface p-4 shadow-card md:p-5">
      <span aria-hidden className="flex size-10 shrink-0 items-center justify-center rounded-full bg-tint text-strong">
        <BellRing className="size-5" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-bold">{t(words.title)}</h2>
        <p className="text-14 text-soft">{t(words.how)}</p>
        {said ? (
          <p role="alert" className="mt-2 text-14 text-danger-ink">
            {said}
          </p>
        ) : null}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button busy={asking || save.isPending} onClick={() => void turnOn()}>
            {t(words.on)}
          </Button>
          <Button look="quiet" onClick={onDecline}>
            {t(words.not_now)}
          </Button>
        </div>
      </div>
    </section>
  )
}
