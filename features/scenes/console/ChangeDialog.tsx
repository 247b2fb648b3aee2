import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type SceneLine, consoleScenesChange } from '../console.contract.ts'
import { words } from '../words.ts'
import { TargetFields } from './TargetFields.tsx'

type Props = { raceid: number; scene: SceneLine; onClose: () => void; onSaved: () => void }
/** Changes the label, page or end of a scene. The printed code stays the same. */
export const ChangeDialog = ({ raceid, scene, onClose, onSaved }: Props) => {
  const t = useWords()
  const change = useCall(consoleScenesChange, { quiet: true })
  const query = new URLSearchParams(scene.params).toString()
  const [label, setLabel] = useState(scene.label)
  const [page, setPage] = useState(query ? `${scene.page}?${query}` : scene.page)
  const [expires, setExpires] = useState<string | null>(scene.expires_at)
  const [refused, setRefused] = useState<Refused>()
  const save = async () => {
    try {
      await change.mutateAsync({ raceid, id: scene.id, label, page: page.trim(), expires_at: expires ?? '' })
      onSaved()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      title={scene.label}
      action={t(words.save)}
      busy={change.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void save()}
    >
      <TextInput
        label={t(words.label)}
        value={label}
        maxLength={60}
        error={refused?.fields.label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <TargetFields {...{ page, expires, refused }} onPage={setPage} onExpires={setExpires} />
    </AskDialog>
  )
}
