import { text } from '#contract/words.ts'

/** The console's texts about certificates drawn for a whole event. */
export const words = {
  title: text('批量生成', '批次產生', 'Bulk certificates'),
  description: text(
    '为整个组别的选手一次生成证书，打包下载；在后台进行，关闭页面也会继续',
    '為整個組別的選手一次產生證書，打包下載；在背景進行，關閉頁面也會繼續',
    'Creates the certificates of a whole event in the background and packs them for download. It goes on when you leave the page',
  ),
  begin: text('批量生成', '批次產生', 'Create for an event'),
  begin_for: text('批量生成“{name}”', '批次產生「{name}」', 'Create “{name}” for an event'),
  start: text('开始生成', '開始產生', 'Create certificates'),
  started: text('已开始，可以离开此页面', '已開始，可以離開此頁面', 'Under way; you may leave this page'),
  event: text('组别', '組別', 'Event'),
  format: text('文件格式', '檔案格式', 'File format'),
  jpg: text('JPEG 图片', 'JPEG 圖片', 'JPEG pictures'),
  pdf: text('PDF（每人一份）', 'PDF（每人一份）', 'PDF, one each'),
  hidden: text('隐藏姓名的选手不会包含在内', '隱藏姓名的選手不會包含在內', 'Runners who hide their name are left out'),
  race_photos: text(
    '照片位会放上按参赛号找到的赛事照片；没有照片的选手，照片位留空。选手自己裁剪的照片只保存在其设备上。',
    '照片位會放上按參賽號找到的賽事照片；沒有照片的選手，照片位留空。選手自己裁切的照片只保存在其裝置上。',
    'The photo slot takes the race photo found by bib, and stays empty where there is none. ' +
      'A photo that a runner cropped stays on their own device.',
  ),
  no_browser: text(
    '这份证书保持 HTML 格式，批量生成需要服务器上的浏览器。请在服务器设置 BROWSER_PATH，或改用图文框。',
    '這份證書保持 HTML 格式，批次產生需要伺服器上的瀏覽器。請在伺服器設定 BROWSER_PATH，或改用圖文框。',
    'This one stays HTML, which only a browser on the server can draw in bulk. Set BROWSER_PATH there, or use boxes.',
  ),
  none: text(
    '还没有批量生成过。在上面一份证书右侧点击“批量生成”开始。',
    '還沒有批次產生過。在上方一份證書右側點選「批次產生」開始。',
    'No bulk certificates yet. Press “Create for an event” beside a certificate above.',
  ),
  waiting: text('排队中', '排隊中', 'Waiting'),
  drawing: text('生成中', '產生中', 'In progress'),
  ready: text('已完成', '已完成', 'Ready'),
  failed: text('未完成', '未完成', 'Not finished'),
  progress: text('已处理 {seen} / {total}', '已處理 {seen} / {total}', '{seen} of {total}'),
  pictures: text('{n} 份 · {size}', '{n} 份 · {size}', '{n} {n|file|files} · {size}'),
  left_out: text(
    '{n} 位隐藏姓名，未包含',
    '{n} 位隱藏姓名，未包含',
    '{n} left out, {n|the name is|their names are} hidden',
  ),
  until: text('可下载至 {at}', '可下載至 {at}', 'Download until {at}'),
  changed: text(
    '生成后成绩、报名或模板有变动。有变动的不会出现在下载中，更新只会重画这些。',
    '產生後成績、報名或範本有變動。有變動的不會出現在下載中，更新只會重畫這些。',
    'Results, registrations or the certificate changed since. Changed certificates are not in the download. Updating creates only those again.',
  ),
  download: text('下载 ZIP', '下載 ZIP', 'Download ZIP'),
  update: text('更新', '更新', 'Update'),
  again: text('继续生成', '繼續產生', 'Continue'),
  discard: text('删除', '刪除', 'Delete'),
  stop: text('停止并删除', '停止並刪除', 'Stop and delete'),
  discard_sure: text(
    '确定删除“{name}”的这次批量生成吗？已生成的文件会一并删除。',
    '確定刪除「{name}」的這次批次產生嗎？已產生的檔案會一併刪除。',
    'Delete these certificates of “{name}”? Their files are deleted too.',
  ),
  discarded: text('已删除', '已刪除', 'Deleted'),
  cancel: text('取消', '取消', 'Cancel'),
  more: text('查看更多', '檢視更多', 'Show more'),
  picture_missing: text(
    '证书用到的一张图片找不到了，请在证书里重新上传',
    '證書用到的一張圖片找不到了，請在證書裡重新上傳',
    'A picture of the certificate is gone; upload it again in the certificate',
  ),
  drawing_failed: text(
    '绘制时出错，请再试一次',
    '繪製時出錯，請再試一次',
    'The certificate could not be created. Please try again',
  ),
} as const
