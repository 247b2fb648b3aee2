import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFollow } from '#ui/form/useFollow.ts'
import type { Tab } from './StudioPanel.tsx'
import type { Studio } from './useStudio.ts'

/** Manages the open tab and the focus. `wrongBox` is the box that the server refused. */
export const useTabAndFocus = (studio: Studio, wrongBox: string | undefined) => {
  const root = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState<Tab>()
  const focusBoard = () => root.current?.querySelector<HTMLElement>('[role=application]')?.focus()
  /**
   * Gives the focus to the board if the focused element was removed, so that arrow keys move the selected layer at
   * once.
   */
  const keepFocus = () => requestAnimationFrame(() => document.activeElement === document.body && focusBoard())
  const choose = (key: number) => {
    studio.choose(key)
    setTab('fields')
    keepFocus()
  }
  const turnTo = (next: Tab | undefined) => {
    setTab(next)
    keepFocus()
  }
  const open = () => {
    setTab('fields')
    requestAnimationFrame(() => root.current?.querySelector<HTMLTextAreaElement>('[data-content]')?.select())
  }
  const free = () => {
    setTab(undefined)
    focusBoard()
  }
  // A box that the server refused is scrolled into view, with the reason.
  useFollow(wrongBox, (field) => {
    const layer = field === undefined ? undefined : studio.design.layers[Number(field.split('.')[1])]
    if (!layer) return
    studio.choose(layer.key)
    setTab('fields')
  })
  const focusKept = useEffectEvent(keepFocus)
  useEffect(() => {
    if (wrongBox !== undefined) focusKept()
  }, [wrongBox])
  // On a phone the properties cover the lower half of the screen, so the selected layer is scrolled to the upper half.
  useEffect(() => {
    const piece = root.current?.querySelector('[data-chosen]')?.getBoundingClientRect()
    if (tab === 'fields' && piece && innerWidth < 1024)
      scrollBy({ top: piece.top + piece.height / 2 - innerHeight * 0.28, behavior: 'smooth' })
  }, [tab, studio.chosen])
  return { root, tab, choose, turnTo, open, free }
}
