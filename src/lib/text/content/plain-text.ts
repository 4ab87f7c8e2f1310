/** A text without the traces of an editor that change nothing for readers: byte order mark, and CRLF for LF. */
export const toPlainText = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
