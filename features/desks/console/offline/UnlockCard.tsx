import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { offlineWords as words } from './offline.words.ts'
import { PinInput } from './PinInput.tsx'
import type { PickupDevice } from './useDevice.ts'

/** The largest number of digits of a PIN. The store does not know the number of digits of its own PIN. */
const MOST = 8

/** The card that asks for the PIN of a device. */
export const UnlockCard = ({ device }: { device: Pick<PickupDevice, 'unlock'> }) => {
  const t = useWords()
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
        <Button type="submit" busy={busy}>
          {t(words.open)}
        </Button>
      </form>
    </Card>
  )
}
