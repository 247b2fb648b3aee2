import { Button } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { words } from '../words.ts'
import { ExportButton } from './ExportButton.tsx'

/** The largest number of ticked rows that can be exported as a file. */
const MOST = 1000
type Props = { raceid: number; table: string; chosen: ReadonlySet<number>; clear: () => void }

/** The bar for the ticked rows of a list: it exports them as a file. It stays visible while the list scrolls. */
export const ChosenExport = ({ raceid, table, chosen, clear }: Props) => {
  const t = useWords()
  if (chosen.size === 0) return null
  return (
    <div
      role="region"
      aria-label={t(words.export_chosen)}
      className={
        'sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3 ' +
        'shadow-card md:bottom-4 md:mx-0 md:rounded md:border'
      }
    >
      <span className="font-medium" role="status">
        {t(words.chosen, { n: countText(chosen.size) })}
      </span>
      <Button look="quiet" onClick={clear}>
        {t(words.clear_chosen)}
      </Button>
      <span className="md:ml-auto">
        {chosen.size > MOST ? (
          <span className="text-14 text-soft">{t(words.too_many_chosen, { n: countText(MOST) })}</span>
        ) : (
          <ExportButton raceid={raceid} table={table} filter={{ ids: [...chosen] }} label={t(words.export_chosen)} />
        )}
      </span>
    </div>
  )
}
