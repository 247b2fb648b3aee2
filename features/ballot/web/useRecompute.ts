import { useEffect, useRef, useState } from 'react'
import type { RecomputeRequest, RecomputeFinding, RecomputeNews, RecomputePhase } from './recomputing.ts'

export type Recomputing =
  | { state: 'idle' | 'cancelled' }
  | { state: 'running'; phase: RecomputePhase; done: number | null }
  | { state: 'done'; found: RecomputeFinding; seconds: number; request: RecomputeRequest }
  | { state: 'failed'; why: 'network' | 'list' | 'change' | 'other'; message: string }

/** Computes a draw again in a worker of this page. Only one worker runs at a time, and it ends with the page. */
export const useRecompute = () => {
  const worker = useRef<Worker | undefined>(undefined)
  const [is, setIs] = useState<Recomputing>({ state: 'idle' })
  const stop = () => {
    worker.current?.terminate()
    worker.current = undefined
  }
  useEffect(() => stop, [])
  const run = (request: RecomputeRequest) => {
    stop()
    const began = performance.now()
    setIs({ state: 'running', phase: 'fetch', done: null })
    const made = new Worker(new URL('./recompute.worker.ts', import.meta.url), { type: 'module' })
    worker.current = made
    made.onmessage = ({ data }: MessageEvent<RecomputeNews>) => {
      if (worker.current !== made) return
      if (data.is === 'at') return setIs({ state: 'running', phase: data.phase, done: data.done })
      setIs(
        data.is === 'done'
          ? { state: 'done', found: data.found, seconds: (performance.now() - began) / 1000, request }
          : { state: 'failed', why: data.why, message: data.message },
      )
      stop()
    }
    made.onerror = (event) => {
      if (worker.current !== made) return
      // An error without a message means that the browser did not load the worker's file.
      setIs({ state: 'failed', why: event.message ? 'other' : 'network', message: event.message ?? '' })
      stop()
    }
    made.postMessage(request)
  }
  const cancel = () => {
    stop()
    setIs({ state: 'cancelled' })
  }
  return { is, run, cancel }
}
