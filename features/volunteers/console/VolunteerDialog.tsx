import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useCall } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { type Volunteer, consoleVolunteersOpen, consoleVolunteersSave, volunteerStates } from '../contract.ts'
import { words } from '../words.ts'

const blank = {
  name: '',
  idnum: '',
  mobile: '',
  post: '',
  team: '',
  place: '',
  from: '',
  until: '',
  leader: '',
  leader_mobile: '',
  notes: '',
  state: 'confirmed' as Volunteer['state'],
}

/**
 * Edits a shift, or makes a new shift. Sealed values appear masked until staff open them. An empty field keeps its
 * sealed value.
 */
export const VolunteerDialog = ({
  raceid,
  volunteer,
  onClose,
  onSaved,
}: {
  raceid: number
  volunteer: Volunteer | undefined
  onClose: () => void
  onSaved: () => void
}) => {
  const t = useWords()
  const save = useCall(consoleVolunteersSave)
  const open = useCall(consoleVolunteersOpen)
  const [draft, setDraft] = useState(
    volunteer ? { ...blank, ...volunteer, idnum: '', mobile: '', leader_mobile: '' } : blank,
  )
  const { refused, trying } = useTrying()
  const field = (name: keyof typeof blank) => ({
    label: t(words[name]),
    value: draft[name],
    error: refused?.fields[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  })
  const kept = (masked: string | null | undefined) => (masked ? { hint: t(words.keep_hint, { masked }) } : {})
  const submit = () =>
    trying(async () => {
      const { name, idnum, mobile, post, team, place, from, until, leader, leader_mobile, notes, state } = draft
      await save.mutateAsync({
        raceid,
        ...(volunteer ? { id: volunteer.id } : {}),
        name,
        idnum,
        mobile,
        post,
        team,
        place,
        from,
        until,
        leader,
        leader_mobile,
        notes,
        state,
      })
      toastSuccess(t(words.saved))
      onSaved()
    })
  const show = (id: number) =>
    trying(async () => {
      const numbers = await open.mutateAsync({ raceid, id })
      setDraft({
        ...draft,
        idnum: numbers.idnum,
        mobile: numbers.mobile ?? '',
        leader_mobile: numbers.leader_mobile ?? '',
      })
    })
  return (
    <AskDialog
      wide
      title={volunteer ? volunteer.name : t(words.add)}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void submit()}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput {...field('name')} maxLength={80} />
        <TextInput {...field('post')} maxLength={80} />
        <TextInput {...field('idnum')} {...kept(volunteer?.idnum)} maxLength={60} autoComplete="off" />
        <TextInput {...field('mobile')} {...kept(volunteer?.mobile)} optional maxLength={30} autoComplete="off" />
        <TextInput {...field('from')} optional type="datetime-local" />
        <TextInput {...field('until')} optional type="datetime-local" />
        <TextInput {...field('team')} optional maxLength={80} />
        <TextInput {...field('place')} optional maxLength={200} />
        <TextInput {...field('leader')} optional maxLength={80} />
        <TextInput
          {...field('leader_mobile')}
          {...kept(volunteer?.leader_mobile)}
          optional
          maxLength={30}
          autoComplete="off"
        />
        <Select
          label={t(words.state)}
          value={draft.state}
          onChange={(event) => setDraft({ ...draft, state: event.target.value as Volunteer['state'] })}
          options={volunteerStates.map((value) => ({ value, label: t(words[value]) }))}
        />
        <TextArea {...field('notes')} optional rows={2} maxLength={500} />
      </div>
      {volunteer ? (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 text-14 text-soft">
          <Button look="plain" busy={open.isPending} onClick={() => void show(volunteer.id)}>
            {t(words.open)}
          </Button>
          {t(words.open_text)}
        </p>
      ) : null}
    </AskDialog>
  )
}
