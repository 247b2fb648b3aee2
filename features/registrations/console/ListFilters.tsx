import { SlidersHorizontal } from 'lucide-react'
import { raceEvents } from '#features/events/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SearchForm } from '#ui/form/search/SearchForm.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { filtersPrivate } from '../lookup/filterRight.rules.ts'
import { paidFilters, registrationSorts } from '../lookup/filter.contract.ts'
import { words } from './desk.words.ts'
import { addonChoices, fieldChoices } from './fieldChoices.ts'
import { registrationFilterWords } from './filter.words.ts'
import { FilterChips } from './FilterChips.tsx'
import { FilterFields } from './FilterFields.tsx'
import type { RegistrationListFilter } from './useListFilter.ts'

type Props = {
  raceid: number | undefined
  filter: RegistrationListFilter
  /** The number of active filters behind the filter button. */
  hidden: number
  mayOpen: boolean
  /** True if the filters behind that button are open. On a phone they include the payment status and the sort order. */
  more: boolean
  onMore: (open: boolean) => void
  onShow: (change: Record<string, unknown>) => void
}

export const ListFilters = ({ raceid, filter, hidden, mayOpen, more, onMore, onShow }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const events = useAsk(raceEvents, { raceid }, { quiet: true })
  const { eventid, paid, sort, q = '' } = filter
  // Only staff who may open the names of partners and parents can filter by these names.
  const choices = fieldChoices(events.data ?? [], lang).filter(
    ({ name }) => mayOpen || !filtersPrivate({ fields: { [name]: '' } }),
  )
  const addons = addonChoices(events.data ?? [], filter.addon)
  const apply = (change: Record<string, unknown>) => {
    onMore(false)
    onShow(change)
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-3 md:flex md:items-center">
        <SearchForm
          bare
          className="col-span-2 min-w-0 md:flex-1"
          label={t(words.search)}
          action={t(words.search_go)}
          value={q}
          onSearch={(text) => onShow({ q: text })}
        />
        <Select
          bare
          className="min-w-0 md:w-40"
          label={t(words.event)}
          value={String(eventid ?? '')}
          onChange={(event) => onShow({ eventid: event.target.value || undefined })}
          options={[
            { value: '', label: t(words.all_events) },
            ...(events.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Select
          bare
          className={`min-w-0 md:w-36 ${more || paid ? '' : 'max-md:hidden'}`}
          label={t(words.paid)}
          value={paid ?? ''}
          onChange={(event) => onShow({ paid: event.target.value || undefined })}
          options={[
            { value: '', label: t(registrationFilterWords.paid_any) },
            ...paidFilters.map((value) => ({ value, label: t(words[`paid_${value}`]) })),
          ]}
        />
        <Select
          bare
          className={`min-w-0 md:w-40 ${more || sort ? '' : 'max-md:hidden'}`}
          label={t(registrationFilterWords.sort)}
          value={sort ?? 'newest'}
          onChange={(event) => onShow({ sort: event.target.value === 'newest' ? undefined : event.target.value })}
          options={registrationSorts.map((value) => ({ value, label: t(registrationFilterWords.sorts[value]) }))}
        />
        <Button
          look="plain"
          className="shrink-0"
          aria-expanded={more}
          icon={<SlidersHorizontal className="size-5" aria-hidden />}
          onClick={() => onMore(!more)}
        >
          {hidden > 0 ? t(registrationFilterWords.more_n, { n: hidden }) : t(registrationFilterWords.more)}
        </Button>
      </div>
      {more ? <FilterFields {...{ filter, mayOpen, choices, addons }} onShow={apply} /> : null}
      <FilterChips {...{ filter, choices, addons, onShow }} />
    </>
  )
}
