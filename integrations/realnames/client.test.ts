import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SandboxNames, startSandboxNames } from '../sandbox/realnames/server.ts'
import { NamesDown, NamesSlow, realNamesOver } from './client.ts'

const clock = () => new Date('2026-03-01T04:00:00Z')
const person = { name: '沈跑跑', idnum: '330106198507031130' }
let sandbox: SandboxNames
beforeAll(async () => {
  sandbox = await startSandboxNames(clock)
})
afterAll(() => sandbox?.close())
const names = (change: object = {}) => realNamesOver({ ...sandbox, patienceMs: 5_000, ...change }, clock)

test('each answer of the service has its meaning', async () => {
  for (const answer of ['match', 'mismatch', 'no_record'] as const) {
    sandbox.weather.answer = answer
    expect(await names().verify(person)).toBe(answer)
  }
  expect(sandbox.refused).toEqual([])
})

test('a service that is busy, slow or down gives an error that holds neither name nor number', async () => {
  for (const answer of ['busy', 'slow', 'down'] as const) {
    sandbox.weather.answer = answer
    const error = await names(answer === 'slow' ? { patienceMs: 100 } : {})
      .verify(person)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(answer === 'slow' ? NamesSlow : NamesDown)
    expect(String(error)).not.toMatch(/沈|3301/)
  }
})

test('the sandbox refuses a wrong key and an old signature', async () => {
  sandbox.weather.answer = 'match'
  await expect(names({ secretKey: 'other' }).verify(person)).rejects.toThrow('AuthFailure.SignatureFailure')
  const late = realNamesOver({ ...sandbox }, () => new Date(clock().getTime() - 3_600_000))
  await expect(late.verify(person)).rejects.toThrow('AuthFailure.SignatureExpire')
  expect(sandbox.refused).toEqual(['AuthFailure.SignatureFailure', 'AuthFailure.SignatureExpire'])
})
