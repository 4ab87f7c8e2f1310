#!/usr/bin/env node
// Starts the operator's program with the Node that the project brings, in the project's folder.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureNode24, node24, projectEnv, root } from '../../../scripts/lib/setup.mjs'

ensureNode24()
// npm runs scripts in the project's folder: where the command was typed is in INIT_CWD.
const typedIn = process.env.npm_lifecycle_event === 'operate' ? process.env.INIT_CWD : undefined
const child = spawn(node24, [path.join(root, 'service/programs/operate/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: projectEnv({ OPERATE_CWD: typedIn ?? process.cwd() }),
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
