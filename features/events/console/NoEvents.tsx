import { path } from '#seam/console/paths.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { eventWords as words } from './event.words.ts'

export const NoEvents = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { may } = useMe(raceid)
  return (
    <Empty
      title={t(words.none)}
      description={t(words.none_elsewhere)}
      action={may('events.edit') ? <ButtonLink href={path.events({ raceid })}>{t(words.to_events)}</ButtonLink> : null}
    />
  )
}
