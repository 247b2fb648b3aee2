import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import type { UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { RaceSettings } from '../contract.ts'
import { LiveHosts } from './LiveHosts.tsx'
import { ReportRulesPart } from './ReportRulesPart.tsx'
import { resultsWords as words } from './results.words.ts'
import { VideosPart } from './VideosPart.tsx'

type Props = {
  raceid: number
  settings: RaceSettings
  change: (patch: Partial<RaceSettings>) => void
  errorAt: (field: string) => string | undefined
  zone: string
  upload: (file: File, options: UploadOptions) => Promise<{ path: string }>
}
const switches = [
  'hide_event_name',
  'hide_splits',
  'swap_split_titles',
  'crop_button',
  'hand_in',
  'certificates_official',
  'cast_under_rule',
] as const

/** Edits the pages of a race's results: their content and look, the videos, and the results without a certificate. */
export const ResultsPart = (props: Props) => {
  const t = useWords()
  const { settings, change, errorAt } = props
  return (
    <Card title={t(words.title)}>
      <div className="grid gap-1">
        {switches.map((field) => (
          <Checkbox
            key={field}
            checked={settings[field]}
            onChange={(event) => change({ [field]: event.target.checked })}
          >
            {t(words[field])}
          </Checkbox>
        ))}
      </div>
      <div className="mt-3 grid gap-4 md:grid-cols-2 md:items-start">
        <NumberInput
          optional
          label={t(words.gun_time_below_rank)}
          value={settings.gun_time_below_rank}
          error={errorAt('settings.gun_time_below_rank')}
          onChange={(value) => change({ gun_time_below_rank: value || null })}
        />
        <NumberInput
          label={t(words.protest_minutes)}
          hint={t(words.protest_minutes_text)}
          value={settings.protest_minutes}
          error={errorAt('settings.protest_minutes')}
          onChange={(value) => change({ protest_minutes: value ?? 0 })}
        />
        <NumberInput
          label={t(words.live_keep_hours)}
          hint={t(words.live_keep_hours_text)}
          value={settings.live_keep_hours}
          error={errorAt('settings.live_keep_hours')}
          onChange={(value) => change({ live_keep_hours: value ?? 72 })}
        />
        <Select
          label={t(words.live_keep_then)}
          hint={t(words.live_keep_then_text)}
          value={settings.live_keep_then}
          onChange={({ target }) => change({ live_keep_then: target.value === 'thin' ? 'thin' : 'erase' })}
          options={[
            { value: 'erase', label: t(words.keep_erase) },
            { value: 'thin', label: t(words.keep_thin) },
          ]}
        />
        <NumberInput
          label={t(words.follow_texts)}
          hint={t(words.follow_texts_text)}
          max={1_000_000}
          value={settings.follow_texts}
          error={errorAt('settings.follow_texts')}
          onChange={(value) => change({ follow_texts: value ?? 0 })}
        />
        <Select
          label={t(words.page_theme)}
          value={settings.page_theme ?? ''}
          onChange={(event) =>
            change({
              page_theme: event.target.value === 'pink' || event.target.value === 'blue' ? event.target.value : null,
            })
          }
          options={[
            { value: '', label: t(words.theme_own) },
            { value: 'pink', label: t(words.theme_pink) },
            { value: 'blue', label: t(words.theme_blue) },
          ]}
        />
        <Select
          label={t(words.score_link)}
          value={settings.score_link}
          onChange={(event) => change({ score_link: event.target.value === 'root' ? 'root' : 'page' })}
          options={[
            { value: 'page', label: t(words.score_link_page) },
            { value: 'root', label: t(words.score_link_root) },
          ]}
        />
        <TextInput
          optional
          label={t(words.timing_firm)}
          hint={t(words.timing_firm_text)}
          value={settings.timing_firm ?? ''}
          error={errorAt('settings.timing_firm')}
          onChange={(event) => change({ timing_firm: event.target.value || undefined })}
          maxLength={80}
        />
      </div>
      <LiveHosts {...props} />
      <VideosPart {...props} />
      <ReportRulesPart {...props} />
    </Card>
  )
}
