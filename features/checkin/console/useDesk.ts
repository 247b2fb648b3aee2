import { useState } from 'react'
import { type Refused, refusedFrom } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import type { Text } from '#contract/words.ts'

/** Runs the writes of a panel. After a refusal the dialog stays open and shows the reason. */
export const useDoing = (refetch: () => unknown) => {
  const t = useWords()
  const [refused, setRefused] = useState<Refused>()
  return {
    refused,
    clear: () => setRefused(undefined),
    doing: async (work: () => Promise<unknown>, close: () => void, said: Text) => {
      setRefused(undefined)
      try {
        await work()
        close()
        void refetch()
        toastSuccess(t(said))
      } catch (thrown) {
        setRefused(refusedFrom(thrown))
      }
    },
  }
}

/**
 * The state of a list whose items one dialog edits and another dialog removes. A dialog that opens forgets the last
 * refusal.
 */
export const useEditedList = <Draft extends object, Item>(refetch: () => unknown) => {
  const { clear, ...rest } = useDoing(refetch)
  const [draft, setDraft] = useState<Draft>()
  const [leaving, setLeaving] = useState<Item>()
  return {
    ...rest,
    clear,
    draft,
    leaving,
    edit: (next: Draft) => {
      clear()
      setDraft(next)
    },
    change: (patch: Partial<Draft>) => draft && setDraft({ ...draft, ...patch }),
    closeDraft: () => setDraft(undefined),
    askToRemove: (item: Item) => {
      clear()
      setLeaving(item)
    },
    keep: () => setLeaving(undefined),
  }
}
