import { useState } from 'react'
import { DocumentFields, documentSent, noDocument } from '#features/people/web/DocumentFields.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type ClubMember, clubSwap } from '../desk/desk.contract.ts'
import { clubWords as words } from './club.words.ts'

type Props = { raceid: number; id: number; one: ClubMember; onClose: () => void; onChange: () => void }

/** Names the person who replaces a registered person. The new person then completes the entry by a link. */
export const SwapDialog = ({ raceid, id, one, onClose, onChange }: Props) => {
  const t = useWords()
  const swap = useCall(clubSwap, { quiet: true })
  const [refused, setRefused] = useState<Refused>()
  const [person, setPerson] = useState(noDocument)
  const [mobile, setMobile] = useState('')
  const save = () => {
    setRefused(undefined)
    swap.mutate(
      { raceid, id, member: one.id, ...documentSent(person), mobile },
      {
        onSuccess: () => {
          toastSuccess(t(words.swap_done))
          onChange()
          onClose()
        },
        onError: (thrown) => setRefused(refusedFrom(thrown)),
      },
    )
  }
  return (
    <AskDialog
      title={t(words.swap_of, { name: one.name })}
      action={t(words.swap)}
      busy={swap.isPending}
      refused={refused}
      onClose={onClose}
      onDo={save}
    >
      <p className="text-soft">{t(words.swap_how)}</p>
      <DocumentFields value={person} errors={refused?.fields} onChange={setPerson} />
      <TextInput
        label={t(words.mobile)}
        value={mobile}
        error={refused?.fields.mobile}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setMobile(event.target.value)}
      />
    </AskDialog>
  )
}
