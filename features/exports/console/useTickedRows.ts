import { useState } from 'react'

const none: ReadonlySet<number> = new Set()
/** Keeps the ticked rows of a list. It clears them when the list shows other rows (`list`). */
export const useTickedRows = (list: string) => {
  const [kept, setKept] = useState({ list, ids: none })
  const chosen = kept.list === list ? kept.ids : none
  const toggle = (id: number) => {
    const ids = new Set(chosen)
    if (!ids.delete(id)) ids.add(id)
    setKept({ list, ids })
  }
  return { chosen, toggle, clear: () => setKept({ list, ids: none }) }
}
