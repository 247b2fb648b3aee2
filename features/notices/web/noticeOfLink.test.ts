import { expect, test } from 'vitest'
import { noticeOfLink } from './noticeOfLink.ts'

test('each parameter of a notice link asks its own call', () => {
  expect(noticeOfLink({ postid: '12', articletype: 'news' }, 2026)).toEqual({
    from: 'post',
    input: { raceid: 2026, id: 12, articletype: 'news' },
  })
  expect(noticeOfLink({ archiveid: '12' }, undefined)).toEqual({ from: 'archive', input: { id: 12 } })
  expect(noticeOfLink({ archiveid: '12' }, 2026)).toEqual({ from: 'raceArchive', input: { raceid: 2026, id: 12 } })
  expect(noticeOfLink({ pageid: '3' }, 2026)).toEqual({ from: 'page', input: { raceid: 2026, id: 3 } })
  expect(noticeOfLink({ noticeid: '3' }, undefined)).toEqual({ from: 'notice', input: { id: 3 } })
  expect(noticeOfLink({ id: '3' }, undefined)).toEqual({ from: 'notice', input: { id: 3 } })
})

test('a section belongs to a race; a text that is no number makes no call', () => {
  expect(noticeOfLink({ articletype: 'guidebook' }, 2026)).toEqual({ section: 'guidebook' })
  expect(noticeOfLink({ articletype: 'guidebook' }, undefined)).toBeUndefined()
  expect(noticeOfLink({ noticeid: '1 or 1=1' }, 2026)).toBeUndefined()
  expect(noticeOfLink({ id: '99999999999' }, 2026)).toBeUndefined()
})
