import { Search } from 'lucide-react'
import { Suspense } from 'react'
import { onDemand } from '#ui/router/onDemand.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { QueryType } from '../contract.ts'
import { queryKinds, queryTitles, queryWords as words } from './query.words.ts'
import type { LookingUp } from './useLookup.ts'

const PictureCheck = onDemand(async () => {
  const [file] = await Promise.all([import('./PictureCheck.tsx'), import('#seam/web/screens.css')])
  return file.PictureCheck
})

/**
 * A large field for the search, with the types of look-up above it. At first the field contains the last value on this
 * device.
 */
export const SearchCard = ({
  kind,
  kinds,
  onKind,
  lookup,
}: {
  kind: QueryType
  kinds: readonly QueryType[]
  onKind: (kind: QueryType) => void
  lookup: LookingUp
}) => {
  const t = useWords()
  const placeholder = t(kind === 'master' ? words.placeholderMaster : words.placeholder)
  return (
    <section className="grid gap-4 rounded bg-surface p-4 shadow-card md:p-6">
      {kinds.length > 1 ? (
        <Segmented
          label={t(words.kinds)}
          value={kind}
          onChange={(chosen) => onKind(chosen as QueryType)}
          options={kinds.map((value) => ({ value, label: t(queryKinds[value]) }))}
        />
      ) : null}
      <form
        role="search"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          lookup.search()
        }}
      >
        <h2 className="text-20 font-bold md:text-28">{t(queryTitles[kind])}</h2>
        <div className={`grid items-start gap-3 ${lookup.pictureNeeded ? '' : 'md:grid-cols-[minmax(0,1fr)_auto]'}`}>
          <TextInput
            label={placeholder}
            bare
            placeholder={placeholder}
            value={lookup.typed}
            onChange={(event) => lookup.type(event.target.value)}
            onClear={() => lookup.type('')}
            error={lookup.empty ? placeholder : undefined}
            hint={kind === 'score' ? t(words.scoreHint) : undefined}
            before={<Search className="size-6" aria-hidden />}
            inputClassName="figures min-h-14 pl-12 text-20 placeholder:text-16"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={60}
          />
          {lookup.pictureNeeded ? null : (
            <Button type="submit" busy={lookup.busy} className="min-h-14 md:min-w-36">
              {t(lookup.busy ? words.searching : words.search)}
            </Button>
          )}
        </div>
        {lookup.pictureNeeded ? (
          <Suspense fallback={<div className="bone h-40 rounded" />}>
            <PictureCheck
              purpose={lookup.checkWanted}
              round={lookup.checkRound}
              error={lookup.checkWrong}
              onAnswer={lookup.setCheck}
              onSearch={lookup.search}
            />
          </Suspense>
        ) : null}
        {lookup.remembered ? (
          <p className="-my-2 flex flex-wrap items-center gap-x-6 text-14 text-soft">
            {t(words.remembered)}
            <button
              type="button"
              className="flex min-h-11 items-center font-medium text-strong underline-offset-4 hover:underline"
              onClick={lookup.forget}
            >
              {t(words.forget)}
            </button>
          </p>
        ) : null}
      </form>
    </section>
  )
}
