import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { consoleResultsSheets } from '../../contract.ts'
import { consoleResultsProtestsFile } from '../../protests/protests.contract.ts'
import { protestDesk as words } from './protests.words.ts'

type Props = { raceid: number; onClose: () => void; onDone: () => void }
/** The dialog in which staff file a protest for a runner who stands at the desk. */
export const FileDialog = ({ raceid, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const sheets = useAsk(consoleResultsSheets, { raceid })
  const send = useCall(consoleResultsProtestsFile)
  const [chosen, setChosen] = useState<number>()
  const [bib, setBib] = useState('')
  const [content, setContent] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const events = (sheets.data?.events ?? []).filter(({ results }) => results > 0)
  const eventid = chosen ?? events[0]?.id
  const file = async () => {
    if (eventid === undefined) return
    setRefused(undefined)
    try {
      await send.mutateAsync({ raceid, eventid, bib, content })
      toastSuccess(t(words.filed))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  return (
    <AskDialog
      title={t(words.file_title)}
      action={t(words.file)}
      busy={send.isPending}
      disabledReason={
        eventid === undefined || bib.trim() === ''
          ? t(words.bib_needed)
          : content.trim().length < 5
            ? t(words.content_needed)
            : undefined
      }
      refused={refused}
      onClose={onClose}
      onDo={() => void file()}
    >
      <Select
        label={t(words.event)}
        value={String(eventid ?? '')}
        onChange={(event) => setChosen(Number(event.target.value))}
        options={events.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextInput
        label={t(words.bib)}
        value={bib}
        maxLength={20}
        inputClassName="figures"
        error={refused?.fields.bib}
        onChange={(event) => setBib(event.target.value)}
      />
      <TextArea
        label={t(words.content)}
        rows={4}
        maxLength={1000}
        value={content}
        error={refused?.fields.content}
        onChange={(event) => setContent(event.target.value)}
      />
    </AskDialog>
  )
}
