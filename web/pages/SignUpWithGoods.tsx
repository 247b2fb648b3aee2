import { SignUpPage } from '#features/registrations/web/signup/SignUpPage.tsx'
import type { SignUp } from '#features/registrations/web/signup/useSignUp.ts'
import type { SignupBasket } from '#features/sales/web/SignupGoods.tsx'
import { later } from '#ui/router/later.ts'

const Goods = later(async () => (await import('#features/sales/web/SignupGoods.tsx')).SignupGoods)
const Coupons = later(async () => (await import('#features/shop/web/SignupCoupons.tsx')).SignupCoupons)
const couponsFor = (basket: SignupBasket) => <Coupons {...basket} />
const goodsOf = (form: SignUp) => <Goods form={form} coupons={couponsFor} />

/** The sign-up page, with the goods and deposits of the race in its summary, and the coupons for them. */
export const SignUpWithGoods = () => <SignUpPage goods={goodsOf} />
