import { readChoice, writeChoice } from './choices.ts'

const themes = ['day', 'night'] as const

const current = (): string =>
  document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day')

function showPressed(): void {
  for (const theme of themes)
    document.getElementById(`theme-${theme}`)?.setAttribute('aria-pressed', String(theme === current()))
}

/** Follows the system until its user chooses a theme. */
export function startTheme(): void {
  const chosen = themes.find((theme) => theme === readChoice('theme'))
  if (chosen) document.documentElement.dataset.theme = chosen
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showPressed)
  for (const theme of themes)
    document.getElementById(`theme-${theme}`)?.addEventListener('click', () => {
      document.documentElement.dataset.theme = theme
      writeChoice('theme', theme)
      showPressed()
    })
  showPressed()
}
