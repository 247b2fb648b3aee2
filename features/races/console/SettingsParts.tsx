import type { Text } from '#contract/words.ts'
import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { filledTexts } from '#contract/words.ts'
import { type RaceSettings, paypalCurrencies } from '../contract.ts'
import { DeferralRace } from './settings/DeferralRace.tsx'
import { raceWords } from './race.words.ts'
import { settingsWords } from './settings/settings.words.ts'

type Props = {
  settings: RaceSettings
  change: (patch: Partial<RaceSettings>) => void
  errorAt: (field: string) => string | undefined
  zone: string
}

/** The dates until which runners may change something, and the rules for payments, teams and delays. */
export const LimitsPart = ({ settings, change, errorAt, zone }: Props) => {
  const t = useWords()
  const { delay } = settings
  const number = (field: 'pay_minutes' | 'friends_most' | 'unpaid_most' | 'team_least' | 'team_most') => (
    <NumberInput
      label={t(raceWords[field])}
      value={settings[field]}
      error={errorAt(`settings.${field}`)}
      onChange={(value) => change({ [field]: value })}
    />
  )
  return (
    <>
      <Card title={t(raceWords.windows)}>
        <div className="grid gap-4 md:grid-cols-3">
          {(['edit_until', 'move_until', 'refund_until', 'team_until'] as const).map((field) => (
            <DateTimeInput
              key={field}
              optional
              label={t(raceWords[field])}
              {...(field === 'refund_until' ? { hint: t(raceWords.refund_until_text) } : {})}
              zone={zone}
              value={settings[field] ?? null}
              error={errorAt(`settings.${field}`)}
              onChange={(at) => change({ [field]: at ?? undefined })}
            />
          ))}
        </div>
      </Card>
      <Card title={t(raceWords.rules)}>
        <div className="grid gap-4 md:grid-cols-3">
          {number('pay_minutes')}
          {number('friends_most')}
          {number('unpaid_most')}
        </div>
        <div className="mt-3">
          <Checkbox checked={settings.wait_exit} onChange={(event) => change({ wait_exit: event.target.checked })}>
            {t(raceWords.wait_exit)}
          </Checkbox>
          <p className="text-14 text-soft">{t(raceWords.wait_exit_text)}</p>
        </div>
        <MoneyInput
          className="mt-3 md:w-1/2"
          optional
          label={t(raceWords.approval_above)}
          hint={t(raceWords.approval_above_text)}
          value={settings.approval_above ?? null}
          error={errorAt('settings.approval_above')}
          onChange={(fen) => change({ approval_above: fen ?? undefined })}
        />
        <div className="mt-3">
          <Checkbox checked={settings.teams} onChange={(event) => change({ teams: event.target.checked })}>
            {t(raceWords.teams)}
          </Checkbox>
        </div>
        {settings.teams ? (
          <div className="mt-2 grid gap-4 md:grid-cols-3">
            {number('team_least')}
            {number('team_most')}
          </div>
        ) : null}
        <div className="mt-3">
          <Checkbox
            checked={delay !== undefined}
            onChange={(event) =>
              change({ delay: event.target.checked ? { until: '', tag: {}, description: {} } : undefined })
            }
          >
            {t(raceWords.delay)}
          </Checkbox>
        </div>
        {delay ? (
          <div className="mt-2 grid gap-4">
            <DateTimeInput
              className="md:w-1/3"
              label={t(raceWords.delay_until)}
              zone={zone}
              value={delay.until || null}
              error={errorAt('settings.delay.until')}
              onChange={(until) => change({ delay: { ...delay, until: until ?? '' } })}
            />
            <WordsInput
              label={t(raceWords.delay_tag)}
              max={40}
              value={delay.tag}
              error={errorAt('settings.delay.tag')}
              onChange={(tag) => change({ delay: { ...delay, tag: filledTexts(tag) } })}
            />
            <WordsInput
              long
              label={t(raceWords.delay_description)}
              max={400}
              value={delay.description}
              error={errorAt('settings.delay.description')}
              onChange={(description) => change({ delay: { ...delay, description: filledTexts(description) } })}
            />
            <DeferralRace
              delay={delay}
              error={errorAt('settings.delay.to')}
              onChange={(next) => change({ delay: next })}
            />
          </div>
        ) : null}
        <div className="mt-3">
          <Checkbox
            checked={settings.paypal !== undefined}
            onChange={(event) => change({ paypal: event.target.checked ? { currency: 'USD', rate: 7 } : undefined })}
          >
            {t(raceWords.paypal)}
          </Checkbox>
        </div>
        {settings.paypal ? <PaypalRate paypal={settings.paypal} change={change} errorAt={errorAt} /> : null}
        <TextInput
          className="mt-4"
          optional
          type="url"
          label={t(raceWords.orders_url)}
          placeholder="https://"
          value={settings.orders_url ?? ''}
          error={errorAt('settings.orders_url')}
          onChange={(event) => change({ orders_url: event.target.value || undefined })}
        />
      </Card>
    </>
  )
}

/** The currency in which PayPal takes money, and the number of yuan for one unit of this currency. */
const PaypalRate = ({
  paypal,
  change,
  errorAt,
}: Pick<Props, 'change' | 'errorAt'> & { paypal: NonNullable<RaceSettings['paypal']> }) => {
  const t = useWords()
  return (
    <div className="mt-2 grid gap-4 md:grid-cols-3">
      <Select
        label={t(raceWords.paypal_currency)}
        value={paypal.currency}
        onChange={(event) =>
          change({
            paypal: { ...paypal, currency: paypalCurrencies.find((one) => one === event.target.value) ?? 'USD' },
          })
        }
        options={paypalCurrencies.map((one) => ({ value: one, label: one }))}
      />
      <NumberInput
        label={t(raceWords.paypal_rate, { currency: paypal.currency })}
        hint={t(raceWords.paypal_text)}
        decimals={4}
        value={paypal.rate}
        error={errorAt('settings.paypal.rate')}
        onChange={(rate) => change({ paypal: { ...paypal, rate } })}
      />
    </div>
  )
}

const names = ['terms', 'sensitive', 'guardian', 'disclaimer', 'publication', 'photos', 'face', 'marketing'] as const
/**
 * The standard wordings of consents. A race without a wording of its own asks for no disclaimer and no face check. For
 * any other consent it uses the standard wording.
 */
export type PresentTexts = Readonly<Partial<Record<string, { title: Text; body: Text }>>>

/** The race's own wordings of its consents, each with its version. */
export const ConsentsPart = ({
  settings: { consents },
  change,
  errorAt,
  standing,
}: Props & { standing: PresentTexts }) => {
  const t = useWords()
  return (
    <Card title={t(raceWords.consents)}>
      <p className="mb-2 text-14 text-soft">{t(raceWords.consents_text)}</p>
      {names.map((name) => {
        const own = consents[name]
        const set = (next: typeof own) => {
          const { [name]: _, ...others } = consents
          change({ consents: next ? { ...others, [name]: next } : others })
        }
        return (
          <div key={name} className="border-t border-line py-3 first-of-type:border-0">
            <p className="font-medium">{t(raceWords[`consent_${name}`])}</p>
            {own ? null : <InForce name={name} standing={standing} />}
            <Checkbox
              checked={own !== undefined}
              onChange={(event) =>
                set(
                  event.target.checked
                    ? { version: '1', title: standing[name]?.title ?? {}, body: standing[name]?.body ?? {} }
                    : undefined,
                )
              }
            >
              {t(raceWords.consent_own)}
            </Checkbox>
            {own ? (
              <div className="grid gap-3">
                <TextInput
                  className="md:w-1/3"
                  label={t(raceWords.version)}
                  value={own.version}
                  maxLength={40}
                  error={errorAt(`settings.consents.${name}.version`)}
                  onChange={(event) => set({ ...own, version: event.target.value })}
                />
                <WordsInput
                  label={t(raceWords.heading)}
                  error={errorAt(`settings.consents.${name}.title`)}
                  value={own.title}
                  onChange={(title) => set({ ...own, title: filledTexts(title) })}
                />
                <WordsInput
                  long
                  max={20_000}
                  label={t(raceWords.body)}
                  error={errorAt(`settings.consents.${name}.body`)}
                  value={own.body}
                  onChange={(body) => set({ ...own, body: filledTexts(body) })}
                />
              </div>
            ) : null}
          </div>
        )
      })}
    </Card>
  )
}

/**
 * Shows the standard wording, which counts as long as the race has no wording of its own. For the disclaimer and the
 * face check, it shows that the race does not ask.
 */
const InForce = ({ name, standing }: { name: string; standing: PresentTexts }) => {
  const t = useWords()
  const wording = name === 'disclaimer' || name === 'face' ? undefined : standing[name]
  if (!wording)
    return (
      <p className="text-14 text-soft">{t(name === 'face' ? settingsWords.face_not_asked : settingsWords.not_asked)}</p>
    )
  return (
    <details className="text-14">
      <summary className="min-h-9 cursor-pointer py-1.5 text-soft">{t(settingsWords.in_force)}</summary>
      <p className="font-medium">{t(wording.title)}</p>
      <p className="whitespace-pre-line text-soft">{t(wording.body)}</p>
    </details>
  )
}

/** Edits the windows of time in which calls wait a random time. */
export const DelaysPart = ({ settings: { delays }, change, errorAt, zone }: Props) => {
  const t = useWords()
  const set = (at: number, patch: Partial<(typeof delays)[number]>) =>
    change({ delays: delays.map((one, n) => (n === at ? { ...one, ...patch } : one)) })
  return (
    <Card title={t(raceWords.delays)}>
      <p className="mb-3 text-14 text-soft">{t(raceWords.delays_text)}</p>
      <ul className="grid gap-3">
        {delays.map((one, at) => (
          <li key={at} className="grid items-end gap-3 md:grid-cols-[1fr_1fr_1fr_auto]">
            <DateTimeInput
              label={t(raceWords.from)}
              zone={zone}
              value={one.from || null}
              error={errorAt(`settings.delays.${at}.from`)}
              onChange={(from) => set(at, { from: from ?? '' })}
            />
            <DateTimeInput
              label={t(raceWords.until)}
              zone={zone}
              value={one.until || null}
              error={errorAt(`settings.delays.${at}.until`)}
              onChange={(until) => set(at, { until: until ?? '' })}
            />
            <NumberInput
              label={t(raceWords.most_ms)}
              value={one.most_ms}
              error={errorAt(`settings.delays.${at}.most_ms`)}
              onChange={(most_ms) => set(at, { most_ms })}
            />
            <IconButton
              label={t(raceWords.remove, { name: `${t(raceWords.delays)} ${at + 1}` })}
              onClick={() => change({ delays: delays.filter((_, n) => n !== at) })}
            >
              <Trash2 className="size-5" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        className="-ml-5 mt-1"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() => change({ delays: [...delays, { from: '', until: '', most_ms: 3000 }] })}
      >
        {t(raceWords.add)}
      </Button>
    </Card>
  )
}
