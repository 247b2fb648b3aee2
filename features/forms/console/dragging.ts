export type DraggedPart = { kind: 'field' | 'section'; name: string }
/**
 * The place where a held part would land. `at` counts the other parts before this place. Only a field has a `section`.
 */
export type Landing = { section?: string; at: number }

export type DragSpan = { top: number; bottom: number }
export type SectionSpan = DragSpan & { name: string; fields: readonly (DragSpan & { name: string })[] }

const middle = ({ top, bottom }: DragSpan): number => (top + bottom) / 2
const before = (spans: readonly DragSpan[], y: number): number => spans.filter((span) => middle(span) < y).length
const distance = ({ top, bottom }: DragSpan, y: number): number => Math.max(0, top - y, y - bottom)

/** Finds the landing place of a held part for the height of the pointer. */
export const landingAt = (sections: readonly SectionSpan[], held: DraggedPart, y: number): Landing | undefined => {
  if (held.kind === 'section') {
    const others = sections.filter(({ name }) => name !== held.name)
    return { at: Math.max(1, before(others, y)) }
  }
  const [nearest] = sections.toSorted((one, other) => distance(one, y) - distance(other, y))
  if (!nearest) return undefined
  const others = nearest.fields.filter(({ name }) => name !== held.name)
  return { section: nearest.name, at: before(others, y) }
}

/** Reads the present edges of all sections and fields inside of an element. */
export const spansIn = (root: HTMLElement): SectionSpan[] => {
  const span = (element: Element): DragSpan => {
    const { top, bottom } = element.getBoundingClientRect()
    return { top, bottom }
  }
  return [...root.querySelectorAll<HTMLElement>('[data-section]')].map((section) => ({
    ...span(section),
    name: section.dataset.section!,
    fields: [...section.querySelectorAll<HTMLElement>('[data-field]')].map((field) => ({
      ...span(field),
      name: field.dataset.field!,
    })),
  }))
}
