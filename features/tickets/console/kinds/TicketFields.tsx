import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { ticketKinds } from '../../contract.ts'
import { words } from './kinds.words.ts'

type Settings = Record<string, unknown>
/** The settings that a kind of ticket has and no other kind of goods has. */
export const TicketFields = ({ settings, put }: { settings: Settings; put: (patch: Settings) => void }) => {
  const t = useWords()
  return (
    <>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Select
          label={t(words.kind)}
          value={String(settings.kind ?? 'other')}
          options={ticketKinds.map((value) => ({ value, label: t(words[value]) }))}
          onChange={({ target }) => put({ kind: target.value })}
        />
        <TextInput
          optional
          label={t(words.place)}
          value={typeof settings.place === 'string' ? settings.place : ''}
          maxLength={100}
          onChange={(event) => put({ place: event.target.value })}
        />
      </div>
      <div className="grid gap-1">
        <Checkbox checked={settings.named === true} onChange={(event) => put({ named: event.target.checked })}>
          {t(words.named)}
        </Checkbox>
        <Checkbox checked={settings.reentry === true} onChange={(event) => put({ reentry: event.target.checked })}>
          {t(words.reentry)}
        </Checkbox>
      </div>
    </>
  )
}
