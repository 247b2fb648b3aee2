import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STEP_LIMIT_MS, stepsBack } from './stepsBack.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('the last step of the start is the first step back, and a failed step stops no other step', async () => {
  const done: string[] = []
  const back = stepsBack()
  back.add(async () => void done.push('database'))
  back.add(async () => {
    done.push('worker')
    throw new Error('it does not stop')
  })
  back.add(async () => void done.push('app'))
  await back.run()
  expect(done).toEqual(['app', 'worker', 'database'])
})

test('a step that waits on purpose is not cut at the usual limit', async () => {
  vi.useRealTimers()
  const done: string[] = []
  const back = stepsBack()
  back.add(async () => void done.push('database'))
  back.add(async () => {
    await wait(60)
    done.push('calls are answered')
  }, 5_000)
  await back.run()
  expect(done).toEqual(['calls are answered', 'database'])
  expect(STEP_LIMIT_MS).toBeGreaterThan(10_000)
})

test('a step that never ends does not keep the database from stopping', async () => {
  vi.useRealTimers()
  const done: string[] = []
  const back = stepsBack()
  back.add(async () => void done.push('database'))
  back.add(() => new Promise(() => undefined), 40)
  await back.run()
  expect(done).toEqual(['database'])
})
