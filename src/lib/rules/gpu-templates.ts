/** Templates of rentals: an image with its environment, start script and ports (SPEC-9.96). */

/** Templates of one user. */
export const MAX_TEMPLATES = 30
export const MAX_VARIABLES = 32
export const MAX_VARIABLE_LENGTH = 4096
export const MAX_START_LENGTH = 16_000
/** Ports that a template publishes as soon as its rental runs. */
export const MAX_TEMPLATE_PORTS = 5
export const MAX_TEMPLATE_DISK_GIB = 10_000

/** Templates that the owner of a machine allows: none, ours, or all with images of public registries. */
export const templatePolicies = ['none', 'ours', 'any'] as const
export type TemplatePolicy = (typeof templatePolicies)[number]
/** Usual maximum download of an image, in GiB, and the limits of what an owner sets. */
export const USUAL_IMAGE_GIB = 40
export const MAX_IMAGE_GIB = 500

/** Abilities that a host program may report. */
export const TEMPLATES_ABILITY = 'templates'
export const LOGS_ABILITY = 'logs'

export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/
