import { expect, test } from 'vitest'
import { askedNotice } from './askedNotice.ts'

test('each parameter of a notice link asks its own call', () => {
  expect(askedNotice({ postid: '12', articletype: 'news' }, 2026)).toEqual({
    from: 'post',
    input: { raceid: 2026, id: 12, articletype: 'news' },
  })
  expect(askedNotice({ archiveid: '12' }, undefined)).toEqual({ from: 'archive', input: { id: 12 } })
  expect(askedNotice({ archiveid: '12' }, 2026)).toEqual({ from: 'raceArchive', input: { raceid: 2026, id: 12 } })
  expect(askedNotice({ pageid: '3' }, 2026)).toEqual({ from: 'page', input: { raceid: 2026, id: 3 } })
  expect(askedNotice({ noticeid: '3' }, undefined)).toEqual({ from: 'notice', input: { id: 3 } })
  expect(askedNotice({ id: '3' }, undefined)).toEqual({ from: 'notice', input: { id: 3 } })
})

test("a section is a race's; what is no number asks nothing", () => {
  expect(askedNotice({ articletype: 'guidebook' }, 2026)).toEqual({ section: 'guidebook' })
  expect(askedNotice({ articletype: 'guidebook' }, undefined)).toBeUndefined()
  expect(askedNotice({ noticeid: '1 or 1=1' }, 2026)).toBeUndefined()
  expect(askedNotice({ id: '99999999999' }, 2026)).toBeUndefined()
})
