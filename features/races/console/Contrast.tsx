import { contrast, themeFrom } from '#ui/look/theme.ts'
import { useWords } from '#ui/language/lang.tsx'
import { raceWords as words } from './race.words.ts'

/** The least contrast between a text and its background (WCAG 2.2 AA). */
const ENOUGH = 4.5

const Swatch = ({ colour }: { colour: string }) => (
  <span
    aria-hidden
    className="mx-1 inline-block size-3.5 rounded-[4px] border border-line align-[-2px]"
    style={{ background: colour }}
  />
)

/**
 * Shows the contrast of a theme colour on white. If the contrast is too low, it also shows the darker shade that
 * text gets.
 */
export const Contrast = ({ colour }: { colour: string }) => {
  const t = useWords()
  const own = contrast(colour, '#ffffff')
  const { strong } = themeFrom(colour).light
  const ratio = (n: number) => n.toFixed(1)
  if (own >= ENOUGH) return <>{t(words.contrast_enough, { ratio: ratio(own) })}</>
  return (
    <span role="status">
      {t(words.contrast_low, { ratio: ratio(own) })}
      <span className="whitespace-nowrap">
        <Swatch colour={strong} />
        {t(words.contrast_shade, { colour: strong, ratio: ratio(contrast(strong, '#ffffff')) })}
      </span>
      {t(words.contrast_kept)}
    </span>
  )
}
