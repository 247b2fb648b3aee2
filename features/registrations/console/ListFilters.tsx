import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { raceEvents } from '#features/events/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SearchForm } from '#ui/form/search/SearchForm.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { filtersPrivate } from '../lookup/filterRight.rules.ts'
import { registrationSorts } from '../lookup/filter.contract.ts'
import { words } from './desk.words.ts'
import { addonChoices, fieldChoices } from './fieldChoices.ts'
import { filterWords } from './filter.words.ts'
import { FilterFields } from './FilterFields.tsx'
import type { RegistrationListFilter } from './useListFilter.ts'

const paids = ['0', '1', '2'] as const
type Props = {
  raceid: number | undefined
  filter: RegistrationListFilter
  /** The number of active filters behind the button. */
  hidden: number
  mayOpen: boolean
  onShow: (change: Record<string, unknown>) => void
}

/** The filters, the search and the order of the list of registrations. */
export const ListFilters = ({ raceid, filter, hidden, mayOpen, onShow }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const events = useAsk(raceEvents, { raceid }, { quiet: true })
  const { eventid, paid, sort, q = '' } = filter
  const [more, setMore] = useState(hidden > 0)
  // Only staff who may open the names of partners and parents can filter by these names.
  const choices = fieldChoices(events.data ?? [], lang).filter(
    ({ name }) => mayOpen || !filtersPrivate({ fields: { [name]: '' } }),
  )
  return (
    <>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-[14rem_9rem_11rem_1fr] md:items-end">
        <Select
          label={t(words.event)}
          value={String(eventid ?? '')}
          onChange={(event) => onShow({ eventid: event.target.value || undefined })}
          options={[
            { value: '', label: t(words.all_events) },
            ...(events.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <Select
          label={t(words.paid)}
          value={paid ?? ''}
          onChange={(event) => onShow({ paid: event.target.value || undefined })}
          options={[
            { value: '', label: t(words.paid_any) },
            ...paids.map((value) => ({ value, label: t(words[`paid_${value}`]) })),
          ]}
        />
        <Select
          label={t(filterWords.sort)}
          value={sort ?? 'newest'}
          onChange={(event) => onShow({ sort: event.target.value === 'newest' ? undefined : event.target.value })}
          options={registrationSorts.map((value) => ({ value, label: t(filterWords.sorts[value]) }))}
        />
        <Button
          look="plain"
          className="self-end md:order-last md:col-span-full md:justify-self-start"
          aria-expanded={more}
          icon={<SlidersHorizontal className="size-5" aria-hidden />}
          onClick={() => setMore(!more)}
        >
          {hidden > 0 ? t(filterWords.more_n, { n: hidden }) : t(filterWords.more)}
        </Button>
        <SearchForm
          className="col-span-2 md:col-span-1"
          label={t(words.search)}
          action={t(words.search_go)}
          value={q}
          onSearch={(text) => onShow({ q: text })}
        />
      </div>
      {more ? (
        <FilterFields
          {...{ filter, mayOpen, choices, onShow }}
          addons={addonChoices(events.data ?? [], filter.addon)}
        />
      ) : null}
    </>
  )
}
