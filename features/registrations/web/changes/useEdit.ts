import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { fill } from '#contract/words.ts'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { useLang } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { registrationEdit } from '../../changes/changes.contract.ts'
import { changesWords } from '../../changes/changes.words.ts'
import { refusals } from '../../words.ts'
import { type Fetched, changesIn, editDraftFrom, editableParts, mistakesInChanges } from './editForm.ts'
import { editWords as words } from './edit.words.ts'
import { type Draft, sealedFields, valueOf, withValue } from '../signup/draft.ts'
import { holderOfDraft } from '../signup/holder.ts'

/** The field that shows the fault if another runner took the last shirt or seat. */
const goneAt = {
  clothes_gone: { field: 'clothes', says: refusals.clothes_gone.message },
  bus_full: { field: 'packagebus', says: refusals.bus_full.message },
} as const
const partOf = (draft: Partial<Draft>): Partial<Draft> =>
  Object.fromEntries(editableParts.flatMap((field) => (draft[field] === undefined ? [] : [[field, draft[field]]])))

/**
 * Returns the state and actions of the form that changes a registration. With `only`, the form changes only this field.
 */
export const useEdit = (
  fetched: Fetched,
  again: () => Promise<Fetched | undefined>,
  only?: Fetched['changeable'][number],
) => {
  const go = useGo()
  const { lang } = useLang()
  const queries = useQueryClient()
  const now = new Date(useNow(30_000))
  const { registration, event } = fetched
  const may = only ? fetched.changeable.filter((field) => field === only) : fetched.changeable
  const before = useMemo(() => editDraftFrom(fetched), [fetched])
  const store = useMemo(
    () => openDraft<Partial<Draft>>(`edit:${only ?? 'all'}:${registration._key}`, registration.raceid, sealedFields),
    [only, registration._key, registration.raceid],
  )
  const [draft, setDraft] = useState<Draft>(() => ({ ...before, ...partOf(store.read()) }))
  const given = changesIn(draft, before, may)
  const changed = Object.keys(given).length > 0
  const [restored, setRestored] = useState(changed)
  const [tried, setTried] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wrongs, setWrongs] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<Refused>()
  const [leaveOut, setLeaveOut] = useState<readonly string[]>([])
  const edit = useCall(registrationEdit, { quiet: true })
  const mending = registration.status.can.mend.ok
  const can = mending || registration.status.can.edit.ok
  const mistakes = mistakesInChanges(given, fetched, event, now)
  useEffect(() => {
    if (changed) store.write(partOf(draft))
    else store.clear()
  }, [store, draft, changed])

  const forget = (names: readonly string[]) => {
    setWrongs((those) =>
      Object.fromEntries(Object.entries(those).filter(([name]) => !names.includes(name.replace(/^answers\./, '')))),
    )
    setRefused(undefined)
  }
  const change = (patch: Partial<Draft>) => {
    setDraft((that) => ({ ...that, ...patch }))
    forget([
      ...Object.keys(patch),
      ...('province' in patch ? ['area'] : []),
      ...Object.keys(patch).map((name) => name.replace(/^qual_/, 'qualifying.')),
    ])
  }
  const setField = (name: string, value: string) => {
    setDraft((that) => withValue(that, name, value))
    forget([name])
  }
  const errorAt = (name: string): string | undefined => {
    const said = wrongs[name] ?? wrongs[`answers.${name}`]
    if (said) return said
    const found = mistakes[name] ?? mistakes[`answers.${name}`]
    if (!found || !(tried || (left.has(name) && valueOf(draft, name) !== ''))) return undefined
    return fill(found.message[lang], found.values)
  }
  const focusFirstWrong = () =>
    requestAnimationFrame(() => {
      const wrong = document.querySelector<HTMLElement>('#main :is([aria-invalid="true"], [data-wrong]:enabled)')
      wrong?.focus({ preventScroll: true })
      wrong?.scrollIntoView({ block: 'center' })
    })
  const meet = (answer: Refused) => {
    const gone = goneAt[answer.refusal as keyof typeof goneAt] as (typeof goneAt)[keyof typeof goneAt] | undefined
    if (gone) {
      setWrongs({ [gone.field]: gone.says[lang] })
      // Asks again how many shirts and seats are left. Typed values stay.
      void again().then(focusFirstWrong)
      return
    }
    setWrongs(answer.fields)
    if (Object.keys(answer.fields).length > 0) setTimeout(focusFirstWrong, 50)
    else setRefused(answer)
    if (answer.refusal === 'not_editable') void again()
  }
  const save = () => {
    setTried(true)
    if (Object.keys(mistakes).length > 0) return focusFirstWrong()
    setRefused(undefined)
    return edit.mutate(
      { id: registration._key, ...given, ...(leaveOut.length > 0 ? { leave_out: [...leaveOut] } : {}) },
      {
        onSuccess: () => {
          store.clear()
          const said = mending
            ? changesWords.mended
            : given.enname === undefined
              ? words.saved
              : changesWords.name_altered
          void queries.invalidateQueries()
          toastSuccess(said[lang])
          go(path.queryDetail({ _key: registration._key }), { replace: true })
        },
        onError: (thrown) => meet(refusedFrom(thrown)),
      },
    )
  }
  const discard = () => {
    store.clear()
    setDraft(before)
    setTried(false)
    setWrongs({})
    setRestored(false)
  }
  return {
    draft,
    change,
    setField,
    errorAt,
    leave: (name: string) => setLeft((those) => new Set([...those, name])),
    event,
    registration,
    may,
    mending,
    can,
    changed,
    refused,
    /** The holder of the registration, whom the fields ask about. */
    holder: holderOfDraft(draft, event, now),
    account: { loggedIn: true },
    logIn: () => undefined,
    restored: restored && changed,
    /** The add-ons that can be left out when an unpaid registration is submitted again. */
    addons: mending && !registration.meta.order ? registration.addons : [],
    leaveOut,
    keepAddon: (id: string, kept: boolean) => {
      setLeaveOut((those) => [...those.filter((one) => one !== id), ...(kept ? [] : [id])])
      setRefused(undefined)
    },
    discard,
    save,
    saving: edit.isPending,
    why: mending ? undefined : (registration.status.can.edit.why ?? undefined),
  }
}
export type Edit = ReturnType<typeof useEdit>
