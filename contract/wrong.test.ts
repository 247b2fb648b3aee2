import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { wrong, wrongFor } from './wrong.ts'

const said = (schema: z.ZodMiniType, input: unknown) =>
  schema.safeParse(input, { reportInput: true }).error?.issues.map((issue) => wrongFor(issue).message)

test('an empty field is a required item, whatever form its value must have', () => {
  const day = z.iso.datetime({ offset: true })
  expect(said(day, '')).toEqual([wrong.required])
  expect(said(day, '2027-02-30')).toEqual([wrong.format])
  expect(said(z.email(), '')).toEqual([wrong.required])
  expect(said(z.email(), 'nobody@')).toEqual([wrong.email])
})
