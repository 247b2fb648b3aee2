import type { OutputOf } from '#contract/endpoint.ts'
import { Refused } from '#ui/network/call.ts'
import type { DeviceRunner, consoleDesksDeviceContact } from '../../device/device.contract.ts'
import { flags } from '../../device/device.rules.ts'
import type { DeviceServer } from './contacts.ts'

export const HOUR = 3_600_000
export const began = Date.parse('2026-10-30T04:00:00Z')
export const deviceRunner = (id: number, change: Record<number, unknown> = {}): DeviceRunner =>
  Object.assign(
    [
      id,
      `mark${id}`.padEnd(16, '_'),
      `沈跑${id}`,
      1,
      `A${String(id).padStart(4, '0')}`,
      'B',
      'M',
      `C${1000 + id}`,
      `${2000 + id}`,
      `${3000 + id}`,
      30,
      'normal',
      flags.paid,
      '10:00–11:00',
      ['纪念衫 × 2'],
      'f',
      id < 3 ? 50 : null,
    ],
    change,
  ) as DeviceRunner

export type Sent = Parameters<DeviceServer['send']>[0]
const desk = { id: 1, name: '一号台', preset: 'pickup' as const, pin_digits: 6, signature: false }
const nothing = { runners: [], gone: [], entries: [], proxies: [], after: null, version: '2' }
/** Makes a server whose network a test can cut, before or after the server writes. */
export const makeServer = () => {
  const here = {
    now: began,
    cut: false as boolean | 'answers',
    revoked: false,
    refusal: undefined as string | undefined,
    calls: [] as Sent[],
    written: new Map<string, Sent['entries'][number]>(),
    parts: [[deviceRunner(1), deviceRunner(2)], [deviceRunner(3)]],
    changes: [] as DeviceRunner[],
    sizes: [{ size: 'M', left: 2 }],
    zone: 'Asia/Shanghai',
    apart: false,
    ranges: [] as OutputOf<typeof consoleDesksDeviceContact>['desk']['ranges'],
  }
  const noNetwork = () => Promise.reject(new Error('no network'))
  const contact = (): OutputOf<typeof consoleDesksDeviceContact> => ({
    state: here.revoked ? 'revoked' : 'working',
    now: new Date(here.now).toISOString(),
    until: new Date(here.now + 2 * HOUR).toISOString(),
    zone: here.zone,
    desk: { ...desk, ranges: here.ranges, apart: here.apart },
    others: [{ id: 2, name: '二号台', ranges: [{ prefix: 'A', from: 3, to: 3 }] }],
    events: [{ id: 1, name: '半程', declared: [], gives: ['号码布'] }],
    sizes: here.sizes.map(({ size, left }) => ({ size, left: left - here.written.size })),
  })
  const server: DeviceServer = {
    contact: async () => (here.cut === true ? noNetwork() : contact()),
    load: async ({ since, after }) => {
      if (here.cut === true) return noNetwork()
      if (since !== undefined) return { ...nothing, runners: here.changes }
      const place = after === undefined ? 0 : Number(after)
      const isLast = place === here.parts.length - 1
      return {
        ...nothing,
        runners: here.parts[place]!,
        after: isLast ? null : String(place + 1),
        version: isLast ? '1' : null,
      }
    },
    sign: async ({ key: _key, clock: _clock, ...given }) => {
      if (here.cut === true) return noNetwork()
      if (here.refusal) throw new Refused({ code: '409', refusal: here.refusal, msg: '参赛包已发放', data: null })
      const known = here.written.has(given.entry)
      here.written.set(given.entry, { ...given, at: new Date(here.now).toISOString() })
      return here.cut === 'answers' ? noNetwork() : { known }
    },
    send: async (input) => {
      if (here.cut === true) return noNetwork()
      here.calls.push(input)
      const items = input.entries.map((one) => {
        const known = here.written.has(one.entry)
        here.written.set(one.entry, one)
        return { entry: one.entry, known, kept: true, doubts: [] }
      })
      return here.cut === 'answers' ? noNetwork() : { state: here.revoked ? 'revoked' : 'working', items }
    },
  }
  return { here, server }
}
