import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int } from '#contract/scalars.ts'

/** The ids of accounts: a list, or a text with commas or spaces between the ids. */
const Uids = z.pipe(
  z.transform((given: unknown) =>
    typeof given === 'string' ? given.split(/[[\],\s]+/).filter((one) => one !== '') : given,
  ),
  z.array(Int).check(z.minLength(1), z.maxLength(100)),
)

export const userGetinfobyuids = post('/user/getinfobyuids', {
  access: 'runner',
  input: z.object({ uids: Uids }),
  output: z.array(z.object({ uid: z.number(), name: z.nullable(z.string()), avatar: z.nullable(z.string()) })),
  refusals: ['user_not_found'],
  description:
    "Names and pictures of the accounts that the caller knows. These are the caller's own account, and accounts in an order or a team with a registration of the caller's. Names of others are masked. Unknown accounts are left out, as are those that do not exist. If none is left, the answer is 'No information for such user'.",
})
