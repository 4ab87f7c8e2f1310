import { is } from 'valibot'
import { BindCode } from '#lib/contract/codes.ts'
import type { WindowState } from '../window-state.ts'
import { button, byId, html, input, link, setText } from './dom.ts'
import type { Send } from './requests.ts'
import { translate } from './texts.ts'

/** A problem that the page finds by itself, until the next code is sent. */
let ownProblem: 'code-form' | 'clipboard' | undefined

export function startBindPanel(send: Send): void {
  const code = input('code')

  function submit(): void {
    ownProblem = is(BindCode, code.value) ? undefined : 'code-form'
    if (!ownProblem) void send('bind', { code: code.value })
    drawProblem()
    if (ownProblem) code.focus()
  }

  byId('bind', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  button('paste').addEventListener('click', async () => {
    try {
      code.value = (await navigator.clipboard.readText()).trim().slice(0, code.maxLength)
      submit()
    } catch {
      ownProblem = 'clipboard'
      drawProblem()
      code.focus()
    }
  })
}

function drawProblem(found?: WindowState['binding']['problem']): void {
  const problem = ownProblem ? { reason: ownProblem } : found
  setText(
    html('code-problem'),
    problem
      ? translate(`bind.problem.${problem.reason}`, { detail: ('detail' in problem && problem.detail) || '' })
      : '',
  )
  input('code').setAttribute('aria-invalid', String(problem !== undefined && ownProblem !== 'clipboard'))
}

export function drawBindPanel({ binding, service }: WindowState): void {
  const form = byId('bind', HTMLFormElement)
  const isShown = binding.state !== 'starting' && binding.state !== 'bound'
  if (form.hidden && isShown) input('code').value = ''
  const wasHidden = form.hidden
  form.hidden = !isShown
  if (wasHidden && isShown) input('code').focus({ preventScroll: true })
  const isBusy = binding.state === 'binding'
  input('code').readOnly = isBusy
  button('submit').disabled = isBusy
  button('paste').disabled = isBusy
  link('get-code').href = `${service}/user/overview-main/machine`
  drawProblem(binding.problem)
}
