import { useEffect, useRef, useState } from 'react'
import type { HeldRun } from './fixStore.ts'
import { type FixStore, openFixStore } from './fixStore.ts'
import { type Recorder, type RecorderView, makeRecorder } from './recorder.ts'

type Secrets = { token: string; link: string | null }
/** Keeps the recorder of a race on this phone, also over a reload of the page. */
export const useRecorder = (raceid: number) => {
  const [view, setView] = useState<RecorderView>()
  const [held, setHeld] = useState<HeldRun>()
  const [standing, setStanding] = useState<'opening' | 'ready' | 'no_store'>('opening')
  const store = useRef<FixStore>(undefined)
  const recorder = useRef<Recorder>(undefined)
  const show = () => {
    setView(recorder.current?.view())
    setHeld(recorder.current?.run())
  }
  const shown = useRef(show)
  useEffect(() => {
    let gone = false
    const showNow = shown.current
    void (async () => {
      try {
        store.current = await openFixStore()
        const run = await store.current.run(raceid)
        if (gone) return
        void navigator.storage?.persist?.()
        if (run) recorder.current = makeRecorder(store.current, run, showNow)
        showNow()
        setStanding('ready')
      } catch {
        setStanding('no_store')
      }
    })()
    return () => {
      gone = true
      recorder.current?.close()
      recorder.current = undefined
    }
  }, [raceid])
  /** Takes a run with its secrets over to this phone. If this phone has the run already, the metres stay. */
  const adopt = async (id: number, { token, link }: Secrets): Promise<void> => {
    const before = recorder.current?.run()
    recorder.current?.close()
    const same = before?.id === id ? before : undefined
    if (!same) await store.current!.forget(raceid)
    const fresh = { raceid, id, recording: false, stopping: false, metres: 0, from: null, sent: 0, contact: null }
    const run: HeldRun = { ...fresh, ...same, token, link: link ?? same?.link ?? null }
    await store.current!.keepRun(run)
    recorder.current = makeRecorder(store.current!, run, show)
    show()
  }
  const keepLink = async (link: string | null): Promise<void> => {
    const run = recorder.current?.run()
    if (run) await adopt(run.id, { token: run.token, link: link ?? '' })
  }
  const forget = async (): Promise<void> => {
    recorder.current?.close()
    recorder.current = undefined
    await store.current?.forget(raceid)
    show()
  }
  return {
    standing,
    view,
    held,
    adopt,
    keepLink,
    forget,
    start: async () => recorder.current?.start(),
    stop: async () => recorder.current?.stop(),
  }
}
export type ShareRecorder = ReturnType<typeof useRecorder>
