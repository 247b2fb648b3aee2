import { useState } from 'react'
import { documentTypes } from '#features/events/form.contract.ts'
import { words as peopleWords } from '#features/people/words.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type ClubMember, clubSwap } from '../desk/desk.contract.ts'
import { clubWords as words } from './club.words.ts'

type Props = { raceid: number; id: number; one: ClubMember; onClose: () => void; onChange: () => void }

/** Names the person who replaces a registered one. The new person then completes the entry by a link. */
export const SwapDialog = ({ raceid, id, one, onClose, onChange }: Props) => {
  const t = useWords()
  const swap = useCall(clubSwap, { quiet: true })
  const [refused, setRefused] = useState<Refused>()
  const [typed, setTyped] = useState({ name: '', idnum: '', mobile: '', country: '' })
  const [idtype, setIdtype] = useState<(typeof documentTypes)[number]>('idcard')
  const field = (name: keyof typeof typed) => (
    <TextInput
      label={t(words[name])}
      value={typed[name]}
      error={refused?.fields[name]}
      maxLength={60}
      autoComplete="off"
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  )
  const save = () => {
    setRefused(undefined)
    const { country, ...person } = typed
    swap.mutate(
      { raceid, id, member: one.id, idtype, ...person, ...(country === '' ? {} : { country }) },
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
      {field('name')}
      <Select
        label={t(words.idtype)}
        value={idtype}
        onChange={(event) => setIdtype(event.target.value as typeof idtype)}
        options={documentTypes.map((one) => ({ value: one, label: t(peopleWords[one]) }))}
      />
      {field('idnum')}
      {idtype === 'passport' ? field('country') : null}
      {field('mobile')}
    </AskDialog>
  )
}
