import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { consoleScenesCreate } from '../console.contract.ts'
import { words } from '../words.ts'
import { TargetFields } from './TargetFields.tsx'

type Props = { raceid: number; onClose: () => void; onMade: (batch: number, n: number) => void }
/** Makes scenes: one for each line of labels that staff type. */
export const MakeDialog = ({ raceid, onClose, onMade }: Props) => {
  const t = useWords()
  const create = useCall(consoleScenesCreate, { quiet: true })
  const [labels, setLabels] = useState('')
  const [page, setPage] = useState('/home')
  const [expires, setExpires] = useState<string | null>(null)
  const [refused, setRefused] = useState<Refused>()
  const lines = labels
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const make = async () => {
    try {
      const { batch, items } = await create.mutateAsync({
        raceid,
        labels: lines,
        page: page.trim(),
        ...(expires ? { expires_at: expires } : {}),
      })
      onMade(batch, items.length)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const ofLabels = Object.entries(refused?.fields ?? {}).find(([field]) => field.startsWith('labels'))?.[1]
  return (
    <AskDialog
      wide
      title={t(words.make)}
      action={lines.length > 0 ? `${t(words.make)} (${lines.length})` : t(words.make)}
      busy={create.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void make()}
    >
      <TextArea
        label={t(words.labels)}
        hint={t(words.labels_hint)}
        rows={6}
        value={labels}
        error={ofLabels}
        onChange={(event) => setLabels(event.target.value)}
      />
      <TargetFields {...{ page, expires, refused }} onPage={setPage} onExpires={setExpires} />
    </AskDialog>
  )
}
