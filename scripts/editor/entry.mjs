// The script of the page at /editor/ (scripts/editor.mjs).
import './manual.mjs'
import { init } from '@sveltia/cms'

init({ config: await (await fetch('config.json')).json() })
