import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import type { Organiser } from '../../contact.contract.ts'
import type { RaceSettings } from '../../contract.ts'
import { settingsWords as words } from './settings.words.ts'

type Props = {
  settings: RaceSettings
  change: (patch: Partial<RaceSettings>) => void
  errorAt: (field: string) => string | undefined
}
const none: Organiser = { name: {}, phone: '', email: '', hours: {}, wechat: '' }

/** The organiser of the race, the contact, and the legal texts. */
export const ContactCard = ({ settings, change, errorAt }: Props) => {
  const t = useWords()
  const organiser = settings.organiser ?? none
  const set = (patch: Partial<Organiser>) => change({ organiser: { ...organiser, ...patch } })
  return (
    <>
      <Card title={t(words.organiser)}>
        <p className="mb-3 text-14 text-soft">{t(words.organiser_text)}</p>
        <div className="grid gap-4">
          <WordsInput
            label={t(words.organiser_name)}
            max={120}
            value={organiser.name}
            error={errorAt('settings.organiser.name')}
            onChange={(name) => set({ name })}
          />
          <div className="grid gap-4 md:grid-cols-2">
            {(['phone', 'email'] as const).map((field) => (
              <TextInput
                key={field}
                optional
                type={field === 'phone' ? 'tel' : 'email'}
                label={t(words[field])}
                maxLength={field === 'phone' ? 40 : 120}
                value={organiser[field]}
                error={errorAt(`settings.organiser.${field}`)}
                onChange={(event) => set({ [field]: event.target.value })}
              />
            ))}
          </div>
          <TextInput
            optional
            className="md:w-1/2"
            label={t(words.wechat)}
            hint={t(words.wechat_hint)}
            maxLength={60}
            value={organiser.wechat}
            error={errorAt('settings.organiser.wechat')}
            onChange={(event) => set({ wechat: event.target.value })}
          />
          <WordsInput
            label={t(words.hours)}
            value={organiser.hours}
            error={errorAt('settings.organiser.hours')}
            onChange={(hours) => set({ hours })}
          />
        </div>
      </Card>
      <Card title={t(words.legal_title)}>
        <div className="grid gap-4">
          <TextInput
            optional
            className="md:w-1/2"
            label={t(words.icp)}
            hint={t(words.icp_hint)}
            maxLength={60}
            value={settings.icp}
            error={errorAt('settings.icp')}
            onChange={(event) => change({ icp: event.target.value })}
          />
          <div className="grid gap-4 md:grid-cols-2">
            {(['agreement_url', 'privacy_url'] as const).map((field) => (
              <TextInput
                key={field}
                optional
                type="url"
                label={t(words[field])}
                hint={t(words.text_url_hint)}
                maxLength={300}
                value={settings[field]}
                error={errorAt(`settings.${field}`)}
                onChange={(event) => change({ [field]: event.target.value })}
              />
            ))}
          </div>
          <WordsInput
            long
            max={4000}
            label={t(words.legal_says)}
            value={settings.legal}
            error={errorAt('settings.legal')}
            onChange={(legal) => change({ legal })}
          />
        </div>
      </Card>
    </>
  )
}
