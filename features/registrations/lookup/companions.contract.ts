import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int } from '#contract/scalars.ts'

/** Numbers as a list, in a form as JSON or with commas between them. */
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
    'Names and pictures of accounts that the caller knows: its own, and those in an order or a team with a ' +
    "registration of the caller's. Others' names are masked. Accounts that one does not know are left out like " +
    "those that do not exist; where none is left, 'No information for such user'.",
})
