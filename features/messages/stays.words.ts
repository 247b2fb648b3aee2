import { text } from '#contract/words.ts'

/** The text messages about stays at partner hotels. */
export const stayTemplates = {
  stay_confirmed: text(
    '您在{hotel}的预订（{arrival} 入住）已由酒店确认，确认号 {number}。',
    '您在{hotel}的訂房（{arrival} 入住）已由飯店確認，確認號 {number}。',
    '{hotel} has confirmed your stay from {arrival}. Your confirmation number is {number}.',
  ),
  stay_moved: text(
    '您在{hotel}的预订已改为 {arrival} 入住、{departure} 离店。',
    '您在{hotel}的訂房已改為 {arrival} 入住、{departure} 退房。',
    'Your stay at {hotel} is now from {arrival} to {departure}.',
  ),
  stay_offered: text(
    '{hotel}为您的预订提供新日期：{arrival} 入住、{departure} 离店，需补 {amount} 元。请在 {until} 前支付，逾期保留原日期。',
    '{hotel}為您的訂房提供新日期：{arrival} 入住、{departure} 退房，需補 {amount} 元。請在 {until} 前付款，逾期保留原日期。',
    '{hotel} offers you other dates: {arrival} to {departure}, for ¥{amount} more. Pay by {until} to accept. Otherwise your dates stay as they are.',
  ),
  stay_withdrawn: text(
    '{hotel}为您提供的新日期已取消，您的预订仍为 {arrival} 入住、{departure} 离店，无需补款。',
    '{hotel}為您提供的新日期已取消，您的訂房仍為 {arrival} 入住、{departure} 退房，不必補款。',
    '{hotel} took back the other dates. Your stay is still from {arrival} to {departure}, and there is nothing to pay.',
  ),
  stay_moved_back: text(
    '您在{hotel}的预订已改为 {arrival} 入住、{departure} 离店，{amount} 元将原路退回。',
    '您在{hotel}的訂房已改為 {arrival} 入住、{departure} 退房，{amount} 元將原路退回。',
    'Your stay at {hotel} is now from {arrival} to {departure}. ¥{amount} goes back to you.',
  ),
} as const
