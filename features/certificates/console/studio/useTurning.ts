import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Tab } from './StudioPanel.tsx'
import type { Studio } from './useStudio.ts'

/**
 * Which tab is open, and where the focus goes with it. `wrongBox` is the box that the server would not take.
 */
export const useTurning = (rootRef: RefObject<HTMLDivElement | null>, studio: Studio, wrongBox: string | undefined) => {
  const [tab, setTab] = useState<Tab>()
  const focusBoard = () => rootRef.current?.querySelector<HTMLElement>('[role=application]')?.focus()
  /** Where what had the focus is gone, the board has it: arrow keys move what was chosen or put on at once. */
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
    requestAnimationFrame(() => rootRef.current?.querySelector<HTMLTextAreaElement>('[data-content]')?.select())
  }
  const free = () => {
    setTab(undefined)
    focusBoard()
  }
  // A box that the server would not take is brought to the hand, with the sentence that says why.
  const bringToHand = useEffectEvent((field: string) => {
    const layer = studio.design.layers[Number(field.split('.')[1])]
    if (layer) choose(layer.key)
  })
  useEffect(() => {
    if (wrongBox !== undefined) bringToHand(wrongBox)
  }, [wrongBox])
  // On a phone the sheet of properties leaves the upper half of the screen: what is chosen is brought there.
  useEffect(() => {
    const piece = rootRef.current?.querySelector('[data-chosen]')?.getBoundingClientRect()
    if (tab === 'fields' && piece && innerWidth < 1024)
      scrollBy({ top: piece.top + piece.height / 2 - innerHeight * 0.28, behavior: 'smooth' })
  }, [tab, studio.chosen])
  return { tab, choose, turnTo, open, free }
}
