// Runs in each page of the site inside the app. The web view has neither a share dialog nor downloads of blobs: the app does both.
;(() => {
  const host = window.idleforgeHost
  // Once in a page; the app runs this when a page starts and again when it is loaded.
  if (!host || window.top !== window || window.idleforgePage) return
  Object.defineProperty(window, 'idleforgePage', { value: true })

  if (!navigator.share)
    navigator.share = async ({ title = '', text = '', url = '' }) =>
      host.share(title, [text, url].filter((part) => part !== '').join('\n'))

  /** 16 MiB: a file passes to the app as one text, and a phone has little memory. */
  const MAX_BYTES = 16_777_216
  /** Blobs by address: the policy of the site lets no page read a blob's address. */
  const blobs = new Map()
  const { createObjectURL, revokeObjectURL } = URL
  URL.createObjectURL = (blob) => {
    const url = createObjectURL.call(URL, blob)
    blobs.set(url, blob)
    return url
  }
  URL.revokeObjectURL = (url) => {
    blobs.delete(url)
    revokeObjectURL.call(URL, url)
  }

  // The site saves a file by a click on a link that is in no document, so no listener would see it.
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function () {
    const blob = this.hasAttribute('download') ? blobs.get(this.href) : undefined
    // The app says itself that it can't save what it is not given.
    if (!blob || blob.size > MAX_BYTES) return click.call(this)
    const name = this.download
    const reader = new FileReader()
    reader.onload = () => host.save(name, blob.type.split(';')[0], reader.result.split(',')[1] ?? '')
    reader.readAsDataURL(blob)
  }
})()
