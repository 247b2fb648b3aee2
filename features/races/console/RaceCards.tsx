import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { consoleCoursesGuidebook } from '#features/courses/contract.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { PictureInput, type UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { contrast } from '#ui/look/theme.ts'
import { filledTexts } from '#contract/words.ts'
import type { RaceEdited, RaceSettings } from '../contract.ts'
import { contactPictureFields } from '../contact.contract.ts'
import { Contrast } from './Contrast.tsx'
import { settingsWords } from './settings/settings.words.ts'
import { useCropping } from './settings/useCropping.tsx'
import { raceWords } from './race.words.ts'

type Props = {
  draft: RaceEdited
  change: (patch: Partial<RaceEdited>) => void
  errorAt: (field: string) => string | undefined
}
const parts = ['province', 'city', 'area', 'address'] as const

/** The fields for a race's name, kind, time and place. */
export const RaceBasicsCard = ({ draft, change, errorAt }: Props) => {
  const t = useWords()
  const namesOf = (field: (typeof parts)[number]) =>
    (typeof draft.names[field] === 'object' ? draft.names[field] : {}) as Record<string, string>
  const [names, plain] = [
    draft.names,
    (lang: 'en' | 'zh-tw') => (typeof draft.names[lang] === 'string' ? draft.names[lang] : ''),
  ]
  return (
    <Card title={t(raceWords.basics)}>
      <div className="grid gap-4">
        <WordsInput
          label={t(raceWords.name)}
          max={80}
          error={errorAt('name')}
          value={{ 'zh-cn': draft.name, 'zh-tw': plain('zh-tw'), en: plain('en') }}
          onChange={({ 'zh-cn': name, ...others }) =>
            change({ name: name ?? '', names: filledTexts({ ...names, ...others }) })
          }
        />
        <div className="grid gap-4 md:grid-cols-2">
          <Select
            label={t(raceWords.kind)}
            value={draft.kind}
            options={(['road', 'trail'] as const).map((kind) => ({ value: kind, label: t(raceWords[kind]) }))}
            onChange={(event) => change({ kind: event.target.value === 'trail' ? 'trail' : 'road' })}
          />
          <DateTimeInput
            label={t(raceWords.time)}
            zone={draft.zone}
            value={draft.time}
            error={errorAt('time')}
            onChange={(time) => change({ time: time ?? '' })}
          />
        </div>
        {parts.map((field) => (
          <WordsInput
            key={field}
            label={t(raceWords[field])}
            max={200}
            error={errorAt(field)}
            value={{ 'zh-cn': draft[field], ...namesOf(field) }}
            onChange={({ 'zh-cn': said, ...others }) =>
              change({ [field]: said ?? '', names: { ...names, [field]: filledTexts(others) } })
            }
          />
        ))}
        <Checkbox checked={draft.published} onChange={(event) => change({ published: event.target.checked })}>
          {t(raceWords.published)}
        </Checkbox>
      </div>
    </Card>
  )
}

/** The race's colours, each with the contrast that it reaches. */
export const ColoursCard = ({ draft, change }: Omit<Props, 'errorAt'>) => {
  const t = useWords()
  const { primary } = draft.skins
  const colourOf = (part: 'color' | 'menu') => draft.skins[part] ?? primary
  return (
    <Card title={t(settingsWords.colours)}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          label={t(raceWords.colour)}
          type="color"
          inputClassName="!p-1.5"
          hint={<Contrast colour={primary} />}
          value={primary}
          onChange={(event) => change({ skins: { ...draft.skins, primary: event.target.value } })}
        />
        {(['color', 'menu'] as const).map((part) => {
          const reached =
            part === 'color' ? contrast(colourOf('color'), primary) : contrast(colourOf('menu'), '#ffffff')
          return (
            <TextInput
              key={part}
              label={t(raceWords[`colour_${part}`])}
              hint={t(reached >= 4.5 ? settingsWords.contrast_good : settingsWords.contrast_poor, {
                ratio: reached.toFixed(1),
              })}
              type="color"
              inputClassName="!p-1.5"
              value={colourOf(part)}
              onChange={(event) => change({ skins: { ...draft.skins, [part]: event.target.value } })}
            />
          )
        })}
      </div>
    </Card>
  )
}

/** The ratio of width to height in which the runner app shows each picture. */
const ratios = { header: 16 / 9, cover: 16 / 9, footer: 3 } as const

type PicturesProps = Props & {
  changeSettings: (patch: Partial<RaceSettings>) => void
  upload: (file: File, options: UploadOptions) => Promise<{ path: string }>
}
export const PicturesCard = ({ draft, change, changeSettings, errorAt, upload }: PicturesProps) => {
  const t = useWords()
  const { settings } = draft
  const cropping = useCropping()
  return (
    <Card title={t(raceWords.pictures)}>
      {cropping.dialog}
      <div className="grid gap-4 md:grid-cols-3">
        {contactPictureFields.map((field) => (
          <div key={field} className="grid content-start gap-3">
            <PictureInput
              optional
              label={t(raceWords[field])}
              hint={t(settingsWords[`${field}_size`])}
              value={draft[field] ?? undefined}
              onChange={(picture) => change({ [field]: picture ?? null })}
              prepare={(file) => cropping.ask(file, ratios[field])}
              upload={upload}
            />
            {draft[field] ? (
              <WordsInput
                stacked
                label={t(settingsWords.picture_text)}
                value={settings.picture_texts[field] ?? {}}
                onChange={(said) =>
                  changeSettings({ picture_texts: { ...settings.picture_texts, [field]: filledTexts(said) } })
                }
              />
            ) : null}
          </div>
        ))}
      </div>
      <h3 className="mb-3 mt-6 font-medium">{t(raceWords.slides)}</h3>
      <ul className="grid gap-4">
        {settings.pictures.map((one, at) => {
          const name = t(raceWords.slide_n, { n: at + 1 })
          return (
            <li key={at} className="grid items-start gap-3 md:grid-cols-[1fr_2fr_auto]">
              <PictureInput
                label={name}
                value={one.path || undefined}
                onChange={(picture) =>
                  changeSettings({
                    pictures: settings.pictures.map((other, n) =>
                      n === at ? { ...other, path: picture ?? '' } : other,
                    ),
                  })
                }
                upload={upload}
                {...(errorAt(`settings.pictures.${at}.path`) ? { error: errorAt(`settings.pictures.${at}.path`) } : {})}
              />
              <WordsInput
                label={t(raceWords.slide_text)}
                value={one.says}
                onChange={(says) =>
                  changeSettings({
                    pictures: settings.pictures.map((other, n) =>
                      n === at ? { ...other, says: filledTexts(says) } : other,
                    ),
                  })
                }
              />
              <IconButton
                className="md:mt-7"
                label={t(raceWords.remove, { name })}
                onClick={() => changeSettings({ pictures: settings.pictures.filter((_, n) => n !== at) })}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <Button
        look="quiet"
        className="-ml-5 mt-1"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() => changeSettings({ pictures: [...settings.pictures, { path: '', says: {} }] })}
      >
        {t(raceWords.add)}
      </Button>
    </Card>
  )
}

export const GuidebookCard = ({ draft, change }: Omit<Props, 'errorAt'>) => {
  const t = useWords()
  const guide = useCall(consoleCoursesGuidebook)
  const [guideRefused, setGuideRefused] = useState<Refused>()
  const takeGuide = async (file: File) => {
    setGuideRefused(undefined)
    try {
      const { path: page } = await guide.mutateAsync({ raceid: draft.id, files: { file } })
      const entry = { key: 'guidebook' as const, page, names: {}, hidden: false }
      change({
        menu: draft.menu.some(({ key }) => key === 'guidebook')
          ? draft.menu.map((one) => (one.key === 'guidebook' ? { ...entry, names: one.names } : one))
          : [...draft.menu, entry],
      })
      toastSuccess(t(raceWords.guidebook_up))
    } catch (thrown) {
      setGuideRefused(refusedFrom(thrown))
    }
  }
  const guidebook = draft.menu.find(({ key, page }) => key === 'guidebook' && page?.startsWith('/guidebooks/'))?.page
  return (
    <Card title={t(raceWords.guidebook)}>
      <FileInput
        bare
        label={t(raceWords.guidebook)}
        hint={t(raceWords.guidebook_text)}
        error={guideRefused?.msg}
        accept="application/pdf,.pdf"
        busy={guide.isPending}
        onFile={(file) => void takeGuide(file)}
      />
      {guidebook ? (
        <p className="mt-2">
          <a
            className="inline-flex min-h-11 items-center text-strong underline"
            href={guidebook}
            target="_blank"
            rel="noreferrer"
          >
            {t(raceWords.guidebook_see)}
          </a>
        </p>
      ) : null}
    </Card>
  )
}
