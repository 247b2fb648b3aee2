import { Checkbox } from '#ui/form/Checkbox.tsx'
import { PictureInput, type UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type PosterDesign, type PosterTextName, posterTexts } from '../design.contract.ts'
import { type Element, elementsOf, freshDesign, freshText } from './elements.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { elementName } from './PosterBoard.tsx'
import { words } from './poster.words.ts'

type Props = {
  design: PosterDesign
  preview: string | null
  /** The element whose position a person edits. */
  element: Element
  errors: Readonly<Record<string, string>>
  onChange: (design: PosterDesign) => void
  onPreview: (preview: string | null) => void
  onChoose: (element: Element) => void
  keep: (file: File, options: UploadOptions) => Promise<{ path: string }>
}

export const DesignFields = ({ design, preview, element, errors, onChange, onPreview, onChoose, keep }: Props) => {
  const t = useWords()
  const setText = (one: PosterTextName, on: boolean) => {
    onChange({ ...design, text: { ...design.text, [one]: on ? freshText(design) : undefined } })
    onChoose(on ? one : 'photo')
  }
  const setCode = (on: boolean) => onChange({ ...design, qrcode: on ? freshDesign(design.watermask).qrcode : null })
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <PictureInput
          optional
          label={t(words.cover)}
          hint={t(words.cover_hint)}
          value={design.cover ?? undefined}
          onChange={(path) => onChange({ ...design, cover: path ?? null })}
          upload={keep}
          ratio="1 / 1"
        />
        <PictureInput
          optional
          label={t(words.preview)}
          hint={t(words.preview_hint)}
          value={preview ?? undefined}
          onChange={(path) => onPreview(path ?? null)}
          upload={keep}
          ratio="1 / 1"
        />
      </div>
      <fieldset>
        <legend className="mb-1 font-medium">{t(words.texts)}</legend>
        <div className="grid grid-cols-2 md:grid-cols-4">
          {posterTexts.map((one) => (
            <Checkbox
              key={one}
              checked={design.text[one] !== undefined}
              onChange={(event) => setText(one, event.target.checked)}
            >
              {t(words[`text_${one}`])}
            </Checkbox>
          ))}
        </div>
        <div className="mt-2 grid border-t border-line pt-2 md:grid-cols-2">
          <Checkbox checked={design.qrcode !== null} onChange={(event) => setCode(event.target.checked)}>
            {t(words.code)}
          </Checkbox>
          <Checkbox checked={design.nopic} onChange={(event) => onChange({ ...design, nopic: event.target.checked })}>
            {t(words.nopic)}
          </Checkbox>
        </div>
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-1 font-medium">{t(words.place)}</legend>
        <p className="text-14 text-soft">{t(words.place_hint)}</p>
        <Select
          className="md:w-60"
          label={t(words.element)}
          value={element}
          onChange={(event) => onChoose(event.target.value as Element)}
          options={elementsOf(design).map((value) => ({ value, label: t(elementName(value)) }))}
        />
        <PlaceFields key={element} design={design} element={element} onChange={onChange} errors={errors} />
      </fieldset>
    </>
  )
}
