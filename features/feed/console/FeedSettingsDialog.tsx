import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type FeedSettings, consoleFeedSettings } from '../console.contract.ts'
import { commentModes } from '../feed.rules.ts'
import { deskWords as words } from './feed.words.ts'

type Props = { raceid: number; settings: FeedSettings; onClose: () => void; onDone: () => void }
export const FeedSettingsDialog = ({ raceid, settings, onClose, onDone }: Props) => {
  const t = useWords()
  const save = useCall(consoleFeedSettings, { quiet: true })
  const [open, setOpen] = useState(settings.open)
  const [comments, setComments] = useState(settings.comments)
  const [cheers, setCheers] = useState(settings.cheers)
  const [list, setList] = useState(settings.words.join('\n'))
  const [keep, setKeep] = useState<number | null>(settings.keep_days)
  const [stays, setStays] = useState<number | null>(settings.entry_days)
  const [refused, setRefused] = useState<Refused>()
  const send = async () => {
    try {
      await save.mutateAsync({
        raceid,
        open,
        comments,
        cheers,
        words: list
          .split('\n')
          .map((word) => word.trim())
          .filter(Boolean),
        keep_days: keep ?? 365,
        entry_days: stays ?? 0,
      })
      toastSuccess(t(words.saved))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      title={t(words.settings)}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void send()}
    >
      <Checkbox checked={open} onChange={(event) => setOpen(event.target.checked)}>
        {t(words.open)}
      </Checkbox>
      <Select
        label={t(words.comments)}
        value={comments}
        onChange={(event) => setComments(commentModes.find((one) => one === event.target.value) ?? 'off')}
        options={commentModes.map((mode) => ({ value: mode, label: t(words[mode]) }))}
      />
      <Checkbox checked={cheers} onChange={(event) => setCheers(event.target.checked)}>
        {t(words.cheers)}
      </Checkbox>
      <TextArea
        label={t(words.words)}
        hint={t(words.words_hint)}
        rows={4}
        value={list}
        onChange={(event) => setList(event.target.value)}
      />
      <NumberInput
        label={t(words.keep)}
        min={1}
        value={keep ?? 365}
        error={refused?.fields.keep_days}
        onChange={setKeep}
      />
      <NumberInput
        label={t(words.entry_days)}
        hint={t(words.entry_days_hint)}
        min={1}
        value={stays}
        error={refused?.fields.entry_days}
        onChange={setStays}
      />
    </AskDialog>
  )
}
