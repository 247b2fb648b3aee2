import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { ColourInput } from '#ui/form/ColourInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { DrawDesign } from '../contract.ts'
import { Wheel } from '../web/Wheel.tsx'
import { standardColours } from '../rules.ts'
import { consoleWords as words } from './draws.words.ts'
import type { EditedGift } from './GiftFields.tsx'

export const noDesign: DrawDesign = { colours: [], background: '', title: '', subtitle: '' }
const MOST = 12

type Props = {
  design: DrawDesign
  gifts: readonly EditedGift[]
  /** True if the draw is a wheel, whose fields have colours. */
  wheel: boolean
  onChange: (design: DrawDesign) => void
}
/** The texts and colours of the page of a draw. For a wheel, a preview shows each change at once. */
export const DrawDesignFields = ({ design, gifts, wheel, onChange }: Props) => {
  const t = useWords()
  const { colours } = design
  const put = (change: Partial<DrawDesign>) => onChange({ ...design, ...change })
  const shown = gifts.map((gift, at) => ({ ...gift, gift: at + 1, left: gift.pieces }))
  return (
    <fieldset className="grid gap-4 rounded border border-line p-4">
      <legend className="px-1 font-bold">{t(words.look)}</legend>
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput
          label={t(words.title_of)}
          optional
          value={design.title}
          maxLength={40}
          onChange={(event) => put({ title: event.target.value })}
        />
        <TextInput
          label={t(words.subtitle_of)}
          optional
          value={design.subtitle}
          maxLength={80}
          onChange={(event) => put({ subtitle: event.target.value })}
        />
        <ColourInput
          label={t(words.background)}
          optional
          value={design.background}
          onChange={(background) => put({ background })}
        />
      </div>
      {wheel ? (
        <div className="grid items-start gap-4 md:grid-cols-2">
          <div className="grid gap-3">
            {colours.map((colour, at) => (
              <div key={at} className="flex items-end gap-2">
                <ColourInput
                  className="min-w-0 flex-1"
                  label={t(words.colour, { n: at + 1 })}
                  value={colour}
                  onChange={(chosen) => put({ colours: colours.map((one, nth) => (nth === at ? chosen : one)) })}
                />
                <IconButton
                  label={t(words.removeColour, { n: at + 1 })}
                  onClick={() => put({ colours: colours.filter((_, nth) => nth !== at) })}
                >
                  <X className="size-5" aria-hidden />
                </IconButton>
              </div>
            ))}
            {colours.length < MOST ? (
              <Button
                look="plain"
                className="w-fit"
                icon={<Plus className="size-5" aria-hidden />}
                onClick={() =>
                  put({ colours: [...colours, standardColours[colours.length % standardColours.length]!] })
                }
              >
                {t(words.addColour)}
              </Button>
            ) : null}
          </div>
          <div className="rounded p-4" style={design.background ? { background: design.background } : {}}>
            <Wheel
              gifts={shown}
              design={{ ...design, colours: colours.length > 0 ? colours : [...standardColours] }}
              turn={0}
              label={t(words.preview)}
              blank={t(words.blank)}
            />
          </div>
        </div>
      ) : null}
    </fieldset>
  )
}
