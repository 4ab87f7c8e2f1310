/**
 * A text without characters of format, which pages and chats add to what is copied and nobody sees, and without spaces around
 * it: for addresses, ids, codes and numbers. Names keep the joiners that they need (`visibleText`).
 */
export const pastedText = (text: string): string => text.replace(/\p{Cf}/gu, '').trim()
