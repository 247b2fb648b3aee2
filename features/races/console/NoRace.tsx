import { Plus } from 'lucide-react'
import { path } from '#seam/console/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { consoleRacesList } from '../contract.ts'
import { noRaceWords as words } from './newRace.words.ts'

/** The content of a page if there is no race: a way to create one, or the names of people to ask. */
export const NoRace = () => {
  const t = useWords()
  const { lang } = useLang()
  const { data } = useAsk(consoleRacesList, {})
  if (data?.may_create)
    return (
      <Empty
        title={t(words.none)}
        description={t(words.none_text)}
        action={
          <ButtonLink href={path.newRace()} icon={<Plus className="size-5" aria-hidden />}>
            {t(words.create)}
          </ButtonLink>
        }
      />
    )
  const names = new Intl.ListFormat(lang, { type: 'disjunction' }).format(data?.askable ?? [])
  return (
    <Empty title={t(words.none_yours)} description={names === '' ? t(words.ask_an_owner) : t(words.ask, { names })} />
  )
}
