import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { DateTimeInput } from '#ui/DateTimeInput.tsx'
import { useWords } from '#ui/lang.tsx'
import { NumberInput } from '#ui/NumberInput.tsx'
import { Select } from '#ui/Select.tsx'
import { TextArea, TextInput } from '#ui/TextInput.tsx'
import type { PointVideo, RaceSettings } from '../contract.ts'
import { resultsWords as words } from './resultsWords.ts'

type Props = { settings: RaceSettings; change: (patch: Partial<RaceSettings>) => void; errorAt: (field: string) => string | undefined; zone: string }
const switches = ['hide_event_name', 'hide_splits', 'swap_split_titles', 'crop_button', 'hand_in'] as const

/** What a race's pages of results show, its video, and whose result leads elsewhere than to a certificate. */
export const ResultsPart = ({ settings, change, errorAt, zone }: Props) => {
  const t = useWords()
  const { videos, report_rules } = settings
  const rule = report_rules?.rules?.rule
  const changeVideo = (at: number, part: Partial<PointVideo>) => change({ videos: videos.map((one, n) => (n === at ? { ...one, ...part } : one)) })
  const changeRule = (part: Partial<NonNullable<typeof rule>>) => change({ report_rules: { events: [], ...report_rules, rules: { rule: { key: '', value: '', tips: '', ...rule, ...part } } } })
  return (
    <Card title={t(words.title)}>
      <div className="grid gap-1">
        {switches.map((field) => (
          <Checkbox key={field} checked={settings[field]} onChange={(event) => change({ [field]: event.target.checked })}>{t(words[field])}</Checkbox>
        ))}
      </div>
      <NumberInput className="mt-3 md:w-1/2" optional label={t(words.gun_time_below_rank)} value={settings.gun_time_below_rank} error={errorAt('settings.gun_time_below_rank')} onChange={(value) => change({ gun_time_below_rank: value || null })} />
      <h3 className="mb-1 mt-6 font-medium">{t(words.videos)}</h3>
      <p className="mb-3 text-14 text-soft">{t(words.videos_says)}</p>
      <ul className="grid gap-4">
        {videos.map((one, at) => (
          <li key={at} className="grid items-start gap-3 md:grid-cols-[8rem_9rem_minmax(0,1fr)_auto]">
            <TextInput label={t(words.point)} value={one.point} error={errorAt(`settings.videos.${at}.point`)} onChange={(event) => changeVideo(at, { point: event.target.value })} maxLength={20} />
            <Select label={t(words.kind)} value={one.kind} onChange={(event) => changeVideo(at, { kind: event.target.value === 'film' ? 'film' : 'page' })} options={[{ value: 'page', label: t(words.page) }, { value: 'film', label: t(words.film) }]} />
            <div className="grid gap-3">
              <TextInput type="url" label={t(words.address)} placeholder="https://" value={one.address} error={errorAt(`settings.videos.${at}.address`)} onChange={(event) => changeVideo(at, { address: event.target.value })} maxLength={400} />
              {one.kind === 'film' ? <DateTimeInput label={t(words.began)} zone={zone} value={one.began ?? null} error={errorAt(`settings.videos.${at}.began`)} onChange={(began) => changeVideo(at, { began: began ?? undefined })} /> : null}
            </div>
            <IconButton className="md:mt-7" label={t(words.remove_video, { n: at + 1 })} onClick={() => change({ videos: videos.filter((_, n) => n !== at) })}><Trash2 className="size-5" aria-hidden /></IconButton>
          </li>
        ))}
      </ul>
      <Button look="quiet" className="-ml-5 mt-1" icon={<Plus className="size-5" aria-hidden />} onClick={() => change({ videos: [...videos, { point: '终点', kind: 'page', address: '' }] })}>{t(words.add_video)}</Button>
      <div className="mt-4">
        <Checkbox checked={report_rules !== undefined} onChange={(event) => change({ report_rules: event.target.checked ? { events: [], rules: { rule: { key: '性别枪排名', value: '3', tips: '' } } } : undefined })}>{t(words.rule)}</Checkbox>
      </div>
      {rule ? (
        <div className="mt-2 grid gap-4">
          <div className="grid gap-4 md:grid-cols-2">
            <TextInput label={t(words.rule_key)} hint={t(words.rule_key_says)} value={rule.key} error={errorAt('settings.report_rules.rules.rule.key')} onChange={(event) => changeRule({ key: event.target.value })} maxLength={40} />
            <TextInput label={t(words.rule_value)} value={rule.value} error={errorAt('settings.report_rules.rules.rule.value')} onChange={(event) => changeRule({ value: event.target.value })} maxLength={40} />
          </div>
          <TextArea label={t(words.rule_tips)} rows={3} value={rule.tips} error={errorAt('settings.report_rules.rules.rule.tips')} onChange={(event) => changeRule({ tips: event.target.value })} />
          <TextInput optional label={t(words.rule_qr)} placeholder="https://" value={report_rules?.qr ?? ''} error={errorAt('settings.report_rules.qr')} onChange={(event) => change({ report_rules: { ...report_rules!, qr: event.target.value || undefined } })} maxLength={300} />
        </div>
      ) : null}
    </Card>
  )
}
