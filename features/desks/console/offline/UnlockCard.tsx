import { useEffect, useEffectEvent, useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { offlineWords as words } from './offline.words.ts'
import { PinInput } from './PinInput.tsx'
import type { PickupDevice } from './useDevice.ts'

/** The largest number of digits of a PIN. The store does not keep the length of its own PIN. */
const MOST = 8

/** Counts the entries in the locked store that the server has not answered. The count is 0 until the store answers. */
const useUnsent = (count: Props['device']['unsent']): number => {
  const [unsent, setUnsent] = useState(0)
  const read = useEffectEvent(count)
  useEffect(() => {
    let isGone = false
    read().then(
      (n) => isGone || setUnsent(n),
      () => undefined,
    )
    return () => void (isGone = true)
  }, [])
  return unsent
}

type Props = { device: Pick<PickupDevice, 'unlock' | 'unsent' | 'forget'> }
/** The card that asks for the PIN of a device. A person who forgot the PIN may erase the device. */
export const UnlockCard = ({ device }: Props) => {
  const t = useWords()
  const unsent = useUnsent(device.unsent)
  const [forgot, setForgot] = useState(false)
  const [pin, setPin] = useState('')
  const [left, setLeft] = useState<number>()
  const [busy, setBusy] = useState(false)
  /** True if the store of the device did not answer. The PIN may be right. */
  const [failed, setFailed] = useState(false)
  const open = async () => {
    if (pin === '') return
    setBusy(true)
    setFailed(false)
    try {
      setLeft(await device.unlock(pin))
      setPin('')
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card>
      <form
        className="grid max-w-[28rem] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        <h2 className="text-18 font-bold">{t(words.unlock)}</h2>
        <p className="text-14 text-soft">{t(words.unlock_text)}</p>
        <PinInput
          label={t(words.pin)}
          digits={MOST}
          value={pin}
          error={
            failed ? t(words.store_failed) : left === undefined || pin !== '' ? undefined : t(words.wrong, { n: left })
          }
          onChange={setPin}
        />
        {unsent > 0 ? <p className="figures text-14">{t(words.locked_unsent, { n: unsent })}</p> : null}
        <div className="flex flex-wrap gap-x-3 gap-y-2">
          <Button type="submit" busy={busy}>
            {t(words.open)}
          </Button>
          <Button look="quiet" onClick={() => setForgot(true)}>
            {t(words.forgot)}
          </Button>
        </div>
      </form>
      {forgot ? <ForgotDialog unsent={unsent} onErase={device.forget} onClose={() => setForgot(false)} /> : null}
    </Card>
  )
}

type ForgotProps = { unsent: number; onErase: () => Promise<void>; onClose: () => void }
/** Says that nobody can look the PIN up, and how many entries are lost if the device is erased. */
const ForgotDialog = ({ unsent, onErase, onClose }: ForgotProps) => {
  const t = useWords()
  return (
    <AskDialog
      title={t(words.forgot)}
      action={t(words.forgot_erase)}
      look="danger"
      onClose={onClose}
      onDo={() => void onErase()}
    >
      <p>{t(words.forgot_text)}</p>
      {unsent > 0 ? <p className="figures font-medium text-danger-ink">{t(words.forgot_lost, { n: unsent })}</p> : null}
    </AskDialog>
  )
}
