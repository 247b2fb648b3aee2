import { expect, test } from 'vitest'
import type { CertificateRow } from '../store.ts'
import { cleanedHtml } from './cleanedHtml.rules.ts'

test('a definition of another database, with the same number, version and time, keeps its own text', () => {
  const same = { raceid: 226, id: 3, version: 1, updated_at: new Date('2026-11-22T00:00:00Z') }
  const read = (html: string) => cleanedHtml({ ...same, html } as CertificateRow)
  expect(read('<p>one</p>')).toContain('one')
  expect(read('<p>two</p>')).toContain('two')
  expect(read('<p>one<script>1</script></p>')).not.toContain('script')
})
