import { describe, expect, test } from 'vitest'
import { images } from '#lib/rules/gpu.ts'
import { parseImageReference } from '#lib/rules/image-references.ts'
import { ourTemplates } from '#service/rental/our-templates.ts'
import en from '../../../public/locales/en/gpu.json' with { type: 'json' }

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`

describe('an image reference', () => {
  test.each([
    ['debian', 'docker.io/library/debian:latest'],
    [' debian:12 ', 'docker.io/library/debian:12'],
    ['\u200bdebian:\u20601\u00ad2\ufeff', 'docker.io/library/debian:12'],
    ['pytorch/pytorch:2.7.1-cuda12.8', 'docker.io/pytorch/pytorch:2.7.1-cuda12.8'],
    ['docker.io/debian', 'docker.io/library/debian:latest'],
    ['ghcr.io/owner/a-name/with_parts:Tag_1.2', 'ghcr.io/owner/a-name/with_parts:Tag_1.2'],
    [`quay.io/a/b@${DIGEST}`, `quay.io/a/b@${DIGEST}`],
    [`quay.io/a/b:1@${DIGEST}`, `quay.io/a/b@${DIGEST}`],
    ['nvcr.io/nvidia/pytorch:25.05-py3', 'nvcr.io/nvidia/pytorch:25.05-py3'],
  ])('%s is completed', (typed, text) => {
    expect(parseImageReference(typed)).toMatchObject({ text })
  })

  test.each([
    ['', 'IMAGE_FORM'],
    ['Debian', 'IMAGE_FORM'],
    ['debian:', 'IMAGE_FORM'],
    ['a b', 'IMAGE_FORM'],
    ['--privileged', 'IMAGE_FORM'],
    ['-v/:/host', 'IMAGE_FORM'],
    ['a/../b', 'IMAGE_FORM'],
    ['docker.io/', 'IMAGE_FORM'],
    ['debian@sha256:abc', 'IMAGE_FORM'],
    [`${'a/'.repeat(200)}b`, 'IMAGE_FORM'],
    // Addresses inside the owner's network, and whatever a name may lead to.
    ['localhost/x', 'IMAGE_REGISTRY'],
    ['localhost:5000/x', 'IMAGE_REGISTRY'],
    ['192.168.1.1:5000/x', 'IMAGE_REGISTRY'],
    ['10.0.0.1/x', 'IMAGE_REGISTRY'],
    ['ghcr.io:443/x/y', 'IMAGE_REGISTRY'],
    ['registry.example/x', 'IMAGE_REGISTRY'],
    ['docker.io.evil.example/x', 'IMAGE_REGISTRY'],
  ])('%s is refused: %s', (typed, reason) => {
    expect(parseImageReference(typed)).toBe(reason)
  })
})

describe('our templates', () => {
  test.each(ourTemplates)('$id has a complete image, a description, and a page among its ports', (template) => {
    expect(parseImageReference(template.image)).toMatchObject({ text: template.image })
    expect(en.templates.about).toHaveProperty(template.id)
    if (template.page) expect(template.ports).toContain(template.page.port)
    // Others inside a rental's network could reach what listens on every address.
    expect(template.start).not.toMatch(/0\.0\.0\.0/)
  })

  test('have descriptions of themselves only, and names of their own', () => {
    expect(Object.keys(en.templates.about).sort()).toEqual(ourTemplates.map(({ id }) => id).sort())
    const names = [...ourTemplates.map(({ name }) => name), ...Object.values(images).map(({ name }) => name)]
    // The images of machines without templates have two of them too.
    expect(names.length - new Set(names).size).toBeLessThanOrEqual(1)
  })
})
