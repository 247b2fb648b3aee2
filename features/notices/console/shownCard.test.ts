import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { draftOfArticle } from './article.rules.ts'

type Field = { onChange: (iso: string | null) => void }
const fields: Field[] = []
vi.mock('#ui/form/DateTimeInput.tsx', () => ({
  DateTimeInput: (field: Field) => {
    fields.push(field)
    return null
  },
}))
const { ShownCard } = await import('./ShownCard.tsx')

test('an article for later stays for later while its time is empty', () => {
  const [form, chosen] = [{ ...draftOfArticle(undefined), publish_at: '2999-01-01T00:00:00Z' }, [] as boolean[]]
  const draw = (publish_at: string | null, later: boolean) => {
    fields.length = 0
    renderToStaticMarkup(
      createElement(ShownCard, {
        form: { ...form, publish_at },
        change: () => {},
        zone: 'Asia/Shanghai',
        later,
        onLater: (choice) => void chosen.push(choice),
        errorAt: () => undefined,
      }),
    )
  }
  draw(form.publish_at, false)
  fields[0]!.onChange(null)
  expect(chosen).toEqual([true])
  draw(null, chosen[0]!)
  expect(fields, 'the field stays').toHaveLength(2)
})
