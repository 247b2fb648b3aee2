import { IdCard } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { onDevice } from '#ui/router/address.ts'
import { type ReadCard, readerAddress } from './card.rules.ts'
import { cardReaderWords as words } from './card.words.ts'
import { type ReaderState, listenToReader } from './reader.ts'

const KEPT = 'desk-card-reader'

export const CardReader = ({ onCard }: { onCard: (card: ReadCard) => void }) => {
  const t = useWords()
  const [address, setAddress] = useState(() => onDevice.get(KEPT) ?? '')
  const [asked, setAsked] = useState(false)
  const [state, setState] = useState<ReaderState>('waiting')
  const take = useEffectEvent(onCard)
  useEffect(() => {
    const reader = readerAddress(address)
    if (!reader) return undefined
    const stop = new AbortController()
    listenToReader(reader, { onCard: (card) => take(card), onState: setState }, stop.signal)
    return () => stop.abort()
  }, [address])
  return (
    <>
      <Button
        look="quiet"
        className="px-2!"
        icon={<IdCard className="size-5" aria-hidden />}
        onClick={() => setAsked(true)}
      >
        {t(words.set)}
      </Button>
      {address === '' ? null : (
        <p role="status" className={`px-2 text-14 ${state === 'away' ? 'text-danger-ink' : 'text-soft'}`}>
          {t(words[state])}
        </p>
      )}
      {asked ? (
        <AddressDialog
          address={address}
          onClose={() => setAsked(false)}
          onDone={(next) => {
            onDevice.set(KEPT, next || undefined)
            setAddress(next)
            setAsked(false)
          }}
        />
      ) : null}
    </>
  )
}

type DialogProps = { address: string; onClose: () => void; onDone: (address: string) => void }
const AddressDialog = ({ address, onClose, onDone }: DialogProps) => {
  const t = useWords()
  const [typed, setTyped] = useState(address)
  const [tried, setTried] = useState(false)
  const isRight = typed.trim() === '' || readerAddress(typed) !== undefined
  return (
    <AskDialog
      title={t(words.set)}
      action={t(words.save)}
      onClose={onClose}
      onDo={() => {
        setTried(true)
        if (isRight) onDone(typed.trim())
      }}
    >
      <p className="text-soft">{t(words.how)}</p>
      <TextInput
        label={t(words.address)}
        hint={t(words.hint)}
        maxLength={200}
        inputMode="url"
        value={typed}
        error={tried && !isRight ? t(words.wrong) : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
    </AskDialog>
  )
}
