// Passing a picture on: by the system's own dialogue where there is one, else as a download.
import { Refusal } from '../net/api'
import { t } from '../messages/words'
import { toasts } from './toasts.svelte'

/** Fetches a picture from the server and passes it on; says so if that takes a while. */
export async function sharePicture(path: string, name: string, title: string): Promise<void> {
  const slow = setTimeout(() => toasts.show(t('share.drawing')), 800)
  try {
    const answer = await fetch(path)
    if (!answer.ok) throw new Refusal('picture', t('share.failed'), null, answer.status)
    const file = new File([await answer.blob()], name, { type: answer.headers.get('content-type') ?? 'image/png' })
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], title })
    else download(file)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return // whoever shared has thought better of it
    toasts.show(t('share.failed'), 'bad')
  } finally {
    clearTimeout(slow)
  }
}

function download(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
