import { useState } from 'react'

const none: ReadonlySet<number> = new Set()
/** Keeps the ticked rows of a list. A new value of `list` means that the page shows other rows, so no row is ticked. */
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
