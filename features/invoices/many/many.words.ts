import { text } from '#contract/words.ts'

export const manyWords = {
  open: text('批量开票', '批次開立發票', 'Issue many'),
  title: text('批量上传发票', '批次上傳發票', 'Upload many invoices'),
  how: text(
    '文件名写上订单号和发票号码，例如 2026-xxxx_12345678.pdf；也可以打包成 ZIP。没有 PDF 的，在下面按行粘贴。',
    '檔名寫上訂單號和發票號碼，例如 2026-xxxx_12345678.pdf；也可以打包成 ZIP。沒有 PDF 的，在下面逐行貼上。',
    'Name each PDF by its order and number, such as 2026-xxxx_12345678.pdf, or pack them into a ZIP. Paste lines below for invoices without a PDF.',
  ),
  files: text('PDF 或 ZIP', 'PDF 或 ZIP', 'PDFs or a ZIP'),
  choose: text('选择文件', '選擇檔案', 'Choose files'),
  chosen: text('已选 {n} 个文件', '已選 {n} 個檔案', '{n} {n|file|files} chosen'),
  lines: text(
    '订单号,发票号码（每行一条，选填）',
    '訂單號,發票號碼（每行一筆，選填）',
    'Order, number: one a line, if any',
  ),
  issued: text('开票日期', '開立日期', 'Day of the invoices'),
  go: text('开始上传', '開始上傳', 'Upload'),
  done: text('已开具 {n} 张', '已開立 {n} 張', '{n} {n|invoice|invoices} issued'),
  outcomes: {
    issued: text('已开具', '已開立', 'Issued'),
    is_issued: text('此前已开具', '先前已開立', 'Issued before'),
    nothing_left: text('没有可开票金额', '沒有可開立金額', 'Nothing left to invoice'),
    no_request: text('没有开票申请', '沒有開立申請', 'Nobody asked for it'),
    no_order: text('没有正确的订单号', '沒有正確的訂單號', 'No order number'),
    no_number: text('没有发票号码', '沒有發票號碼', 'No invoice number'),
    twice: text('同一订单重复', '同一訂單重複', 'The order appears twice'),
    differs: text('与粘贴行的号码或日期不一致', '與貼上行的號碼或日期不一致', 'Number or day differs from the line'),
    file_wrong: text('不是 5 MB 以内的 PDF', '不是 5 MB 以內的 PDF', 'Not a PDF of at most 5 MB'),
  },
} as const
