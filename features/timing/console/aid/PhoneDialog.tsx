import { Suspense, useState } from 'react'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleTimingDevice } from '../../contract.ts'
import { words } from './aidControl.words.ts'

type Props = { raceid: number; station: { id: number; name: string }; onClose: () => void; onDone: () => void }

/**
 * Makes the link of a volunteer's phone. The key follows the sign # in the link. Browsers do not send this part of a
 * link, so no server logs the key.
 */
export const PhoneDialog = ({ raceid, station, onClose, onDone }: Props) => {
  const t = useWords()
  const [name, setName] = useState('')
  const [link, setLink] = useState<string>()
  const make = useCall(consoleTimingDevice)
  const go = async () => {
    const { key } = await make.mutateAsync({ raceid, stationid: station.id, name, by_hand: true })
    setLink(`${location.origin}/aid?raceid=${raceid}#k=${key ?? ''}`)
    onDone()
  }
  const copy = async () => {
    await navigator.clipboard.writeText(link ?? '')
    toastSuccess(t(words.copied))
  }
  if (link !== undefined)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t(words.scan)}
        actions={
          <>
            <Button look="plain" onClick={() => void copy().catch(() => undefined)}>
              {t(words.copy)}
            </Button>
            <Button onClick={onClose}>{t(words.close)}</Button>
          </>
        }
      >
        <p className="mb-4">{t(words.scan_how)}</p>
        <div className="flex justify-center">
          <Suspense fallback={<div className="size-52" />}>
            <LaterQrCode text={link} label={t(words.scan)} />
          </Suspense>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${t(words.phone_add)} · ${station.name}`}
      actions={
        <Button
          busy={make.isPending}
          disabledReason={name.trim() === '' ? t(words.phone_unnamed) : undefined}
          onClick={() => void go().catch(() => undefined)}
        >
          {t(words.make)}
        </Button>
      }
    >
      <TextInput
        label={t(words.phone_name)}
        hint={t(words.phone_hint)}
        value={name}
        maxLength={60}
        error={make.error?.fields.name}
        onChange={(event) => setName(event.target.value)}
      />
      <Refusal refused={make.error ?? undefined} />
    </Dialog>
  )
}
