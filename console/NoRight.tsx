import { type Right, rights } from '#contract/rights.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useKnownRaces, useRaceInPlace } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useScreenPath } from '#ui/router/Router.tsx'
import { entryAt, phasesFor, platformFor } from './menu.ts'
import { words } from './words.ts'

/**
 * Returns the title and the right of the open page, if the member of staff lacks this right. Undefined if the page
 * needs no right, if the person has the right, or if nobody is logged in.
 */
export const useMissingRight = (): { right: Right; title: string } | undefined => {
  const t = useWords()
  const raceid = useRaceInPlace()
  const entry = entryAt(useScreenPath())
  const { me } = useMe()
  if (!me || entry?.right === undefined) return undefined
  const open = raceid === undefined ? platformFor(me.roles) : phasesFor(me.roles, raceid).flatMap((one) => one.entries)
  return open.some(({ to }) => to === entry.to) ? undefined : { right: entry.right, title: t(entry.label) }
}

/**
 * A page in place of a page that the member of staff may not open. It names the right and the people who can give it.
 */
export const NoRight = ({ right, title }: { right: Right; title: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const names = new Intl.ListFormat(lang, { type: 'disjunction' }).format(useKnownRaces().data?.askable ?? [])
  return (
    <DeskPage title={title}>
      <Empty
        title={t(words.not_yours, { right: t(rights[right]) })}
        description={t(words.not_yours_ask, { names: names === '' ? t(words.an_owner) : names })}
      />
    </DeskPage>
  )
}
