import { SignUpPage } from '#features/registrations/web/signup/SignUpPage.tsx'
import type { SignUp } from '#features/registrations/web/signup/useSignUp.ts'
import { later } from '#ui/router/later.ts'

const Goods = later(async () => (await import('#features/sales/web/SignupGoods.tsx')).SignupGoods)
const goodsOf = (form: SignUp) => <Goods form={form} />

/** The sign-up page, with the goods and deposits of the race in its summary. */
export const SignUpWithGoods = () => <SignUpPage goods={goodsOf} />
