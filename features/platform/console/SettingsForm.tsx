import { type SyntheticEvent, useState } from 'react'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useZones } from '#ui/language/useZones.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type EditedSettings, consolePlatformSave } from '../contract.ts'
import { countriesText } from '../settings.rules.ts'
import { words } from '../words.ts'

type Said = Partial<EditedSettings['name']>
/** Returns a text that has a value for each of the three languages. */
const whole = (said: Said): EditedSettings['name'] => ({
  'zh-cn': said['zh-cn'] ?? '',
  'zh-tw': said['zh-tw'] ?? '',
  en: said.en ?? '',
})
type Props = { saved: EditedSettings; countries: readonly string[]; onSaved: () => void }

/** The form of the settings. The server refuses the form if somebody else has changed the settings meanwhile. */
export const SettingsForm = ({ saved, countries, onSaved }: Props) => {
  const t = useWords()
  const save = useCall(consolePlatformSave, { quiet: true })
  const [draft, setDraft] = useState({
    ...saved,
    countries: countriesText(saved.countries),
    textPrice: String(saved.textPrice),
  })
  const { lang } = useLang()
  const zones = useZones(lang, saved.zone)
  const change = (patch: Partial<typeof draft>) => setDraft({ ...draft, ...patch })
  const wrongs = save.error?.fields ?? {}
  const at = (name: string) =>
    Object.entries(wrongs).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1]
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const { logo: _, updated_at, textPrice, ...rest } = draft
    save.mutate(
      { ...rest, textPrice: textPrice as unknown as number, updated_at },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onSaved()
        },
      },
    )
  }
  const now = countries.length === 0 ? t(words.all) : countries.join(', ')
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Card title={t(words.basics)}>
        <div className="grid gap-4">
          <WordsInput
            label={t(words.name)}
            error={at('name')}
            max={40}
            value={draft.name}
            onChange={(name) => change({ name: whole(name) })}
          />
          <Select
            label={t(words.zone)}
            hint={t(words.zone_hint)}
            error={at('zone')}
            value={draft.zone}
            {...zones}
            onChange={(event) => change({ zone: event.target.value })}
          />
        </div>
      </Card>
      <Card title={t(words.messages)}>
        <div className="grid gap-4">
          <TextInput
            label={t(words.signature)}
            hint={t(words.signature_hint)}
            error={at('signature')}
            name="signature"
            maxLength={16}
            value={draft.signature}
            onChange={(event) => change({ signature: event.target.value })}
          />
          <WordsInput
            label={t(words.sender)}
            hint={t(words.sender_hint)}
            error={at('mailSender')}
            max={40}
            value={draft.mailSender}
            onChange={(mailSender) => change({ mailSender: whole(mailSender) })}
          />
          <TextInput
            label={t(words.price)}
            hint={t(words.price_hint)}
            error={at('textPrice')}
            name="price"
            inputMode="numeric"
            inputClassName="figures"
            value={draft.textPrice}
            onChange={(event) => change({ textPrice: event.target.value })}
          />
          <TextInput
            label={t(words.countries)}
            hint={t(words.countries_hint, { now })}
            error={at('countries')}
            name="countries"
            value={draft.countries}
            onChange={(event) => change({ countries: event.target.value })}
          />
        </div>
      </Card>
      <Card title={t(words.legal)}>
        <div className="grid gap-4">
          {(['terms', 'privacy'] as const).map((page) => (
            <WordsInput
              key={page}
              long
              label={t(words[page])}
              error={at(`legal.${page}`)}
              max={20_000}
              value={draft.legal[page]}
              onChange={(said) => change({ legal: { ...draft.legal, [page]: whole(said) } })}
            />
          ))}
        </div>
      </Card>
      {save.error ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {save.error.msg}
        </p>
      ) : null}
      <div>
        <Button type="submit" busy={save.isPending}>
          {t(words.save)}
        </Button>
      </div>
    </form>
  )
}
