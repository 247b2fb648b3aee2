import { useState } from 'react'
import { documentTypes } from '#features/events/form.contract.ts'
import { words as peopleWords } from '#features/people/words.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { consoleBansSave } from '../contract.ts'
import { type BanSource, banSources } from '../rules.ts'
import { words } from '../words.ts'

type Props = { raceid: number; everywhere: boolean; onClose: () => void; onSaved: () => void }
type Typed = Record<'name' | 'idnum' | 'country' | 'reason' | 'from' | 'until', string>

/** Bans one runner: the document, the source, the reason, and the days. */
export const BanDialog = ({ raceid, everywhere, onClose, onSaved }: Props) => {
  const t = useWords()
  const save = useCall(consoleBansSave, { quiet: true })
  const [typed, setTyped] = useState<Typed>({ name: '', idnum: '', country: '', reason: '', from: '', until: '' })
  const [idtype, setIdtype] = useState<(typeof documentTypes)[number]>('idcard')
  const [source, setSource] = useState<BanSource>('organiser')
  const [all, setAll] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const field = (name: keyof Typed, more: { type?: 'date'; hint?: string; maxLength?: number } = {}) => (
    <TextInput
      label={t(words[name])}
      value={typed[name]}
      error={refused?.fields[name]}
      maxLength={80}
      autoComplete="off"
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      {...more}
    />
  )
  const write = () => {
    setRefused(undefined)
    const { until, country, ...rest } = typed
    save.mutate(
      {
        raceid,
        ...rest,
        idtype,
        source,
        everywhere: all,
        until: until === '' ? null : until,
        ...(country === '' ? {} : { country }),
      },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onSaved()
        },
        onError: (thrown) => setRefused(refusedFrom(thrown)),
      },
    )
  }
  return (
    <AskDialog
      wide
      title={t(words.bans)}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={write}
    >
      {field('name')}
      <Select
        label={t(words.idtype)}
        value={idtype}
        onChange={(event) => setIdtype(event.target.value as typeof idtype)}
        options={documentTypes.map((one) => ({ value: one, label: t(peopleWords[one]) }))}
      />
      {field('idnum')}
      {idtype === 'passport' ? field('country') : null}
      <Segmented
        label={t(words.source)}
        value={source}
        onChange={(one) => setSource(one === 'federation' ? 'federation' : 'organiser')}
        options={banSources.map((one) => ({ value: one, label: t(words[one]) }))}
      />
      {field('reason', { maxLength: 200 })}
      <div className="grid gap-4 md:grid-cols-2">
        {field('from', { type: 'date' })}
        {field('until', { type: 'date', hint: t(words.until_hint) })}
      </div>
      {everywhere ? (
        <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
          {t(words.everywhere)}
        </Checkbox>
      ) : null}
    </AskDialog>
  )
}
