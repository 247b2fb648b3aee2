import { Plus, Trash2 } from 'lucide-react'
import { raceEvents } from '#features/events/contract.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { PictureInput, type UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import type { RaceSettings } from '../contract.ts'
import type { ReportRules } from '../reports.contract.ts'
import { resultsWords as words } from './results.words.ts'

type Rule = NonNullable<ReportRules['rules']>['rule']
type Props = {
  raceid: number
  settings: RaceSettings
  change: (patch: Partial<RaceSettings>) => void
  errorAt: (field: string) => string | undefined
  zone: string
  upload: (file: File, options: UploadOptions) => Promise<{ path: string }>
}
const usual: Rule = { key: '性别枪排名', value: '3', tips: '' }

const RuleFields = ({
  rule,
  at,
  errorAt,
  onChange,
}: {
  rule: Rule
  at: string
  errorAt: Props['errorAt']
  onChange: (rule: Rule) => void
}) => {
  const t = useWords()
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          label={t(words.rule_key)}
          hint={t(words.rule_key_text)}
          value={rule.key}
          error={errorAt(`${at}.key`)}
          onChange={(event) => onChange({ ...rule, key: event.target.value })}
          maxLength={40}
        />
        <TextInput
          label={t(words.rule_value)}
          hint={t(words.rule_value_text)}
          value={rule.value}
          error={errorAt(`${at}.value`)}
          onChange={(event) => onChange({ ...rule, value: event.target.value })}
          maxLength={40}
        />
      </div>
      <TextArea
        label={t(words.rule_tips)}
        rows={3}
        maxLength={500}
        value={rule.tips}
        error={errorAt(`${at}.tips`)}
        onChange={(event) => onChange({ ...rule, tips: event.target.value })}
      />
    </>
  )
}

/** Edits the rules for results that show words and a code instead of a certificate. */
export const ReportRulesPart = ({
  raceid,
  settings: { report_rules: rules },
  change,
  errorAt,
  zone,
  upload,
}: Props) => {
  const t = useWords()
  const events = useAsk(raceEvents, { raceid }, { quiet: true, enabled: rules !== undefined })
  const set = (patch: Partial<ReportRules>) => change({ report_rules: { events: [], ...rules, ...patch } })
  const [from, until] = rules?.window ?? ['', '']
  const changeWindow = (next: [string, string]) => set({ window: next[0] === '' && next[1] === '' ? undefined : next })
  const names = (events.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const free = names.find(({ value }) => !rules?.events.some(({ eventid }) => String(eventid) === value))
  const picture = rules?.qr?.startsWith('/files/') ?? false
  return (
    <div className="mt-4">
      <Checkbox
        checked={rules !== undefined}
        onChange={(event) =>
          change({ report_rules: event.target.checked ? { events: [], rules: { rule: usual } } : undefined })
        }
      >
        {t(words.rule)}
      </Checkbox>
      {rules ? (
        <div className="mt-2 grid gap-4 border-l-4 border-line pl-4">
          <div className="grid gap-4 md:grid-cols-2">
            <DateTimeInput
              optional
              label={t(words.rule_from)}
              zone={zone}
              value={from || null}
              error={errorAt('settings.report_rules.window') ?? errorAt('settings.report_rules.window.0')}
              onChange={(at) => changeWindow([at ?? '', until])}
            />
            <DateTimeInput
              optional
              label={t(words.rule_until)}
              hint={t(words.rule_window_text)}
              zone={zone}
              value={until || null}
              error={errorAt('settings.report_rules.window.1')}
              onChange={(at) => changeWindow([from, at ?? ''])}
            />
          </div>
          <Checkbox
            checked={rules.rules !== undefined}
            onChange={(event) => set({ rules: event.target.checked ? { rule: usual } : undefined })}
          >
            {t(words.rule_all)}
          </Checkbox>
          {rules.rules ? (
            <RuleFields
              rule={rules.rules.rule}
              at="settings.report_rules.rules.rule"
              errorAt={errorAt}
              onChange={(rule) => set({ rules: { rule } })}
            />
          ) : null}
          <div>
            <h4 className="font-medium">{t(words.rule_events)}</h4>
            <p className="mb-2 text-14 text-soft">{t(words.rule_events_text)}</p>
            <ul className="grid gap-6">
              {rules.events.map((one, at) => {
                const label = names.find(({ value }) => value === String(one.eventid))?.label ?? String(one.eventid)
                const put = (patch: Partial<typeof one>) =>
                  set({ events: rules.events.map((other, n) => (n === at ? { ...other, ...patch } : other)) })
                return (
                  <li key={at} className="grid gap-3">
                    <div className="flex items-end gap-3">
                      <Select
                        className="min-w-0 flex-1"
                        label={t(words.rule_event)}
                        value={String(one.eventid)}
                        onChange={(event) => put({ eventid: Number(event.target.value) })}
                        options={
                          names.some(({ value }) => value === String(one.eventid))
                            ? names
                            : [...names, { value: String(one.eventid), label }]
                        }
                      />
                      <IconButton
                        label={t(words.rule_drop, { event: label })}
                        onClick={() => set({ events: rules.events.filter((_, n) => n !== at) })}
                      >
                        <Trash2 className="size-5" aria-hidden />
                      </IconButton>
                    </div>
                    <RuleFields
                      rule={one.rules}
                      at={`settings.report_rules.events.${at}.rules`}
                      errorAt={errorAt}
                      onChange={(next) => put({ rules: next })}
                    />
                  </li>
                )
              })}
            </ul>
            <Button
              look="quiet"
              className="-ml-5 mt-1"
              icon={<Plus className="size-5" aria-hidden />}
              disabledReason={free ? undefined : t(words.rule_events_all)}
              onClick={() => free && set({ events: [...rules.events, { eventid: Number(free.value), rules: usual }] })}
            >
              {t(words.rule_event_add)}
            </Button>
          </div>
          <div className="grid gap-3">
            <Segmented
              label={t(words.rule_code)}
              value={picture ? 'picture' : 'address'}
              onChange={(kind) => set({ qr: kind === 'picture' ? '/files/' : undefined })}
              options={[
                { value: 'address', label: t(words.rule_code_address) },
                { value: 'picture', label: t(words.rule_code_picture) },
              ]}
            />
            {picture ? (
              <PictureInput
                optional
                label={t(words.rule_code_picture)}
                value={rules.qr === '/files/' ? undefined : rules.qr}
                onChange={(path) => set({ qr: path ?? '/files/' })}
                upload={upload}
                {...(errorAt('settings.report_rules.qr') ? { error: errorAt('settings.report_rules.qr') } : {})}
              />
            ) : (
              <TextInput
                optional
                type="url"
                label={t(words.rule_qr)}
                placeholder="https://"
                value={rules.qr ?? ''}
                error={errorAt('settings.report_rules.qr')}
                onChange={(event) => set({ qr: event.target.value || undefined })}
                maxLength={300}
              />
            )}
          </div>
        </div>
      ) : null}
    </div>
  )
}
