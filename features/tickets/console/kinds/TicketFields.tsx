import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { ticketKinds } from '../../contract.ts'
import { words } from './kinds.words.ts'

type Settings = Record<string, unknown>
const placesIn = ({ places }: Settings): Record<string, string> =>
  typeof places === 'object' && places !== null ? (places as Record<string, string>) : {}

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
      </div>
      <WordsInput
        label={t(words.place)}
        value={{ ...placesIn(settings), 'zh-cn': typeof settings.place === 'string' ? settings.place : '' }}
        max={100}
        onChange={({ 'zh-cn': place = '', ...places }) => put({ place, places })}
      />
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
