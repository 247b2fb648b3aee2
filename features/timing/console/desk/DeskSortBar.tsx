import { type DeskSort, deskSorts } from '#features/results/desk/desk.rules.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { deskWords as words } from './desk.words.ts'
import type { DeskFilters } from './useDesk.ts'

type Props = { filters: DeskFilters; change: (patch: Partial<DeskFilters>) => void }
/** The order of the list on a phone, where the table has no column titles to press. */
export const DeskSortBar = ({ filters, change }: Props) => {
  const t = useWords()
  return (
    <div className="mb-2 md:hidden">
      <Select
        label={t(words.sort)}
        value={filters.sort}
        options={deskSorts.map((sort) => ({ value: sort, label: t(words[`sort_${sort}`]) }))}
        onChange={(event) => change({ sort: event.target.value as DeskSort, down: false })}
      />
      {/* The order by rank cannot be reversed. */}
      {filters.sort === 'place' ? null : (
        <Checkbox checked={filters.down} onChange={(event) => change({ down: event.target.checked })}>
          {t(words.sort_down)}
        </Checkbox>
      )}
    </div>
  )
}
