import * as z from 'zod/mini'
import { get } from '#contract/endpoint.ts'

export const CityCode = z.object({ code: z.string(), name: z.string() })
export const cityCodes = get('/city-codes', {
  access: 'anyone',
  shared: 60,
  input: z.object({}),
  output: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      children: z.optional(
        z.array(z.object({ code: z.string(), name: z.string(), children: z.optional(z.array(CityCode)) })),
      ),
    }),
  ),
  description:
    'Provinces, cities and counties with their GB/T 2260 codes (2023), and the districts of Hong Kong, Macao and Taiwan.',
})
