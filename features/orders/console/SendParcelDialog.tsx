import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom } from '#ui/network/call.ts'
import { parcelWords as words } from './parcel.words.ts'

export type ParcelNumber = { carrier: string; number: string }
type Props = {
  title: string
  /** The carrier and the tracking number, as far as they are known already. */
  parcel: { carrier: string | null; number: string | null }
  send: (parcel: ParcelNumber) => Promise<unknown>
  onClose: () => void
  onDone: () => void
}
/** Asks for the carrier and the tracking number of a parcel. */
export const SendParcelDialog = ({ title, parcel, send, onClose, onDone }: Props) => {
  const t = useWords()
  const [carrier, setCarrier] = useState(parcel.carrier ?? '')
  const [number, setNumber] = useState(parcel.number ?? '')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const go = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      await send({ carrier, number })
      toastSuccess(t(words.saved))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      setBusy(false)
    }
  }
  return (
    <AskDialog
      open
      title={title}
      action={t(words.save)}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onDo={() => void go()}
    >
      <div className="grid gap-4 pb-2">
        <TextInput
          label={t(words.carrier)}
          value={carrier}
          maxLength={30}
          error={refused?.fields.carrier}
          onChange={(event) => setCarrier(event.target.value)}
        />
        <TextInput
          label={t(words.number)}
          value={number}
          maxLength={40}
          inputClassName="figures"
          error={refused?.fields.number}
          onChange={(event) => setNumber(event.target.value)}
        />
      </div>
    </AskDialog>
  )
}
