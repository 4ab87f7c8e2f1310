import { expect, test } from 'vitest'
import { sizeText } from '#lib/text/size.ts'
import { systemOf } from '#lib/text/system-name.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0', 'windows'],
  ['Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko', 'oldWindows'],
  ['Mozilla/5.0 (Windows NT 6.3) Chrome/109', 'oldWindows'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0 Mobile', 'android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 'mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'linux'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/140.0', 'linux'],
  ['', 'other'],
])('detects the system of %j', (userAgent, system) => {
  expect(systemOf(userAgent)).toBe(system)
})

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [84_100_000, '84.1 MB'],
  [2_500_000_000_000, '2500.0 GB'],
])('writes %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
