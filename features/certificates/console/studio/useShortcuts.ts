import type { KeyboardEvent } from 'react'
import { changedBox, shiftBox } from '../../template/layers.rules.ts'
import { double, remove, shift } from './LayerActions.tsx'
import type { Studio } from './useStudio.ts'

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const typesIn = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null

/**
 * Returns the handler of the editor's keyboard shortcuts. They are off while a person types in a field, except the
 * shortcut for saving.
 */
export const useShortcuts = (
  studio: Studio,
  {
    onSave,
    onFree,
  }: {
    onSave: () => void
    /** Runs after a shortcut has removed or deselected the selected layer. */
    onFree: () => void
  },
) => {
  const { chosen, change, undo, redo, choose } = studio
  const commands: Readonly<Record<string, () => void>> = {
    s: onSave,
    z: undo,
    y: redo,
    d: () => double(studio),
    ']': () => shift(studio, 'up'),
    '[': () => shift(studio, 'down'),
  }
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const held = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    if (typesIn(event.target) && !(held && key === 's')) return
    if (held) {
      const command = key === 'z' && event.shiftKey ? redo : commands[key]
      if (!command) return
      event.preventDefault()
      return command()
    }
    if (event.key === 'Escape') {
      choose(undefined)
      return onFree()
    }
    if (chosen === undefined) return
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      const by = event.shiftKey ? 10 : 1
      return change(
        (now) => changedBox(now, chosen, (box) => shiftBox(box, step[0] * by, step[1] * by)),
        `nudge ${chosen}`,
      )
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(studio)
      onFree()
    }
  }
}
