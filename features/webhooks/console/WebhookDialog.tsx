import { useState } from 'react'
import { consoleApikeysList } from '#features/apikeys/contract.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { consoleWebhooksMake } from '../contract.ts'
import { webhookEvents, webhookFields } from '../events.rules.ts'
import { consoleWords as words } from './integrations.words.ts'

type Props = { raceid: number | undefined; onClose: () => void; onMade: (secret: string) => void }
export const WebhookDialog = ({ raceid, onClose, onMade }: Props) => {
  const t = useWords()
  const make = useCall(consoleWebhooksMake)
  const ofRace = raceid === undefined ? {} : { raceid }
  const keys = useAsk(consoleApikeysList, ofRace).data?.items.filter(({ state }) => state === 'live') ?? []
  const [name, setName] = useState('')
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly string[]>(webhookEvents)
  const [fields, setFields] = useState<readonly string[]>([])
  const [key, setKey] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const empty = events.length === 0
  const go = async () => {
    if (empty) return
    try {
      const { secret } = await make.mutateAsync({
        ...ofRace,
        name,
        url,
        events: webhookEvents.filter((one) => events.includes(one)),
        fields: key === '' ? [] : webhookFields.filter((one) => fields.includes(one)),
        keyid: key === '' ? null : Number(key),
      })
      onMade(secret)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      wide
      title={t(words.hookNew)}
      action={t(words.save)}
      busy={make.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void go()}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          label={t(words.name)}
          value={name}
          error={refused?.fields.name}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
        />
        <TextInput
          label={t(words.url)}
          hint={t(words.urlHint)}
          value={url}
          error={refused?.fields.url}
          inputMode="url"
          maxLength={1000}
          onChange={(event) => {
            setUrl(event.target.value)
            setRefused(undefined)
          }}
        />
      </div>
      <Choices
        title={t(words.events)}
        options={webhookEvents.map((one) => ({ value: one, label: t(words[one]) }))}
        chosen={events}
        onChange={setEvents}
      />
      {empty ? (
        <p role="alert" className="text-danger-ink">
          {t(words.eventsNeeded)}
        </p>
      ) : null}
      <p className="text-14 text-soft">{t(words.fieldsHow)}</p>
      <Select
        label={t(words.key)}
        value={key}
        options={[
          { value: '', label: t(words.noKey) },
          ...keys.map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        onChange={(event) => setKey(event.target.value)}
      />
      {key === '' ? null : (
        <Choices
          title={t(words.fields)}
          options={webhookFields.map((one) => ({ value: one, label: t(words[`field_${one}`]) }))}
          chosen={fields}
          onChange={setFields}
        />
      )}
    </AskDialog>
  )
}

type ChoicesProps = {
  title: string
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}
const Choices = ({ title, options, chosen, onChange }: ChoicesProps) => (
  <fieldset className="grid gap-x-4 md:grid-cols-2">
    <legend className="mb-1.5 text-14 font-medium">{title}</legend>
    {options.map(({ value, label }) => (
      <Checkbox
        key={value}
        checked={chosen.includes(value)}
        onChange={(event) =>
          onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
        }
      >
        {label}
      </Checkbox>
    ))}
  </fieldset>
)
