import { expect, test } from 'vitest'
import { actionOfMessage } from './nextAction.rules.ts'
import { templates } from '../words.ts'

const status = '/queryDetail?_key=1k6-abc'

test('a message that asks for money opens the pay page of the same registration', () => {
  for (const template of ['drawn_won', 'wait_offer', 'pay_soon', 'review_passed_pay', 'move_pay'] as const)
    expect(actionOfMessage(template, status), template).toEqual({ deed: 'pay', path: '/pay?_key=1k6-abc' })
  expect(actionOfMessage('review_failed', status)).toEqual({ deed: 'mend', path: '/edit?_key=1k6-abc' })
  expect(actionOfMessage('drawn_won_paid', status)).toEqual({ deed: 'next', path: status })
})

test('other messages keep their page, and its name decides the action', () => {
  expect(actionOfMessage('announcement', '/appointment?raceid=2026&service=pickup')?.deed).toBe('book')
  expect(actionOfMessage('announcement', '/healthsign?_key=x')?.deed).toBe('sign')
  expect(actionOfMessage('refunded', '/refunds?_key=x')?.deed).toBe('refund')
  expect(actionOfMessage('announcement', '/queryDetail')?.deed).toBe('see')
  expect(actionOfMessage('announcement', null)).toBeNull()
})

test('every template about a time to pay leads to the pay page', () => {
  const asking = (Object.keys(templates) as (keyof typeof templates)[]).filter((template) =>
    /pay by \{until\}|pay the difference/i.test(templates[template].en),
  )
  expect(asking.length).toBeGreaterThan(4)
  expect(asking.map((template) => actionOfMessage(template, status)?.deed)).toEqual(asking.map(() => 'pay'))
})
