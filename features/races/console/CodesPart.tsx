import { Plus, QrCode, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { wechatMiniQrcode } from '#features/codes/contract.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { PictureInput, type UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { type RaceSettings, miniApps, watermaskPlaces } from '../contract.ts'
import { codesWords as words } from './codes.words.ts'

type CodePicture = { path: string; width: number; height: number }
type Props = {
  raceid: number
  settings: RaceSettings
  /** The settings as the server holds them. The codes on this page ignore unsaved settings. */
  saved: RaceSettings
  published: boolean
  change: (patch: Partial<RaceSettings>) => void
  errorAt: (field: string) => string | undefined
  upload: (file: File, options: UploadOptions) => Promise<CodePicture>
}

/** The codes on a race's posters, the mini-program that they open, and the race's watermarks. */
export const CodesPart = ({ raceid, settings, saved, published, change, errorAt, upload }: Props) => {
  const t = useWords()
  const [only, setOnly] = useState(settings.poster_qr_only.join(', '))
  const { watermasks } = settings
  const set = (at: number, patch: Partial<(typeof watermasks)[number]>) =>
    change({ watermasks: watermasks.map((one, n) => (n === at ? { ...one, ...patch } : one)) })
  const typed = (text: string) => {
    setOnly(text)
    change({
      poster_qr_only: [
        ...new Set(
          text
            .split(/[^0-9]+/)
            .map(Number)
            .filter((id) => id > 0 && id < 2 ** 31),
        ),
      ],
    })
  }
  return (
    <Card title={t(words.title)}>
      <p className="mb-3 text-14 text-soft">{t(words.description)}</p>
      <RadioCards
        columns={2}
        label={t(words.poster_qr)}
        value={settings.poster_qr}
        onChange={(value) => change({ poster_qr: value === 'mini' ? 'mini' : 'web' })}
        options={(['web', 'mini'] as const).map((value) => ({ value, label: t(words[value]) }))}
      />
      <div className="mt-4 grid items-start gap-4 md:grid-cols-3">
        <Select
          label={t(words.qr_app)}
          value={settings.qr_app}
          onChange={(event) => change({ qr_app: miniApps.find((one) => one === event.target.value) ?? 'helper' })}
          options={miniApps.map((value) => ({ value, label: value === 'helper' ? t(words.helper) : value }))}
        />
        <TextInput
          label={t(words.qr_page)}
          hint={t(words.qr_page_text)}
          value={settings.qr_page}
          error={errorAt('settings.qr_page')}
          maxLength={128}
          onChange={(event) => change({ qr_page: event.target.value.trim().replace(/^\/+/, '') })}
        />
        {settings.poster_qr === 'mini' ? (
          <TextInput
            optional
            label={t(words.only)}
            hint={t(words.only_text)}
            inputMode="numeric"
            value={only}
            error={errorAt('settings.poster_qr_only')}
            onChange={(event) => typed(event.target.value)}
          />
        ) : null}
      </div>
      {settings.poster_qr === 'mini' ? (
        <Checkbox checked={settings.round_qr} onChange={(event) => change({ round_qr: event.target.checked })}>
          {t(words.round_qr)}
        </Checkbox>
      ) : null}
      <Trial
        raceid={raceid}
        round={settings.round_qr}
        reason={
          !published
            ? t(words.publish_first)
            : saved.qr_app !== settings.qr_app || saved.qr_page !== settings.qr_page
              ? t(words.save_first)
              : undefined
        }
      />
      <h3 className="mb-1 mt-6 font-medium">{t(words.watermasks)}</h3>
      <p className="mb-3 text-14 text-soft">{t(words.watermasks_text)}</p>
      <ul className="grid gap-4">
        {watermasks.map((one, at) => (
          <WatermaskRow
            key={at}
            one={one}
            at={at}
            errorAt={errorAt}
            onChange={(patch) => set(at, patch)}
            onRemove={() => change({ watermasks: watermasks.filter((_, n) => n !== at) })}
            upload={upload}
          />
        ))}
      </ul>
      <Button
        look="quiet"
        className="-ml-5 mt-1"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() =>
          change({
            watermasks: [...watermasks, { name: '', names: {}, url: '', width: 256, height: 96, at: 'bottom-right' }],
          })
        }
      >
        {t(words.add)}
      </Button>
    </Card>
  )
}

/**
 * Shows one code of the race with its saved settings. An organiser scans this code before the race to test the
 * mini-program.
 */
const Trial = ({ raceid, round, reason }: { raceid: number; round: boolean; reason: string | undefined }) => {
  const t = useWords()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<string>()
  const [refused, setRefused] = useState<Refused>()
  const run = async () => {
    setBusy(true)
    setRefused(undefined)
    setMade(undefined)
    try {
      setMade((await call(wechatMiniQrcode, { raceid, data: { link: `/home?raceid=${raceid}`, v: 'trial' } })).url)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    setBusy(false)
  }
  return (
    <div className="mt-2 grid justify-items-start gap-3">
      <Button
        look="plain"
        icon={<QrCode className="size-5" aria-hidden />}
        busy={busy}
        disabledReason={reason}
        onClick={() => void run()}
      >
        {t(words.try)}
      </Button>
      {refused ? (
        <p role="alert" className="text-14 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      {made ? (
        <figure className="grid gap-1 text-14 text-soft">
          <img
            src={made}
            alt={t(words.mini)}
            width={144}
            height={144}
            className={round ? 'rounded-full bg-white' : 'rounded bg-white'}
          />
          <figcaption>{t(words.tried)}</figcaption>
        </figure>
      ) : null}
    </div>
  )
}

type Watermask = RaceSettings['watermasks'][number]
type RowProps = Pick<Props, 'errorAt' | 'upload'> & {
  one: Watermask
  at: number
  onChange: (patch: Partial<Watermask>) => void
  onRemove: () => void
}
const WatermaskRow = ({ one, at, errorAt, onChange, onRemove, upload }: RowProps) => {
  const t = useWords()
  /**
   * Uploads a picture as the watermark. The watermark gets the picture's size, but at most a fifth of a poster's width.
   */
  const take = async (file: File, options: UploadOptions) => {
    const kept = await upload(file, options)
    const width = Math.max(8, Math.min(kept.width, 256))
    onChange({
      url: kept.path,
      width,
      height: Math.max(8, Math.round((kept.height * width) / kept.width)),
      name: one.name || file.name.replace(/\.[^.]+$/, '').slice(0, 40),
    })
    return kept
  }
  return (
    <li className="grid items-start gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8rem_6rem_6rem_auto]">
      <div className="md:row-span-2">
        <PictureInput
          ratio="3 / 1"
          label={t(words.picture)}
          value={one.url || undefined}
          error={errorAt(`settings.watermasks.${at}.url`)}
          onChange={(url) => url === undefined && onChange({ url: '' })}
          upload={take}
        />
      </div>
      <TextInput
        label={t(words.name)}
        value={one.name}
        error={errorAt(`settings.watermasks.${at}.name`)}
        maxLength={40}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Select
        label={t(words.at)}
        value={one.at}
        onChange={(event) =>
          onChange({ at: watermaskPlaces.find((place) => place === event.target.value) ?? 'bottom-right' })
        }
        options={watermaskPlaces.map((value) => ({ value, label: t(words[value]) }))}
      />
      <NumberInput
        label={t(words.width)}
        value={one.width}
        error={errorAt(`settings.watermasks.${at}.width`)}
        onChange={(width) => onChange({ width })}
      />
      <NumberInput
        label={t(words.height)}
        value={one.height}
        error={errorAt(`settings.watermasks.${at}.height`)}
        onChange={(height) => onChange({ height })}
      />
      <IconButton className="md:mt-7" label={t(words.remove, { n: at + 1 })} onClick={onRemove}>
        <Trash2 className="size-5" aria-hidden />
      </IconButton>
      <TextInput
        optional
        label={t(words.name_tw)}
        value={one.names['zh-tw'] ?? ''}
        maxLength={40}
        onChange={(event) => onChange({ names: { ...one.names, 'zh-tw': event.target.value } })}
      />
      <TextInput
        className="md:col-span-3"
        optional
        label={t(words.name_en)}
        value={one.names.en ?? ''}
        maxLength={40}
        onChange={(event) => onChange({ names: { ...one.names, en: event.target.value } })}
      />
    </li>
  )
}
