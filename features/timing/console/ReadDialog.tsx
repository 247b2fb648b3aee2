import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type ReadJudged } from '../contract.ts'
import { consoleTimingIgnore } from '../corrections/corrections.contract.ts'
import { words } from './console.words.ts'
import { Problem } from './Problem.tsx'

/** Rejects a raw read, or accepts it again. */
export const ReadDialog = ({
  raceid,
  read,
  onClose,
  onDone,
}: {
  raceid: number
  read: ReadJudged
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const send = useCall(consoleTimingIgnore)
  const save = async () => {
    try {
      await send.mutateAsync({ raceid, id: read.id, ignored: !read.ignored, reason })
      toastSuccess(t(words.saved))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  const title = t(read.ignored ? words.believe : words.ignore)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <Button
          busy={send.isPending}
          disabledReason={reason.trim() === '' ? t(words.reason_missing) : undefined}
          onClick={() => void save()}
        >
          {title}
        </Button>
      }
    >
      <p className="figures mb-3 text-soft">
        {read.station} · {read.device} · {read.chip}
      </p>
      <TextInput
        label={t(words.reason)}
        hint={t(words.reason_hint)}
        value={reason}
        maxLength={300}
        error={refused?.fields.reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Problem refused={refused} />
    </Dialog>
  )
}
