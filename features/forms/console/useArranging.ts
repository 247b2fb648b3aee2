import { type RefObject, useState } from 'react'
import { nameIn } from '#contract/words.ts'
import { isBuiltInSection, sectionsOf } from '#features/fields/own/sections.rules.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { fieldAt, movedField, movedSection, positionOfField, sectionAt } from '../arranging.rules.ts'
import { formWords as words } from './form.words.ts'
import { type Built, type Builder } from './useBuilder.ts'
import { useDragging } from './useDragging.ts'

/**
 * Moves fields and sections when staff press a button or drag. `root` holds the sections. `announced` tells a
 * screen reader the new place.
 */
export const useArranging = (builder: Builder, root: RefObject<HTMLElement | null>) => {
  const t = useWords()
  const { lang } = useLang()
  const [announced, setAnnounced] = useState('')
  const { form, put, nameOf } = builder
  const titleOf = (name: string): string => {
    const sections = sectionsOf(form)
    const at = sections.findIndex((one) => one.name === name)
    const says = sections[at]?.says ?? {}
    if (isBuiltInSection(name)) return t(words[name])
    return nameIn(lang, says['zh-cn'] || t(words.section_n, { n: at + 1 }), says)
  }
  const fieldMoved = (name: string, move: (now: Built) => Built) => {
    put(move)
    const place = positionOfField(move(form), name)
    if (place) setAnnounced(t(words.field_now, { ...place, name: nameOf(name), section: titleOf(place.section) }))
  }
  const sectionMoved = (name: string, move: (now: Built) => Built) => {
    put(move)
    const sections = sectionsOf(move(form))
    const n = sections.findIndex((one) => one.name === name) + 1
    setAnnounced(t(words.section_now, { name: titleOf(name), n, of: sections.length }))
  }
  /**
   * Keeps the focus on the button that moved the part. If the part can go no further, the focus goes to the button
   * for the other direction.
   */
  const refocus = (selector: string, by: -1 | 1) =>
    requestAnimationFrame(() => {
      const buttons = [by, -by].map((way) =>
        document.querySelector<HTMLButtonElement>(`${selector} [data-by="${way}"]`),
      )
      buttons.find((button) => button && !button.disabled)?.focus()
    })
  const dragging = useDragging(root, ({ kind, name }, { section, at }) => {
    if (kind === 'section') sectionMoved(name, (now) => sectionAt(now, name, at))
    else if (section) fieldMoved(name, (now) => fieldAt(now, name, section, at))
  })
  return {
    announced,
    titleOf,
    dragging,
    stepField: (name: string, by: -1 | 1) => {
      fieldMoved(name, (now) => movedField(now, name, by))
      refocus(`[data-field="${name}"]`, by)
    },
    stepSection: (name: string, by: -1 | 1) => {
      sectionMoved(name, (now) => movedSection(now, name, by))
      refocus(`[data-section="${name}"] > header`, by)
    },
  }
}
export type Arranging = ReturnType<typeof useArranging>
