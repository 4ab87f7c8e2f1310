import { images } from '#lib/rules/gpu.ts'
import { createPodman } from './podman.ts'

/**
 * Runs one container with limits and a network of its own by Podman alone, and ends with an error where this machine cannot:
 * scripts/lib/podman.mjs starts it.
 */
const podman = createPodman()
try {
  podman.run('network', 'create', '--subnet', '10.213.255.240/28', 'trial')
  const limits = ['--memory', '64m', '--pids-limit', '50', '--cpus', '1']
  podman.run('run', '--rm', '--init', '--network', 'trial', ...limits, images.plain.reference, 'true')
} finally {
  podman.close()
}
