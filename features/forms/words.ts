import { text } from '#contract/words.ts'

export const wrongWords = {
  two_options: text('至少要有两个选项', '至少要有兩個選項', 'Give at least two options'),
  too_many_options: text('最多 {n} 个选项', '最多 {n} 個選項', 'At most {n} {n|option|options}'),
  option_twice: text('有重复的选项', '有重複的選項', 'An option is there twice'),
  text_length: text('字数上限须在 1 到 {n} 之间', '字數上限須在 1 到 {n} 之間', 'The limit must be between 1 and {n}'),
  bounds: text('下限不能大于上限', '下限不能大於上限', 'The lower limit is above the upper one'),
  twice: text('名称重复', '名稱重複', 'This is there twice'),
  condition_gone: text(
    '条件所看的问题已不在表单里，或不是选择题',
    '條件所看的問題已不在表單裡，或不是選擇題',
    'The condition looks at a field that is not asked or is no choice',
  ),
  condition_later: text(
    '条件所看的问题要排在这一项之前',
    '條件所看的問題要排在這一項之前',
    'The condition must look at a field that stands before this one',
  ),
  condition_never: text(
    '这一项总要填写，不能设显示条件',
    '這一項總要填寫，不能設顯示條件',
    'Everybody must answer this field, so it has no condition',
  ),
  condition_unasked: text(
    '表单没有问这一项，不能设显示条件',
    '表單沒有問這一項，不能設顯示條件',
    'The form does not ask this field, so it has no condition',
  ),
  condition_empty: text('请选定至少一个答案', '請選定至少一個答案', 'Choose at least one answer'),
  kind_fixed: text(
    '已有人填写，题型不能再改。请停用它并另建一项',
    '已有人填寫，題型不能再改。請停用它並另建一項',
    'This field has answers, so its kind stays. Retire it and add another',
  ),
  reason_needed: text(
    '取消个人信息标记需要写明理由',
    '取消個人資料標記需要寫明理由',
    'Give a reason for taking the personal mark off',
  ),
  too_many: text(
    '一张表单最多 {n} 个自定义问题',
    '一張表單最多 {n} 個自訂問題',
    'A form holds at most {n} {n|field|fields} of your own',
  ),
  too_many_sections: text(
    '一张表单最多 {n} 个分节',
    '一張表單最多 {n} 個分節',
    'A form holds at most {n} {n|section|sections}',
  ),
} as const

/** The words of the log for sections, and for required and optional fields. */
export const loggedWords = {
  who: text('选手信息', '選手資料', 'Runner details'),
  contact: text('联系方式', '聯絡方式', 'Contact details'),
  emergency: text('紧急联系人', '緊急聯絡人', 'Emergency contact'),
  more: text('参赛物品', '參賽物品', 'Kit & extras'),
  required: text('必填', '必填', 'Required'),
  optional: text('选填', '選填', 'Optional'),
} as const
