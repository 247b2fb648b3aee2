import { text } from './words.ts'

/**
 * The sentences for wrong fields, word for word as in docs/behaviour/sentences.md, Fields. Screens and server both use
 * these sentences.
 */
export const wrong = {
  required: text('必填哦', '必填哦', 'This is a required item'),
  format: text('格式不对哦~', '格式不對哦~', 'Not in the right form'),
  email: text('邮箱格式不对哦~', '電子郵件格式不對哦~', 'This is not a valid email address'),
  mobile: text('手机号码格式不对哦~', '手機號碼格式不對哦~', 'Not a valid mobile number'),
  name: text('中文姓名格式不对哦~', '中文姓名格式不對哦~', 'Please enter the correct name'),
  too_short: text(
    '最少应该输入{n}个字符哦',
    '最少應該輸入{n}個字元哦',
    'Please enter at least {n} {n|character|characters}',
  ),
  too_long: text(
    '最多可以输入{n}个字符哦',
    '最多可以輸入{n}個字元哦',
    'Please enter at most {n} {n|character|characters}',
  ),
  too_small: text('不能小于 {n}', '不能小於 {n}', 'Must be at least {n}'),
  too_big: text('不能大于 {n}', '不能大於 {n}', 'Must be at most {n}'),
  choice: text('请从选项中选择', '請從選項中選擇', 'Please choose one of the options'),
  number: text('请输入数字', '請輸入數字', 'Please enter a number'),
  whole: text('请输入整数', '請輸入整數', 'Please enter a whole number'),
  decimals: text('最多 {n} 位小数', '最多 {n} 位小數', 'At most {n} {n|decimal|decimals}'),
  unknown: text('这一项无法识别', '這一項無法識別', "We couldn't recognise this"),
} as const

const REQUIRED = wrong.required.en.replace(/^This/, '')
/**
 * Puts a label into the sentence "…is a required item" (docs/behaviour/sentences.md, Fields). If the sentence has
 * another label, the function replaces that label. Returns every other sentence unchanged.
 */
export const requiredOf = (error: string, label: string): string =>
  error.endsWith(REQUIRED) ? `${label}${REQUIRED}` : error

/** The parts of a problem that zod found, as far as the sentences need them. */
type Issue = {
  code?: string
  message?: string
  path: readonly PropertyKey[]
  input?: unknown
  origin?: string
  minimum?: unknown
  maximum?: unknown
  format?: string
  expected?: string
}

/** Finds the sentence for one problem that a schema found. */
export const wrongFor = (issue: Issue): { message: ReturnType<typeof text>; n?: number } => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return { message: wrong.required }
      return { message: issue.expected === 'number' || issue.expected === 'int' ? wrong.number : wrong.unknown }
    case 'too_small':
      if (issue.origin === 'string')
        return Number(issue.minimum) <= 1
          ? { message: wrong.required }
          : { message: wrong.too_short, n: Number(issue.minimum) }
      return { message: wrong.too_small, n: Number(issue.minimum) }
    case 'too_big':
      return issue.origin === 'string'
        ? { message: wrong.too_long, n: Number(issue.maximum) }
        : { message: wrong.too_big, n: Number(issue.maximum) }
    case 'invalid_format':
      if (issue.input === '') return { message: wrong.required }
      return { message: issue.format === 'email' ? wrong.email : wrong.format }
    case 'invalid_value':
      return { message: wrong.choice }
    default:
      return { message: wrong.unknown }
  }
}
