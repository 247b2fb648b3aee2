import { text } from '#contract/words.ts'

export const cameraWords = {
  open: text('摄像头扫码', '相機掃碼', 'Scan with camera'),
  title: text('摄像头', '相機', 'Camera'),
  how: text(
    '将二维码对准镜头，识别后自动查找',
    '將 QR Code 對準鏡頭，辨識後自動查找',
    'Hold the code in front of the camera',
  ),
  close: text('关闭摄像头', '關閉相機', 'Close the camera'),
  denied: text(
    '没有摄像头权限，请在浏览器设置中允许使用摄像头，或改用扫码枪、手动输入。',
    '沒有相機權限，請在瀏覽器設定中允許使用相機，或改用掃碼槍、手動輸入。',
    'The camera is blocked. Allow it in your browser settings, use a scanner, or type the number.',
  ),
  missing: text(
    '本机没有摄像头，请用扫码枪或手动输入。',
    '本機沒有相機，請用掃碼槍或手動輸入。',
    'This device has no camera. Please use a scanner or type.',
  ),
  broken: text(
    '摄像头无法启动，请用扫码枪或手动输入。',
    '相機無法啟動，請用掃碼槍或手動輸入。',
    'The camera did not start. Please use a scanner or type.',
  ),
} as const
