import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { raceWords } from './race.words.ts'

/** Scrolls to the field or the section that the address names: `?field=colour`. */
export const useFieldOfAddress = (
  form: RefObject<HTMLFormElement | null>,
  /** Opens the page of the form that holds the field. */
  show: (page: string | undefined) => void,
): void => {
  const t = useWords()
  const { field } = usePageParams()
  const said = field !== undefined && field in raceWords ? t(raceWords[field as keyof typeof raceWords]) : undefined
  const open = useEffectEvent(show)
  useEffect(() => {
    if (said === undefined) return
    const named = [...(form.current?.querySelectorAll<HTMLElement>('label, legend, h2') ?? [])].find((one) =>
      one.textContent.startsWith(said),
    )
    const place = named?.closest<HTMLElement>('fieldset, div, section') ?? named
    open(named?.closest<HTMLElement>('[data-page]')?.dataset.page)
    requestAnimationFrame(() => {
      place?.scrollIntoView({ block: 'center' })
      place?.querySelector<HTMLElement>('input, select, textarea, button')?.focus({ preventScroll: true })
    })
  }, [said, form])
}
